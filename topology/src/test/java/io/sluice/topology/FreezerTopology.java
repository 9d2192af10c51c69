package io.sluice.topology;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.plan.Window;
import io.sluice.serdes.decode.ColumnFormat;
import io.sluice.serdes.decode.Envelope;
import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.decode.JsonLimits;
import io.sluice.serdes.decode.JsonRowDecoder;
import io.sluice.serdes.decode.PayloadFormat;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.decode.ValueRules;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.SilenceSettings;
import io.sluice.topology.watermark.WatermarkExchange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The freezer query in a TopologyTestDriver: messages in, rows of closed windows and dead letters out. */
final class FreezerTopology implements AutoCloseable {
    static final Schema READING = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.nullable("TemperatureC", Primitive.DOUBLE),
            Column.nullable("ReadingTime", Primitive.TIMESTAMP));
    private static final Schema WINDOW = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.required("window_start", Primitive.TIMESTAMP),
            Column.required("window_end", Primitive.TIMESTAMP),
            Column.nullable("MinC", Primitive.DOUBLE),
            Column.required("Readings", Primitive.LONG));

    /** How changes are read. */
    static final RecordFormat CHANGES = new RecordFormat(
            READING,
            Collections.nCopies(READING.width(), ColumnFormat.DEFAULT),
            ValueRules.DEFAULT,
            new PayloadFormat.Json(
                    new Envelope.Debezium(), Optional.empty(), false, PayloadFormat.Framing.NONE, JsonLimits.DEFAULT));

    /** How messages with several readings are read. */
    static final RecordFormat GATEWAYS = new RecordFormat(
            READING,
            Collections.nCopies(READING.width(), ColumnFormat.DEFAULT),
            ValueRules.DEFAULT,
            new PayloadFormat.Json(
                    new Envelope.None(),
                    Optional.of(FieldPath.parse("readings[*]")),
                    false,
                    PayloadFormat.Framing.NONE,
                    JsonLimits.DEFAULT));

    private static final RowExpression COLD = new RowExpression(
            "TemperatureC < -5",
            Primitive.BOOLEAN,
            false,
            OptionalInt.empty(),
            List.of(1),
            (input, output, target) -> output.setBoolean(target, !input.isNull(1) && input.doubleAt(1) < -5));

    private final TopicNames topics = new TopicNames("freezer");
    private final TopologyProgress progress = new TopologyProgress();
    private final QueryTopology topology;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final TestOutputTopic<byte[], byte[]> closed;
    private final TestOutputTopic<byte[], byte[]> deadLetters;
    private final TestOutputTopic<byte[], byte[]> watermarks;

    /** @param keyed whether the source declares that its record key is the unit, so that no shuffle is needed */
    FreezerTopology(Duration delay, boolean keyed, Path stateFolder) {
        this(delay, keyed, stateFolder, SilenceSettings.OFF);
    }

    FreezerTopology(Duration delay, boolean keyed, Path stateFolder, SilenceSettings silence) {
        this(delay, keyed, stateFolder, silence, BadRecords.DEAD_LETTER);
    }

    FreezerTopology(Duration delay, boolean keyed, Path stateFolder, SilenceSettings silence, BadRecords badRecords) {
        this(delay, keyed, stateFolder, silence, badRecords, HeapBudget.unlimited());
    }

    FreezerTopology(
            Duration delay,
            boolean keyed,
            Path stateFolder,
            SilenceSettings silence,
            BadRecords badRecords,
            HeapBudget heap) {
        this(source(delay, keyed, silence, badRecords, LateRecords.DROP), plan(), stateFolder, heap);
    }

    FreezerTopology(Duration delay, boolean keyed, Path stateFolder, LateRecords lateRecords) {
        this(
                source(delay, keyed, SilenceSettings.OFF, BadRecords.DEAD_LETTER, lateRecords),
                plan(),
                stateFolder,
                HeapBudget.unlimited());
    }

    /** Messages in another format, of whose readings those of -5 degrees and more are filtered out. */
    static FreezerTopology of(
            RecordFormat format, Duration delay, boolean keyed, BadRecords badRecords, Path stateFolder) {
        SourceDescription source = source(delay, keyed, SilenceSettings.OFF, badRecords, LateRecords.DROP);
        return new FreezerTopology(
                withDecoder(source, () -> format.decoder(allColumns())),
                plan(new Relation.Filter(new Relation.Scan("readings", READING), COLD)),
                stateFolder,
                HeapBudget.unlimited());
    }

    private FreezerTopology(SourceDescription source, QueryPlan plan, Path stateFolder, HeapBudget heap) {
        this.topology = new QueryTopology(topics, source, plan, progress);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "freezer");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        driver = new TopologyTestDriver(
                topology.build(new ProcessSettings(
                        QueryTopology.DEFAULT_MAX_BATCH_BYTES,
                        WatermarkExchange.alone(1, source.silence()),
                        QueryTopology.DEFAULT_COMMIT_PAUSE,
                        heap,
                        Map.of())),
                properties);
        input = driver.createInputTopic("readings", new ByteArraySerializer(), new ByteArraySerializer());
        closed = driver.createOutputTopic(
                topics.closedWindows(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        watermarks =
                driver.createOutputTopic(topics.watermarks(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        deadLetters = driver.createOutputTopic(
                topics.deadLetters(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** With windows of ten minutes; the key of the messages is the unit where that is declared. */
    static SourceDescription source(
            Duration delay, boolean keyed, SilenceSettings silence, BadRecords badRecords, LateRecords lateRecords) {
        return new SourceDescription(
                "readings",
                1,
                READING,
                2,
                Optional.empty(),
                delay.toMillis() * 1_000,
                Duration.ofHours(1).toMillis() * 1_000,
                keyed ? List.of("UnitId") : List.of(),
                silence,
                badRecords,
                lateRecords,
                () -> new JsonRowDecoder(READING, allColumns()));
    }

    /** The same, read in another way. */
    static SourceDescription withDecoder(SourceDescription source, Supplier<RowDecoder> decoders) {
        return new SourceDescription(
                source.topic(),
                source.partitions(),
                source.schema(),
                source.watermarkColumn(),
                source.eventTime(),
                source.delayMicros(),
                source.maxFutureSkewMicros(),
                source.keyColumns(),
                source.silence(),
                source.badRecords(),
                source.lateRecords(),
                decoders);
    }

    static BitSet allColumns() {
        BitSet all = new BitSet();
        all.set(0, READING.width());
        return all;
    }

    static QueryPlan plan() {
        return plan(new Relation.Scan("readings", READING));
    }

    private static QueryPlan plan(Relation input) {
        return new QueryPlan(new Relation.WindowAggregate(
                input,
                new Window.Tumbling(Duration.ofMinutes(10).toMillis() * 1_000, 0),
                2,
                List.of(0),
                List.of(
                        new Aggregate(
                                Aggregate.Function.MIN, 1, Optional.of(Primitive.DOUBLE), Primitive.DOUBLE, "MinC"),
                        new Aggregate(Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "Readings")),
                WINDOW));
    }

    QueryTopology topology() {
        return topology;
    }

    TopologyProgress progress() {
        return progress;
    }

    void message(String json, Instant sent) {
        input.pipeInput(new TestRecord<>(null, json.getBytes(StandardCharsets.UTF_8), sent));
    }

    void message(TestRecord<byte[], byte[]> message) {
        input.pipeInput(message);
    }

    void reading(String unit, double temperature, Instant time, Instant sent) {
        message(
                "{\"UnitId\":\"" + unit + "\",\"TemperatureC\":" + temperature + ",\"ReadingTime\":\"" + time + "\"}",
                sent);
    }

    /** Rows that were closed since the last question, as JSON. */
    List<String> closedRows() {
        RowCodec codec = new RowCodec(topology.outputSchema());
        RowJson json = new RowJson(topology.outputSchema());
        return closed.readValuesToList().stream()
                .map(value -> {
                    Row row = topology.outputSchema().newRow();
                    codec.decode(value, row);
                    return json.text(row);
                })
                .toList();
    }

    /** Time passes, with a look at the silence every ten seconds. */
    void watch(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plusSeconds(10)) {
            driver.advanceWallClockTime(Duration.ofSeconds(10));
        }
    }

    String describe() {
        return topology.build(QueryTopology.DEFAULT_MAX_BATCH_BYTES).describe().toString();
    }

    List<TestRecord<byte[], byte[]>> watermarks() {
        return watermarks.readRecordsToList();
    }

    List<TestRecord<byte[], byte[]>> deadLetters() {
        return deadLetters.readRecordsToList();
    }

    List<TestRecord<byte[], byte[]>> lateRecords() {
        return driver.createOutputTopic(topics.lateRecords(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
