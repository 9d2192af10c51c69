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
import io.sluice.topology.OpenWindow;
import io.sluice.topology.OpenWindows;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The main job on the shipped example: readings in a topic, closed windows in a table that Spark and Delta Kernel read. */
class MainJobTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();

    private static final String ALL_TYPES = """
            name: types
            kafka: {bootstrap.servers: "%1$s"}
            sources:
              input:
                kafka: {topic: types-input, startingOffsets: earliest}
                schema:
                  At: timestamp not null
                  Flag: boolean
                  I: int
                  L: long
                  F: float
                  D: double
                  N: decimal(30,4)
                  S: string
                  T: timestamp
                  Day: date
                  B: binary
                  Site: string
                  Device: "struct<temps: array<double>, tags: map<string, string>>"
                watermark: {column: At, delay: 0 seconds}
            query: |
              SELECT Flag, I, L, F, D, MAX(N) AS N, S, MIN(T) AS T, Day, B, Site, COUNT(*) AS Records,
                MAX(Device.temps[1]) AS Temp, Device.tags['site'] AS Place
              FROM TABLE(TUMBLE(TABLE input, DESCRIPTOR(At), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, Flag, I, L, F, D, S, Day, B, Site, Device.tags['site']
            sink:
              delta: {path: "%2$s/table", partitionBy: [Site, Day]}
            checkpointLocation: "%2$s/checkpoint"
            """;

    private static final String FULL_JSON = """
            {"At": "2026-02-01T06:00:00Z", "Flag": true, "I": -2147483648, "L": 9223372036854775807, "F": 1.5, "D": -0.1,
             "N": 12345678901234567890.7890, "S": "freezer \u2603 | 'a'", "T": "2026-02-01T06:00:00.123456Z",
             "Day": "1969-12-31", "B": "AP8=", "Site": "Nord/1 a%b",
             "Device": {"temps": [1.5, 2.5], "tags": {"site": "Oslo"}}}""";

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

    @ParameterizedTest
    @CsvSource({"keyed, false", "shuffled, true"})
    void manyUnitsOverManyPartitionsEqualThePlainGroupByForSparkAndKernel(String name, boolean shuffled) {
        String query = "main-" + name;
        Job job = shuffled ? Job.shuffledReadings(folder, BROKER, query) : Job.readings(folder, BROKER, query);
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, query + "-readings", 5, 40, shuffled, new Random(11));
            feed.send(150);
            job.runToEnd("run");
            assertThat(job.rows()).hasSizeGreaterThan(400).isEqualTo(feed.closed());
            assertThat(SparkReader.rows(job.table())).isEqualTo(feed.closed());
            assertThat(job.total("lateRows"))
                    .isPositive()
                    .isEqualTo(feed.expected().late());
            assertThat(SparkReader.rows(job.table(), "UnitId = 'unit-007' AND MinC < -19 AND Readings > 3"))
                    .isNotEmpty()
                    .isEqualTo(feed.closed().stream()
                            .filter(row -> row.values().get(1).equals("unit-007")
                                    && (Double) row.values().get(2) < -19
                                    && (Long) row.values().get(5) > 3)
                            .toList());
        }
    }

    @Test
    void everyTypeComesThroughToAPartitionedTable() {
        Job job = Job.ofText(folder, ALL_TYPES.formatted(BROKER.bootstrapServers(), folder.toAbsolutePath()));
        Instant sent = Instant.parse("2026-02-01T07:00:00Z");
        try (Topics topics = BROKER.topics()) {
            topics.create("types-input", 1);
            topics.send(
                    "types-input",
                    List.of(
                            Message.of(null, FULL_JSON, sent),
                            Message.of(null, "{\"At\":\"2026-02-01T06:00:01Z\"}", sent),
                            Message.of(null, "{\"At\":\"2026-02-01T06:30:00Z\"}", sent)));
        }
        job.runToEnd("run");
        TableRow full = TableRow.of(
                true,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                1.5f,
                -0.1,
                new BigDecimal("12345678901234567890.7890"),
                "freezer \u2603 | 'a'",
                Instant.parse("2026-02-01T06:00:00.123456Z"),
                LocalDate.of(1969, 12, 31),
                new byte[] {0, (byte) 0xff},
                "Nord/1 a%b",
                1L,
                2.5,
                "Oslo");
        TableRow empty = TableRow.of(null, null, null, null, null, null, null, null, null, null, null, 1L, null, null);
        assertThat(job.rows()).containsExactly(empty, full);
        assertThat(SparkReader.rows(job.table())).containsExactly(empty, full);
        assertThat(SparkReader.rows(job.table(), "Site = 'Nord/1 a%b' AND Day < DATE'1970-01-01' AND N > 1"))
                .containsExactly(full);
        assertThat(SparkReader.filesRead(job.table(), "Site IS NULL")).isEqualTo(1);
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
                for (OpenWindow window : ledger.windows()) {
                    Row row = window.row();
                    int column = ledger.schema().ordinal("Readings").orElse(row.width() - 1);
                    counts.put(Instant.EPOCH.plus(window.windowStart(), ChronoUnit.MICROS), row.longAt(column));
                }
            }
        }
        return counts;
    }
}
