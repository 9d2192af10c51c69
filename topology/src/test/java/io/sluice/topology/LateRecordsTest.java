package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.Envelope;
import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.decode.PayloadFormat;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.ledger.LateRow;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.poll.Polled;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.SilenceSettings;
import io.sluice.topology.watermark.WatermarkExchange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Late records in their own topic, in both shapes of a query. Windows of ten minutes, five minutes of delay. */
class LateRecordsTest {
    private static final Instant EIGHT = Instant.parse("2026-11-13T08:00:00Z");
    private static final Duration DELAY = Duration.ofMinutes(5);
    private static final TopicNames TOPICS = new TopicNames("freezer");

    @TempDir
    Path stateFolder;

    private TopologyProgress progress = new TopologyProgress();
    private List<SourceProgress> told = List.of();
    private KeyValueBytesStoreSupplier store = SurvivingStores.keyValueStore("unused");

    private static Instant at(int minute) {
        return EIGHT.plus(Duration.ofMinutes(minute));
    }

    private static TestRecord<byte[], byte[]> reading(int minute) {
        return new TestRecord<>(
                new byte[] {7}, bytes("{\"UnitId\":\"a\",\"ReadingTime\":\"" + at(minute) + "\"}"), at(minute));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> headers(TestRecord<byte[], byte[]> record) {
        Map<String, String> headers = new TreeMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }

    /** Begins a story in that shape. */
    private void begin(boolean keyed) {
        store = SurvivingStores.keyValueStore(keyed ? QueryTopology.LEDGER_STORE : QueryTopology.SOURCE_CLOCK_STORE);
    }

    /** What lies in the topic of late records after that one message, which is taken by a task that has just been restored. */
    private List<TestRecord<byte[], byte[]>> late(SourceDescription source, TestRecord<byte[], byte[]> message) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "freezer");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        progress = new TopologyProgress();
        try (TopologyTestDriver driver = new TopologyTestDriver(sourceHalf(source), properties)) {
            driver.createInputTopic("readings", new ByteArraySerializer(), new ByteArraySerializer())
                    .pipeInput(message);
            told = progress.sources();
            return driver.createOutputTopic(
                            TOPICS.lateRecords(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList();
        }
    }

    private Optional<LateRow> lastLate() {
        return told.get(0).lastLate();
    }

    /** The processor that reads the source, on a store that outlives it. */
    private Topology sourceHalf(SourceDescription source) {
        WindowedQuery query = WindowedQuery.of(FreezerTopology.plan());
        ProcessSettings settings = new ProcessSettings(
                QueryTopology.DEFAULT_MAX_BATCH_BYTES,
                WatermarkExchange.alone(1, SilenceSettings.OFF),
                QueryTopology.DEFAULT_COMMIT_PAUSE,
                HeapBudget.unlimited(),
                Map.of());
        EarlyCommit.Rule commits = new EarlyCommit.Rule(QueryTopology.DEFAULT_COMMIT_PAUSE, false);
        boolean keyed = !source.keyColumns().isEmpty();
        ProcessorSupplier<byte[], Polled, byte[], byte[]> processor = keyed
                ? () -> new DirectProcessor(source, query, progress, settings, commits)
                : () -> new ShuffleProcessor(source, query, progress, settings, commits);
        Topology topology = new Topology()
                .addSource("source", new ByteArrayDeserializer(), Polled.serde().deserializer(), "readings")
                .addProcessor("rows", processor, "source")
                .addStateStore(new WriteThroughStoreBuilder(store), "rows");
        sink(topology, keyed ? QueryTopology.CLOSED_WINDOWS : QueryTopology.SHUFFLE_INPUT, TOPICS.closedWindows());
        sink(topology, QueryTopology.DEAD_LETTERS, TOPICS.deadLetters());
        sink(topology, QueryTopology.LATE_RECORDS, TOPICS.lateRecords());
        return topology;
    }

    private static void sink(Topology topology, String name, String topic) {
        topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), "rows");
    }

    private static SourceDescription source(boolean keyed) {
        return FreezerTopology.source(DELAY, keyed, SilenceSettings.OFF, BadRecords.DEAD_LETTER, LateRecords.TOPIC);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lateRecordIsKeptAsItCameWithPlaceTimesAndWindow(boolean keyed) {
        begin(keyed);
        TestRecord<byte[], byte[]> message = new TestRecord<>(
                new byte[] {1, 2},
                bytes("{ \"UnitId\" : \"a\", \"ReadingTime\":\"" + at(8) + "\", \"unread\": [1.50] }"),
                new RecordHeaders().add("theirs", new byte[] {3}),
                at(40));
        assertThat(late(source(keyed), reading(1))).isEmpty();
        assertThat(late(source(keyed), reading(18))).isEmpty();
        assertThat(lastLate()).isEmpty();
        List<TestRecord<byte[], byte[]>> late = late(source(keyed), message);
        assertThat(late).hasSize(1);
        assertThat(late.get(0).key()).isEqualTo(message.key());
        assertThat(late.get(0).value()).isEqualTo(message.value());
        assertThat(late.get(0).headers().lastHeader("theirs").value()).containsExactly(3);
        assertThat(headers(late.get(0)))
                .containsEntry("sluice.topic", "readings")
                .containsEntry("sluice.partition", "0")
                .containsEntry("sluice.offset", "0")
                .containsEntry("sluice.timestamp", "2026-11-13T08:40:00Z")
                .containsEntry("sluice.eventTime", "2026-11-13T08:08:00Z")
                .containsEntry("sluice.windowStart", "2026-11-13T08:00:00Z")
                .containsEntry("sluice.windowEnd", "2026-11-13T08:10:00Z")
                .containsEntry("sluice.watermark", "2026-11-13T08:13:00Z")
                .containsEntry("sluice.lateBy", "PT3M")
                .containsEntry("sluice.lateRows", "1")
                .containsEntry("sluice.rows", "1");
        LateRow row = lastLate().orElseThrow();
        assertThat(row.lateBy()).isEqualTo(Duration.ofMinutes(3).toMillis() * 1_000);
        assertThat(late(source(keyed), reading(19))).isEmpty();
        assertThat(lastLate()).as("after a restart").contains(row);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordAtTheEndOfTheWindowIsLateByNothingAndOneBehindItIsInTime(boolean keyed) {
        begin(keyed);
        assertThat(late(source(keyed), reading(15))).isEmpty();
        assertThat(late(source(keyed), reading(10))).isEmpty();
        assertThat(late(source(keyed), reading(9)))
                .singleElement()
                .satisfies(record -> assertThat(headers(record)).containsEntry("sluice.lateBy", "PT0S"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messageOfSeveralLateRowsIsKeptOnce(boolean keyed) {
        begin(keyed);
        SourceDescription plain = source(keyed);
        PayloadFormat.Json several = new PayloadFormat.Json(
                new Envelope.None(),
                Optional.of(FieldPath.parse("r[*]")),
                false,
                PayloadFormat.Framing.NONE,
                PayloadFormat.Json.PLAIN.limits());
        RecordFormat json = RecordFormat.json(plain.schema());
        RecordFormat format = new RecordFormat(plain.schema(), json.columns(), json.rules(), several);
        BitSet all = new BitSet();
        all.set(0, plain.schema().width());
        SourceDescription source = FreezerTopology.withDecoder(plain, () -> format.decoder(all));
        String rows = "{\"r\":[{\"ReadingTime\":\"%s\"},{\"ReadingTime\":\"%s\"},{\"ReadingTime\":\"%s\"}]}"
                .formatted(at(31), at(19), at(2));
        List<TestRecord<byte[], byte[]>> late = late(source, new TestRecord<>(null, bytes(rows), at(31)));
        assertThat(late).hasSize(1);
        assertThat(late.get(0).value()).isEqualTo(bytes(rows));
        assertThat(headers(late.get(0)))
                .containsEntry("sluice.eventTime", at(19).toString())
                .containsEntry("sluice.lateRows", "2")
                .containsEntry("sluice.rows", "3");
        assertThat(told.get(0).lateRows()).isEqualTo(2);
        assertThat(lastLate().orElseThrow().eventTime()).isEqualTo(at(2).toEpochMilli() * 1_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shippedTopologyHasTheTopicWhereItIsWanted(boolean keyed) {
        try (FreezerTopology freezer = new FreezerTopology(DELAY, keyed, stateFolder, LateRecords.TOPIC)) {
            freezer.message(reading(18));
            freezer.message(reading(19));
            freezer.message(reading(2));
            freezer.message(reading(12));
            freezer.message(reading(3));
            assertThat(freezer.lateRecords())
                    .satisfiesExactly(
                            record -> assertThat(headers(record))
                                    .containsEntry("sluice.offset", "2")
                                    .containsEntry("sluice.watermark", at(14).toString())
                                    .containsEntry("sluice.lateRows", "1"),
                            record -> assertThat(headers(record))
                                    .containsEntry("sluice.offset", "4")
                                    .containsEntry("sluice.eventTime", at(3).toString())
                                    .containsEntry("sluice.lateRows", "1"));
        }
        try (FreezerTopology freezer = new FreezerTopology(DELAY, keyed, stateFolder)) {
            assertThat(freezer.describe()).doesNotContain(TOPICS.lateRecords());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lateRecordThatTheTopicDoesNotTakeIsCutAndSaysSo(boolean keyed) {
        begin(keyed);
        String large = "{\"ReadingTime\":\"" + at(1) + "\",\"unread\":\""
                + "x".repeat(QueryTopology.DEFAULT_MAX_BATCH_BYTES) + "\"}";
        assertThat(late(source(keyed), reading(30))).isEmpty();
        assertThat(late(source(keyed), new TestRecord<>(null, bytes(large), at(30))))
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.value()).hasSizeLessThan(QueryTopology.DEFAULT_MAX_BATCH_BYTES);
                    assertThat(headers(record)).containsEntry("sluice.truncated", Integer.toString(large.length()));
                });
    }
}
