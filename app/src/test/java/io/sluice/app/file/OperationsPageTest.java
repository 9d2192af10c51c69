package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to a secured Kafka that the page shows are read as they stand there. */
class OperationsPageTest {
    private static final Pattern BLOCK = Pattern.compile("```yaml\n(kafka:\n.*?)```", Pattern.DOTALL);
    private static final Map<String, String> SECRETS = Map.of(
            "KAFKA_PASSWORD", "hunter2",
            "EVENT_HUBS",
                    "Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=sluice;SharedAccessKey=hunter2=");

    @TempDir
    private Path folder;

    private List<QueryFile> queries() throws Exception {
        String page = Files.readString(Path.of("../docs/operations.md"));
        List<String> blocks =
                BLOCK.matcher(page).results().map(block -> block.group(1)).toList();
        List<QueryFile> queries = new ArrayList<>();
        for (String block : blocks) {
            String yaml = QueryFiles.FULL.replaceFirst("(?m)^kafka: .*\n", "") + block;
            queries.add(QueryFiles.read(folder, yaml, Map.of(), SECRETS));
        }
        return queries;
    }

    @Test
    void connectionsOfThePageAreReadWithTheirSecretsAndDoNotShowThem() throws Exception {
        List<QueryFile> queries = queries();
        assertThat(queries).hasSize(2);
        assertThat(queries.get(0).kafka().properties())
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .extractingByKey("sasl.jaas.config")
                .asString()
                .endsWith("ScramLoginModule required username=\"sluice\" password=\"hunter2\";");
        assertThat(queries.get(1).kafka().properties())
                .containsEntry("security.protocol", "SASL_SSL")
                .extractingByKey("sasl.jaas.config")
                .isEqualTo("org.apache.kafka.common.security.plain.PlainLoginModule required"
                        + " username=\"$ConnectionString\" password=\"" + SECRETS.get("EVENT_HUBS") + "\";");
        assertThat(queries).allSatisfy(query -> {
            assertThat(query.notices()).isEmpty();
            assertThat(query.settings().render()).doesNotContain("hunter2");
        });
    }
}
