package io.sluice.app.run;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.progress.StandbyCopies;
import io.sluice.app.progress.StateRestoration;
import io.sluice.topology.BoundedRocksDb;
import io.sluice.topology.ProcessSettings;
import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.progress.LedgerProgress;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.WatermarkExchange;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream threads of a query: started, perhaps started anew with later ends, closed. That is for one thread; any thread may
 * look.
 */
final class RunningStreams {
    /** What they are called where they are late. */
    static final String STREAMS = "the stream threads";

    private static final Logger LOG = LoggerFactory.getLogger(RunningStreams.class);

    private final QueryDefinition query;
    private final Map<String, String> connection;
    private final Checkpoint checkpoint;
    private final Preparation.Ready ready;
    private final WatermarkExchange exchange;
    private final TopologyProgress progress;
    private final StateRestoration restoration = new StateRestoration();
    private final StandbyCopies standbys = new StandbyCopies();
    private final Consumer<Throwable> failed;
    private final HeapBudget heap;
    private final LostTransactions lostTransactions = new LostTransactions(System::nanoTime);
    private volatile @Nullable KafkaStreams streams;

    /** @param failed told of what ended a stream thread */
    RunningStreams(
            QueryDefinition query,
            Map<String, String> connection,
            Checkpoint checkpoint,
            Preparation.Ready ready,
            WatermarkExchange exchange,
            TopologyProgress progress,
            Consumer<Throwable> failed) {
        this.query = query;
        this.connection = connection;
        this.checkpoint = checkpoint;
        this.ready = ready;
        this.exchange = exchange;
        this.progress = progress;
        this.failed = failed;
        this.heap = HeapBudget.ofBytes(query.state().heapBytes());
    }

    /** @param ends where reading stops, by partition of the source; empty to read for ever */
    void start(Optional<Map<TopicPartition, Long>> ends) {
        Properties properties = new Properties();
        properties.putAll(StreamsSettings.of(
                query,
                connection,
                checkpoint.instanceId(),
                checkpoint.layout().state(),
                ends,
                ready.groupProtocol(),
                ready.maxDeadLetterBytes()));
        KafkaStreams started = newStreams(ready.topology().build(processSettings(ends)), properties);
        started.setUncaughtExceptionHandler(thrown -> {
            if (lostTransactions.mayGoOn(thrown)) {
                LOG.info(
                        "Kafka has given up this instance's transaction; goes on from the last one that was committed ({})",
                        thrown.toString());
                return StreamThreadExceptionResponse.REPLACE_THREAD;
            }
            failed.accept(thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        started.setGlobalStateRestoreListener(restoration);
        started.setStandbyUpdateListener(standbys);
        streams = started;
        started.start();
    }

    private ProcessSettings processSettings(Optional<Map<TopicPartition, Long>> ends) {
        return new ProcessSettings(
                ready.maxDeadLetterBytes(),
                exchange,
                StreamsSettings.commitPause(query.trigger()),
                heap,
                ends.orElse(Map.of()).entrySet().stream()
                        .collect(Collectors.toMap(end -> end.getKey().partition(), Map.Entry::getValue)));
    }

    private static KafkaStreams newStreams(Topology topology, Properties properties) {
        try {
            return new KafkaStreams(topology, properties);
        } catch (KafkaException refused) {
            throw StreamsFailure.atStart("streams", refused);
        }
    }

    /**
     * Ends the threads in order, which commits what they have read, and starts them with other ends. The group is not left
     * meanwhile, so that the partitions come back.
     */
    void restart(Map<TopicPartition, Long> ends) {
        if (!close(GroupMembershipOperation.REMAIN_IN_GROUP)) {
            throw new ShutdownTimeoutException(query.shutdownTimeout(), STREAMS);
        }
        start(Optional.of(ends));
    }

    /**
     * Ends the threads and hands their partitions on; what they last reported stays.
     *
     * @return whether they ended within {@code shutdownTimeout}
     */
    boolean close() {
        progress.ending();
        return close(GroupMembershipOperation.LEAVE_GROUP);
    }

    private boolean close(GroupMembershipOperation membership) {
        KafkaStreams running = streams;
        streams = null;
        return running == null
                || running.close(
                        CloseOptions.timeout(query.shutdownTimeout()).withGroupMembershipOperation(membership));
    }

    /** State of this process for the progress report. */
    QueryProgress.State state() {
        long limit = query.state().memoryBytes();
        return new QueryProgress.State(
                restoration.restoredRecords(),
                restoration.recordsLeft(),
                restoration.timeLeft().map(Duration::toSeconds).orElse(-1L),
                standbys.count(),
                standbys.recordsBehind(),
                BoundedRocksDb.usedBytes(limit),
                limit,
                progress.ledgers().stream().mapToLong(LedgerProgress::heapBytes).sum(),
                query.state().heapBytes());
    }

    /** What of the state is still to be read back, in words; empty when there is nothing. */
    String restoring() {
        return restoration.recordsLeft() == 0 ? "" : restoration.toString();
    }

    /** Kafka Streams itself, for its metrics and what it knows of other instances; empty while no thread runs. */
    Optional<KafkaStreams> kafkaStreams() {
        return Optional.ofNullable(streams);
    }

    /** Partitions that the threads work on, of all topics; empty while it is not settled who works on what. */
    Optional<Set<TopicPartition>> owned() {
        KafkaStreams running = streams;
        if (running == null || running.state() != KafkaStreams.State.RUNNING) {
            return Optional.empty();
        }
        return Optional.of(running.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .collect(Collectors.toSet()));
    }
}
