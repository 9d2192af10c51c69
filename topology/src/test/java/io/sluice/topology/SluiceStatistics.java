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
import io.sluice.topology.OpenWindows.OpenWindow;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.progress.TopologyProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;

/** The statistics as Sluice computes them, in the topology that is shipped. */
final class SluiceStatistics implements StatisticsDriver {
    private static final String QUERY = "statistics";
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

    private final QueryPlan plan;
    private final TopologyProgress progress = new TopologyProgress();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final TestOutputTopic<byte[], byte[]> closed;
    private final TestOutputTopic<byte[], byte[]> changelog;
    private final OpenWindows open;
    private final RowCodec codec = new RowCodec(STATISTICS);
    private final Duration size;

    /** How a query is run. */
    enum Shape {
        /** In one step: the source's key is among the group keys. */
        DIRECT,
        /** Partial aggregates and watermarks go through the shuffle topic. */
        SHUFFLED
    }

    SluiceStatistics(Duration size, Duration delay, Shape shape, Path stateFolder) {
        this.size = size;
        this.plan = plan(size);
        SourceDescription source = new SourceDescription(
                "measurements",
                1,
                MEASUREMENT,
                2,
                micros(delay),
                micros(Duration.ofDays(1)),
                shape == Shape.DIRECT ? List.of("unit") : List.of(),
                () -> new JsonRowDecoder(MEASUREMENT, allColumns()));
        driver = new TopologyTestDriver(
                new QueryTopology(TOPICS, source, () -> plan, progress).build(), properties(stateFolder));
        input = driver.createInputTopic("measurements", new ByteArraySerializer(), new ByteArraySerializer());
        closed = output(TOPICS.closedWindows());
        changelog = output(TOPICS.ledgerChangelog());
        open = new OpenWindows(plan);
    }

    private static Properties properties(Path stateFolder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, QUERY);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return properties;
    }

    private static QueryPlan plan(Duration size) {
        return new QueryPlan(new Relation.WindowAggregate(
                new Relation.Filter(new Relation.Scan("measurements", MEASUREMENT), isKept()),
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
                "value <> DROPPED",
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
        changelog.readKeyValuesToList().forEach(entry -> open.apply(entry.key, entry.value));
        return open.windows().stream()
                .map(OpenWindow::row)
                .map(this::statistics)
                .sorted()
                .toList();
    }

    /** Has the state store write down what is committed, as it does now and then by itself. */
    void checkpoint() {
        driver.getStateStore(QueryTopology.LEDGER_STORE)
                .commit(Map.of(new TopicPartition(TOPICS.ledgerChangelog(), 0), 0L));
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
