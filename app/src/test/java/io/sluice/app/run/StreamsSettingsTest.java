package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.file.QueryFileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamsSettingsTest {
    private static final String FILE = """
            name: freezer
            kafka: {bootstrap.servers: "localhost:9092"KAFKA}
            sources:
              readings:
                kafka: {topic: readings}
                schema: {UnitId: string, ReadingTime: timestamp}
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
    private Path folder;

    /** @param kafka more properties of the section {@code kafka} */
    private StreamsConfig settings(String kafka, String end) throws Exception {
        Path file = Files.writeString(folder.resolve("freezer.yaml"), FILE.replace("KAFKA", kafka) + end);
        QueryDefinition query = QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
        return new StreamsConfig(StreamsSettings.of(
                query,
                ((QueryDefinition.Kafka.Cluster) query.kafka()).properties(),
                "instance",
                folder.resolve("state"),
                Optional.empty(),
                GroupProtocol.CLASSIC,
                1 << 20));
    }

    private static String fetchMaxWait(StreamsConfig settings) {
        Object wait = settings.getMainConsumerConfigs("group", "client", 0).get("fetch.max.wait.ms");
        return String.valueOf(wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"availableNow", "once"})
    void boundedRunWaitsLittle(String trigger) throws Exception {
        StreamsConfig settings = settings("", "trigger: " + trigger + "\n");
        // its tasks ask for commits, every second where that costs little
        assertThat(settings.getLong("commit.interval.ms")).isEqualTo(8_000);
        assertThat(fetchMaxWait(settings)).isEqualTo("50");
    }

    @Test
    void boundedRunCommitsWellWithinTheTimeOfATransaction() throws Exception {
        StreamsConfig settings = settings("", "trigger: once\nstreams: {producer.transaction.timeout.ms: 5000}\n");
        assertThat(settings.getLong("commit.interval.ms")).isEqualTo(1_250);
    }

    @Test
    void otherRunsKeepKafkasWaitingTime() throws Exception {
        StreamsConfig settings = settings("", "");
        assertThat(settings.getLong("commit.interval.ms")).isEqualTo(1_000);
        assertThat(fetchMaxWait(settings)).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fetch.max.wait.ms", "consumer.fetch.max.wait.ms", "main.consumer.fetch.max.wait.ms"})
    void settingsOfTheUserWin(String name) throws Exception {
        StreamsConfig settings = settings("", "trigger: once\nstreams: {" + name + ": 70, commit.interval.ms: 900}\n");
        assertThat(settings.getLong("commit.interval.ms")).isEqualTo(900);
        assertThat(fetchMaxWait(settings)).isEqualTo("70");
    }

    @Test
    void connectionOfTheUserWinsToo() throws Exception {
        assertThat(fetchMaxWait(settings(", fetch.max.wait.ms: 70", "trigger: availableNow\n")))
                .isEqualTo("70");
    }
}
