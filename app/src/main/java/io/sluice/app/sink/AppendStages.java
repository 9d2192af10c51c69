package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.RowFunction;
import io.sluice.topology.progress.TopologyProgress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The sink stages of a query without a window, which read the source themselves. Each has a consumer, a share of the partitions and
 * its own way to the table, as if it were an instance of its own: they owe each other nothing. Thread-safe.
 */
public final class AppendStages implements AutoCloseable {
    private static final long MAX_BUFFERED_BYTES = 256L << 20;

    private final List<SinkStage> stages;
    private final List<AppendIntake> intakes;

    private AppendStages(List<SinkStage> stages, List<AppendIntake> intakes) {
        this.stages = List.copyOf(stages);
        this.intakes = List.copyOf(intakes);
    }

    /**
     * @param topic the source
     * @param group consumer group of the stages
     * @param instanceId stable name of this instance
     * @param consumers Kafka's properties for consumers
     * @param producers Kafka's properties for producers
     * @param threads how many stages, 1 or more
     * @param failOnDataLoss whether records that were deleted before they were read are an error
     * @param deadLetterGroup group without members: up to where dead letters are sent
     * @param maxDeadLetterBytes the largest batch that the dead-letter topic takes
     */
    public record Wiring(
            String topic,
            String group,
            String instanceId,
            Map<String, String> consumers,
            Map<String, String> producers,
            TransactionIds transactionIds,
            int threads,
            boolean failOnDataLoss,
            String deadLetterTopic,
            String deadLetterGroup,
            int maxDeadLetterBytes) {}

    /**
     * Makes sure of the table before anything is read.
     *
     * @param tables opens the table, checked, once for each stage
     * @param functions makes the query's function, once for each stage
     * @param failed told, once a stage, of what ended it other than a stop
     * @throws MissingRowsException when the table does not hold what was committed to it
     * @throws io.sluice.app.kafka.SourceOffsets.DataLossException when records that are to be read are gone
     */
    public static AppendStages open(
            Wiring wiring,
            KafkaCluster cluster,
            Supplier<DeltaTable> tables,
            Supplier<RowFunction> functions,
            LocalOffsets localOffsets,
            Supplier<CommitTrigger> triggers,
            TopologyProgress progress,
            Consumer<Throwable> failed) {
        List<SinkStage> stages = new ArrayList<>();
        List<AppendIntake> intakes = new ArrayList<>();
        Map<Integer, PartitionCounts> counted = new ConcurrentHashMap<>();
        StartRule rule = new SourceStart(wiring.topic, wiring.failOnDataLoss);
        for (int number = 0; number < wiring.threads; number++) {
            DeltaTable table = tables.get();
            AppendTable rows =
                    new DeltaAppendTable(table, wiring.transactionIds().prefix());
            if (number == 0) {
                SinkStages.requireStarts(cluster, wiring.topic, wiring.transactionIds, rows, localOffsets, rule);
            }
            AppendIntake intake = new AppendIntake(
                    wiring.transactionIds,
                    functions.get(),
                    rows,
                    deadLetters(wiring),
                    progress,
                    counted,
                    Clock.systemUTC());
            intakes.add(intake);
            SinkSettings settings = settings(wiring, number);
            SinkStage stage = new SinkStage(
                    settings,
                    new KafkaConsumer<>(
                            consumerProperties(settings), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                    InputTopic.source(cluster, wiring.topic),
                    intake,
                    rule,
                    rows,
                    localOffsets,
                    triggers.get(),
                    Clock.systemUTC(),
                    failed);
            stage.startsAt(table.version().orElse(-1));
            stages.add(stage);
        }
        return new AppendStages(stages, intakes);
    }

    private static AppendIntake.DeadLetters deadLetters(Wiring wiring) {
        return new AppendIntake.DeadLetters(
                wiring.deadLetterTopic,
                wiring.maxDeadLetterBytes,
                new KafkaDeadLetters(
                        wiring.consumers,
                        wiring.producers,
                        wiring.topic,
                        wiring.deadLetterGroup,
                        wiring.maxDeadLetterBytes));
    }

    /** Half of what may be buffered is full of what is being committed. */
    private static SinkSettings settings(Wiring wiring, int number) {
        long ofAll = Math.min(MAX_BUFFERED_BYTES, Runtime.getRuntime().maxMemory() / 8);
        return new SinkSettings(
                wiring.topic,
                wiring.group,
                wiring.instanceId + "-" + number,
                wiring.consumers,
                wiring.transactionIds,
                ofAll / wiring.threads);
    }

    private static Map<String, Object> consumerProperties(SinkSettings settings) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 64 << 20);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 8 << 20);
        properties.putAll(SinkStages.consumerProperties(settings));
        return properties;
    }

    public void start() {
        stages.forEach(SinkStage::start);
    }

    /** From now on reads the partitions up to these offsets, exclusive; what is later than said before is read on to. */
    public void readTo(Map<TopicPartition, Long> ends) {
        Map<Integer, Long> byNumber = new HashMap<>();
        ends.forEach((partition, end) -> byNumber.put(partition.partition(), end));
        intakes.forEach(intake -> intake.readTo(byNumber));
    }

    /** The partitions that this process reads; empty while it is not settled which. */
    public Optional<Set<TopicPartition>> owned() {
        Set<TopicPartition> all = new HashSet<>();
        for (SinkStage stage : stages) {
            Optional<Set<TopicPartition>> here = stage.owned();
            if (here.isEmpty()) {
                return here;
            }
            all.addAll(here.get());
        }
        return Optional.of(all);
    }

    public SinkProgress progress() {
        return SinkProgress.sum(stages.stream().map(SinkStage::progress).toList());
    }

    /** The longest that the table has not answered one of them. */
    public Duration tableSilentFor() {
        return stages.stream()
                .map(SinkStage::tableSilentFor)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /**
     * Ends the stages: commits under way are awaited, what is only buffered is read again by the next start.
     *
     * @param timeout how long to wait for all
     * @return whether everything ended in time
     */
    public boolean stop(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean ended = true;
        stages.forEach(stage -> stage.stopping(deadline));
        for (SinkStage stage : stages) {
            ended &= stage.stop(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        }
        return ended;
    }

    @Override
    public void close() {
        stages.forEach(SinkStage::close);
    }
}
