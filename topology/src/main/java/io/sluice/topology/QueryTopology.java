package io.sluice.topology;

import io.sluice.query.plan.Lineage;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.poll.Polled;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.WatermarkExchange;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;

/**
 * The topology of a windowed query:
 *
 * <pre>
 * source topic -> decode, filter, project -> [shuffle topic] -> window ledger -> closed-windows topic
 *                         `-> dead-letters topic                     `-> dead-letters topic
 *                         `-> late-records topic, where that is wanted
 *                         `-> watermarks topic, where silence of a partition leads to anything
 * </pre>
 *
 * <p>The positions of the source must be set before it is started: it does not reset them.
 *
 * <p>Run it with {@code processing.guarantee=exactly_once_v2}: then the positions of the input, the ledger's changelog, the rows
 * of closed windows, the dead letters and the watermark commit together or not at all. It also runs in a
 * {@code TopologyTestDriver}; what it writes to {@link TopicNames#closedWindows} are rows of {@link #outputSchema} in the form
 * of {@link io.sluice.serdes.wire.RowCodec}.
 */
public final class QueryTopology {
    static final String LEDGER_STORE = "ledger";
    static final String SOURCE_CLOCK_STORE = "source-clock";
    static final String SHUFFLE = "shuffle";
    static final String SHUFFLE_INPUT = "shuffle-input";
    static final String CLOSED_WINDOWS = "closed-windows";
    static final String DEAD_LETTERS = "dead-letters";
    static final String DEAD_LETTERS_OF_WINDOWS = "dead-letters-of-windows";
    static final String LATE_RECORDS = "late-records";
    static final String WATERMARKS = "watermarks";
    /** Kafka's own limit of a batch, where nobody has set another. */
    public static final int DEFAULT_MAX_BATCH_BYTES = 1_048_588;

    /** For rows that are awaited. */
    public static final Duration DEFAULT_COMMIT_PAUSE = Duration.ofMillis(100);

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();

    private final TopicNames topics;
    private final SourceDescription source;
    private final WindowedQuery query;
    private final TopologyProgress progress;

    /**
     * @param plan shared by all tasks: its expressions hold nothing between two rows. What does, the rows that a pipeline and an
     *     emitter write to, is made by each processor for itself
     * @throws IllegalArgumentException when the plan is not one source, one window aggregate, and row functions around it
     */
    public QueryTopology(TopicNames topics, SourceDescription source, QueryPlan plan, TopologyProgress progress) {
        this.topics = topics;
        this.source = source;
        this.query = WindowedQuery.of(plan);
        this.progress = progress;
    }

    /** The columns of a row of a closed window. */
    public Schema outputSchema() {
        return query.outputSchema();
    }

    /** End of the window that an event time lies in, both in microseconds. */
    public long endOfWindow(long eventTime) {
        return query.aggregate().window().endOfWindowAt(eventTime);
    }

    /**
     * Whether rows must change their partition before they are grouped. Not when the columns that decide the record key are
     * all among the group keys: then all rows of a group lie in one partition already.
     */
    public boolean needsShuffle() {
        if (source.keyColumns().isEmpty()) {
            return true;
        }
        Relation.WindowAggregate aggregate = query.aggregate();
        Set<Integer> grouped = new HashSet<>();
        for (int key : aggregate.keys()) {
            Lineage.sourceColumn(aggregate.input(), key).ifPresent(grouped::add);
        }
        return !source.keyColumns().stream()
                .allMatch(name -> source.schema().ordinal(name).stream().anyMatch(grouped::contains));
    }

    /**
     * Builds the topology for a process that does all the work in one task, as in a test driver, with names of our own for every
     * store and internal topic.
     *
     * @param maxDeadLetterBytes the largest batch that the dead-letter topic and the producer take; a dead letter that is larger
     *     is cut
     */
    public Topology build(int maxDeadLetterBytes) {
        return build(new ProcessSettings(
                maxDeadLetterBytes,
                WatermarkExchange.alone(source.partitions(), source.silence()),
                DEFAULT_COMMIT_PAUSE,
                HeapBudget.thirdOfTheHeap(),
                Map.of()));
    }

