package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.OpenWindowsQuestion;
import io.sluice.app.run.QueryDefinition;
import io.sluice.serdes.schema.Row;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Message;
import io.sluice.test.kafka.Topics;
import io.sluice.test.read.SparkReader;
import io.sluice.test.read.TableRow;
import io.sluice.topology.OpenWindows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The main job on the shipped example: readings in a topic, closed windows in a table that Spark and Delta Kernel read. */
class MainJobTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2  | watermark  2 min: 12 readings dropped; 08:00=54, 08:10=54, 08:20=60
            10 | watermark 10 min:  6 readings dropped; 08:00=54, 08:10=60, 08:20=60
            15 | watermark 15 min:  0 readings dropped; 08:00=60, 08:10=60, 08:20=60
            """)
    void lessonsLineComesOutOfTheExample(int minutes, String line) {
        String name = "lesson-" + minutes;
        Job job = example(name).with("sources.readings.watermark.delay", minutes + " minutes");
        send(name + "-readings", FreezerModel.lesson());
        job.runToEnd("run");

        Map<LocalTime, Long> counts = new TreeMap<>();
        List<TableRow> closed = job.rows();
        closed.forEach(row ->
                add(counts, (Instant) row.values().get(0), (Long) row.values().get(5)));
        openCounts(job.definition()).forEach((start, count) -> add(counts, start, count));
        String printed = counts.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
        assertThat("watermark %2d min: %2d readings dropped; %s".formatted(minutes, job.total("lateRows"), printed))
                .isEqualTo(line);
        assertThat(SparkReader.rows(job.table())).isEqualTo(closed);
    }

    private Job example(String name) {
        return new Job(folder, Path.of("../../examples/freezer-10min.yaml"), Map.of())
                .with("name", name)
                .with("kafka.bootstrap.servers", BROKER.bootstrapServers())
                .with("sources.readings.kafka.topic", name + "-readings")
                .with("sink.delta.path", folder.resolve("table").toString())
                .with("checkpointLocation", folder.resolve("checkpoint").toString());
    }

    private static void send(String topic, List<Reading> readings) {
        try (Topics topics = BROKER.topics()) {
            topics.create(topic, 1, Map.of("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)));
            topics.send(
                    topic,
                    readings.stream()
                            .map(reading -> Message.of(
                                    reading.unitId(),
                                    new String(reading.json(), StandardCharsets.UTF_8),
                                    reading.arrivalTime()))
                            .toList());
        }
    }

    private static void add(Map<LocalTime, Long> counts, Instant start, long count) {
        assertThat(counts.put(start.atZone(ZoneOffset.UTC).toLocalTime(), count))
                .as("a second row of the window of " + start)
                .isNull();
    }

    private static Map<Instant, Long> openCounts(QueryDefinition query) {
        Map<Instant, Long> counts = new TreeMap<>();
        try (KafkaAccess kafka = KafkaAccess.open(query)) {
            for (OpenWindows ledger : OpenWindowsQuestion.ask(query, kafka).values()) {
                for (OpenWindows.OpenWindow window : ledger.windows()) {
                    Row row = window.row();
                    int column = ledger.schema().ordinal("Readings").orElse(row.width() - 1);
                    counts.put(Instant.EPOCH.plus(window.windowStart(), ChronoUnit.MICROS), row.longAt(column));
                }
            }
        }
        return counts;
    }
}
