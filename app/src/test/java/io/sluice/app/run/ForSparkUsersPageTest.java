package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.file.QueryFileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForSparkUsersPageTest {
    @TempDir
    private Path folder;

    @Test
    void queryOnThePageCompiles() throws Exception {
        String page = Files.readString(Path.of("../docs/for-spark-users.md"));
        Matcher example = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(example.find()).isTrue();
        Path file = Files.writeString(
                folder.resolve("query.yaml"), example.group(1).replace("${env:KAFKA}", "localhost:9092"));
        QueryDefinition query = QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
        assertThat(query.trigger()).isInstanceOf(QueryDefinition.Trigger.AvailableNow.class);
        assertThat(query.name()).isEqualTo("freezer");
    }
}
