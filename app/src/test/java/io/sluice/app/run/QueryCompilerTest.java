package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCompilerTest {
    private static final String FILE = """
            name: freezer
            kafka: {bootstrap.servers: "localhost:9092"}
            sources:
              readings:
                kafka: {topic: readings}
                format: json
                key: [UnitId]
                schema: {UnitId: string, TemperatureC: double, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 15 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: table}
            checkpointLocation: checkpoint
            """;

    @TempDir
    Path folder;

    private QueryDefinition compile(String text) throws IOException, QueryFileException {
        Path file = Files.writeString(folder.resolve("freezer.yaml"), text);
        return QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
    }

    @Test
    void fileBecomesAQueryWithFingerprint() throws Exception {
        QueryDefinition query = compile(FILE);
        assertThat(Fingerprint.of(query, query.plans().get()))
                .containsEntry("sources.readings.kafka.topic", "readings")
                .containsEntry("sources.readings.watermark.delay", "15 minutes")
                .containsEntry("sink.delta.path", "table")
                .hasEntrySatisfying("query", text -> assertThat(text).contains("PT10M", "UnitId"));
    }

    @Test
    void triggerAndConnectionAreNoPartOfTheFingerprint() throws Exception {
        QueryDefinition before = compile(FILE);
        QueryDefinition after = compile(
                FILE.replace("localhost", "elsewhere") + "trigger: availableNow\nstreams: {num.stream.threads: 2}\n");
        assertThat(Fingerprint.of(after, after.plans().get()))
                .isEqualTo(Fingerprint.of(before, before.plans().get()));
    }

    @Test
    void declaredKeyAmongTheGroupKeysNeedsNoShuffle() throws Exception {
        assertThat(QueryDescription.of(compile(FILE)).needsShuffle()).isFalse();
        assertThat(QueryDescription.of(compile(FILE.replace("    key: [UnitId]\n", "")))
                        .needsShuffle())
                .isTrue();
    }

    @Test
    void sqlProblemStandsAtItsPlaceInTheFile() {
        assertThatThrownBy(() -> compile(FILE.replace("COUNT(*)", "COUNT(Temperature)")))
                .isInstanceOf(QueryFileException.class)
                .hasMessageContaining("freezer.yaml:11:")
                .hasMessageContaining("TemperatureC");
    }

    @Test
    void partitionColumnMustBeInTheResult() {
        assertThatThrownBy(() -> compile(FILE.replace("{path: table}", "{path: table, partitionBy: [Day]}")))
                .isInstanceOf(QueryFileException.class)
                .hasMessageContaining("partitionBy")
                .hasMessageContaining("Day");
    }
}
