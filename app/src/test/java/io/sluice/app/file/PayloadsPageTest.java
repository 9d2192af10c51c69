package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example of docs/payloads.md is a part of a source that can be read. */
class PayloadsPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    static Stream<String> examples() throws Exception {
        String page = Files.readString(Path.of("../docs/payloads.md"));
        return EXAMPLE.matcher(page).results().map((MatchResult example) -> example.group(1));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleCanBeRead(String example) throws Exception {
        String file = """
                name: q
                kafka: embedded
                sources:
                  readings:
                    kafka: {topic: t}
                %s
                query: SELECT 1
                sink: {delta: {path: t}}
                checkpointLocation: c
                """.formatted(example.strip().indent(4).stripTrailing());
        assertThat(QueryFiles.problems(folder, file)).isEmpty();
    }

    @Test
    void thereAreExamples() throws Exception {
        List<String> examples = examples().toList();
        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(example -> assertThat(example).contains("schema:"));
    }
}