    /** The same for a process that is not alone. */
    public Topology build(ProcessSettings process) {
        EarlyCommit.Rule earlyCommits =
                new EarlyCommit.Rule(process.commitPause(), !process.ends().isEmpty());
        StreamsBuilder builder = new StreamsBuilder();
        KStream<byte[], Polled> messages = builder.stream(
                source.topic(),
                Consumed.with(BYTES, Polled.serde())
                        .withTimestampExtractor(QueryTopology::appendTime)
                        // a position whose records are gone is an error, never a jump
                        .withOffsetResetPolicy(AutoOffsetReset.none())
                        .withName("source"));
        if (needsShuffle()) {
            shuffled(builder, messages, process, earlyCommits);
        } else {
            builder.addStateStore(new WriteThroughStoreBuilder(LEDGER_STORE));
            KStream<byte[], byte[]> rows = messages.process(
                    () -> new DirectProcessor(source, query, progress, process, earlyCommits),
                    Named.as("windows"),
                    LEDGER_STORE);
            sinkTo(rows, topics.closedWindows(), CLOSED_WINDOWS);
            sinkTo(rows, topics.deadLetters(), DEAD_LETTERS);
            tell(rows, process.exchange());
            keepLate(rows);
        }
        return builder.build(properties());
    }

    private void tell(KStream<byte[], byte[]> messages, WatermarkExchange exchange) {
        if (exchange.rule().settings().watched()) {
            sinkTo(messages, topics.watermarks(), WATERMARKS);
        }
    }

    /** A record is late by the clock of its own partition, and so before any shuffle: it is at hand as it came. */
    private void keepLate(KStream<byte[], byte[]> messages) {
        if (source.lateRecords() == LateRecords.TOPIC) {
            sinkTo(messages, topics.lateRecords(), LATE_RECORDS);
        }
    }

    private void shuffled(
            StreamsBuilder builder,
            KStream<byte[], Polled> messages,
            ProcessSettings process,
            EarlyCommit.Rule earlyCommits) {
        builder.addStateStore(new WriteThroughStoreBuilder(SOURCE_CLOCK_STORE));
        builder.addStateStore(new WriteThroughStoreBuilder(LEDGER_STORE));
        KStream<byte[], byte[]> partials = messages.process(
                () -> new ShuffleProcessor(source, query, progress, process, earlyCommits),
                Named.as("partial-aggregates"),
                SOURCE_CLOCK_STORE);
        sinkTo(partials, topics.deadLetters(), DEAD_LETTERS);
        tell(partials, process.exchange());
        keepLate(partials);
        KStream<byte[], byte[]> rows = partials.mapValues(Polled::of, Named.as(SHUFFLE_INPUT))
                .repartition(Repartitioned.<byte[], Polled>as(SHUFFLE)
                        .withKeySerde(BYTES)
                        .withValueSerde(Polled.serde())
                        .withNumberOfPartitions(source.partitions())
                        .withStreamPartitioner(new ShufflePartitioner()))
                .process(
                        () -> new LedgerProcessor(
                                source.partitions(), source.badRecords(), query, progress, process, earlyCommits),
                        Named.as("windows"),
                        LEDGER_STORE);
        sinkTo(rows, topics.closedWindows(), CLOSED_WINDOWS);
        sinkTo(rows, topics.deadLetters(), DEAD_LETTERS_OF_WINDOWS);
    }

    private static void sinkTo(KStream<byte[], byte[]> records, String topic, String name) {
        records.to(topic, Produced.with(BYTES, BYTES).withName(name));
    }

    /**
     * The time at which the record was appended or, with {@code CreateTime}, sent; a record without one counts as sent now.
     * Event time is not Kafka's business: it is read from the row.
     */
    private static long appendTime(ConsumerRecord<Object, Object> message, long partitionTime) {
        return message.timestamp() >= 0 ? message.timestamp() : System.currentTimeMillis();
    }

    private static Properties properties() {
        Properties properties = new Properties();
        // a shuffle that reuses another's topic would merge two streams of watermarks
        properties.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.NO_OPTIMIZATION);
        return properties;
    }
}
