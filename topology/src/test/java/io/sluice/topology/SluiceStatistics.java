package io.sluice.topology;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Aggregate.Function;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.plan.Window;
import io.sluice.serdes.decode.JsonRowDecoder;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.poll.Polled;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.SilenceSettings;
import io.sluice.topology.watermark.WatermarkExchange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;

/** The statistics as Sluice computes them, in the topology that is shipped. */
final class SluiceStatistics implements StatisticsDriver {
    private static final String QUERY = "statistics";
    static final String MEASUREMENTS = "measurements";
    private static final Schema MEASUREMENT = Schema.of(
            Column.nullable("unit", Primitive.STRING),
            Column.nullable("value", Primitive.LONG),
            Column.nullable("time", Primitive.TIMESTAMP));
    private static final Schema STATISTICS = Schema.of(
            Column.nullable("unit", Primitive.STRING),
            Column.required("window_start", Primitive.TIMESTAMP),
            Column.required("window_end", Primitive.TIMESTAMP),
            Column.required("count", Primitive.LONG),
            Column.nullable("minimum", Primitive.LONG),
            Column.nullable("maximum", Primitive.LONG),
            Column.nullable("sum", Primitive.LONG));
    private static final TopicNames TOPICS = new TopicNames(QUERY);

    private final Duration size;
    private final TopologyProgress progress;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final TestOutputTopic<byte[], byte[]> closed;
    private final TestOutputTopic<byte[], byte[]> changelog;
    private final OpenWindows open;
    private final RowCodec codec = new RowCodec(STATISTICS);

    /** How a query is run. */
    enum Shape {
        /** In one step: the source's key is among the group keys. */
        DIRECT,
        /** Partial aggregates and watermarks go through the shuffle topic. */
        SHUFFLED
    }

    SluiceStatistics(Duration size, Duration delay, Shape shape, Path stateFolder) {
        this(size, new TopologyProgress(), progress -> shipped(size, delay, shape, progress), stateFolder);
    }

    /** The direct shape on a store that may hold what another one left. */
    SluiceStatistics(Duration size, Duration delay, KeyValueBytesStoreSupplier store, Path stateFolder) {
        this(size, new TopologyProgress(), progress -> onStore(size, delay, store, progress), stateFolder);
    }

    private SluiceStatistics(
            Duration size,
            TopologyProgress progress,
            java.util.function.Function<TopologyProgress, Topology> topology,
            Path stateFolder) {
        this.size = size;
        this.progress = progress;
        driver = new TopologyTestDriver(topology.apply(progress), properties(stateFolder));
        input = driver.createInputTopic(MEASUREMENTS, new ByteArraySerializer(), new ByteArraySerializer());
        closed = output(TOPICS.closedWindows());
        changelog = output(TOPICS.ledgerChangelog());
        open = new OpenWindows(plan(size));
    }

    private static Properties properties(Path stateFolder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, QUERY);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return properties;
    }

    private static Topology shipped(Duration size, Duration delay, Shape shape, TopologyProgress progress) {
        QueryPlan plan = plan(size);
        return new QueryTopology(TOPICS, source(delay, shape), plan, progress)
                .build(QueryTopology.DEFAULT_MAX_BATCH_BYTES);
    }

    private static Topology onStore(
            Duration size, Duration delay, KeyValueBytesStoreSupplier store, TopologyProgress progress) {
        SourceDescription source = source(delay, Shape.DIRECT);
        WindowedQuery query = WindowedQuery.of(plan(size));
        return new Topology()
                .addSource("source", new ByteArrayDeserializer(), Polled.serde().deserializer(), MEASUREMENTS)
                .addProcessor(
                        "windows",
                        () -> new DirectProcessor(
                                source,
                                query,
                                progress,
                                new ProcessSettings(
                                        QueryTopology.DEFAULT_MAX_BATCH_BYTES,
                                        WatermarkExchange.alone(1, SilenceSettings.OFF),
                                        QueryTopology.DEFAULT_COMMIT_PAUSE,
                                        HeapBudget.unlimited(),
                                        Map.of()),
                                new EarlyCommit.Rule(QueryTopology.DEFAULT_COMMIT_PAUSE, false)),
                        "source")
                .addStateStore(new WriteThroughStoreBuilder(store), "windows")
                .addSink(
                        QueryTopology.CLOSED_WINDOWS,
                        TOPICS.closedWindows(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer(),
                        "windows")
                .addSink(
                        QueryTopology.DEAD_LETTERS,
                        TOPICS.deadLetters(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer(),
                        "windows");
    }

    static SourceDescription source(Duration delay, Shape shape) {
        return new SourceDescription(
                MEASUREMENTS,
                1,
                MEASUREMENT,
                2,
                Optional.empty(),
                micros(delay),
                micros(Duration.ofDays(1)),
                shape == Shape.DIRECT ? List.of("unit") : List.of(),
                SilenceSettings.OFF,
                BadRecords.DEAD_LETTER,
                LateRecords.DROP,
                () -> new JsonRowDecoder(MEASUREMENT, allColumns()));
    }

    static QueryPlan plan(Duration size) {
        return new QueryPlan(new Relation.WindowAggregate(
                new Relation.Filter(new Relation.Scan(MEASUREMENTS, MEASUREMENT), isKept()),
                new Window.Tumbling(micros(size), 0),
                2,
                List.of(0),
                List.of(
                        new Aggregate(Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "count"),
                        ofValue(Function.MIN, "minimum"),
                        ofValue(Function.MAX, "maximum"),
                        ofValue(Function.SUM, "sum")),
                STATISTICS));
    }

    private static RowExpression isKept() {
        return new RowExpression(
                "value <> " + Measurement.DROPPED,
                Primitive.BOOLEAN,
                false,
                OptionalInt.empty(),
                List.of(1),
                (row, output, target) -> output.setBoolean(target, row.longAt(1) != Measurement.DROPPED));
    }

    private static Aggregate ofValue(Function function, String name) {
        return new Aggregate(function, 1, Optional.of(Primitive.LONG), Primitive.LONG, name);
    }

    private static BitSet allColumns() {
        BitSet all = new BitSet();
        all.set(0, MEASUREMENT.width());
        return all;
    }

    private static long micros(Duration duration) {
        return duration.toMillis() * 1_000;
    }

    private TestOutputTopic<byte[], byte[]> output(String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void feed(Measurement measurement) {
        input.pipeInput(measurement.key(), measurement.json(), measurement.timeMs());
    }

    @Override
    public List<Statistics> closed() {
        return closed.readValuesToList().stream()
                .map(value -> {
                    Row row = STATISTICS.newRow();
                    codec.decode(value, row);
                    return statistics(row);
                })
                .sorted()
                .toList();
    }

    /** Rows of windows that are open as of the last commit, by window and unit, from the ledger's changelog. */
    List<Statistics> open() {
        changes().forEach(change -> open.apply(change.key, change.value));
        return open.windows().stream()
                .map(OpenWindow::row)
                .map(this::statistics)
                .sorted()
                .toList();
    }

    /** Records of the ledger's changelog since the last question. */
    List<KeyValue<byte[], byte[]>> changes() {
        return changelog.readKeyValuesToList();
    }

    SourceProgress progress() {
        return progress.sources().get(0);
    }

    private Statistics statistics(Row row) {
        long start = row.longAt(1);
        assert row.longAt(2) - start == micros(size) : "window end";
        return new Statistics(
                start / 1_000, row.stringAt(0), row.longAt(3), row.longAt(4), row.longAt(5), row.longAt(6));
    }

    @Override
    public void close() {
        driver.close();
    }
}
