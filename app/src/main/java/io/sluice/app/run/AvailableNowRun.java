package io.sluice.app.run;

import io.sluice.app.kafka.Backlog;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.sink.SinkStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells when an available-now run is done: every input up to the ends captured at its start is processed and committed, and all
 * that followed from it is in the table. It asks Kafka and not this process, so that it holds for any number of instances.
 *
 * <p>A transaction's offsets become visible a moment before its records do. So for each further topic the ends are taken with
 * uncommitted records included, and reaching them means that the transactions are through.
 *
 * <p>A position need not reach an end by commits: Kafka Streams commits nothing for a stretch of aborted records and transaction
 * markers. Whether only such lie between the two is looked up at first, and again whenever positions stand still.
 *
 * <p>When the source is read, silent partitions follow the query's watermark. Each is raised by its own task, in whichever process;
 * that none has a step to make is read from the watermarks topic.
 *
 * <p>Instances capture their ends each for itself, and offsets of many partitions are not one snapshot: of two instances each may
 * await records of a partition that the other owns and reads to an earlier end only. Whoever stands still for long because of
 * others ({@link #isHeldUp}) has to read on to ends captured anew, which are at or above all that were captured before. So each
 * instance either is done and leaves its partitions to others, or reads as far as anybody awaits.
 */
final class AvailableNowRun {

    /** What is awaited. */
    private enum Phase {
        SOURCE,
        /** Idle partitions have followed the query's watermark, and what silence closes is closed, in every partition. */
        WATERMARKS,
        SHUFFLE,
        CLOSED_WINDOWS,
        DONE
    }

    /** How long positions stand still before it is looked up whether there is a record ahead of them. */
    private static final Duration STILL = Duration.ofSeconds(2);
    /** Transaction markers and aborted records are rarely more than so many at the end of a partition. */
    private static final long FEW = 100;

    private final KafkaCluster cluster;
    private final Map<String, String> connection;
    private final String group;
    private final String sinkGroup;
    private final BooleanSupplier watermarksSettled;
    private final Optional<String> shuffleTopic;
    private final List<TopicPartition> closedWindows;
    private final SinkStage sink;
    private final Standstill standstill;
    private Phase phase = Phase.SOURCE;
    private Backlog backlog;
    /** What the last look left open; empty before the first look of a phase. */
    private Map<TopicPartition, Long> lastOpen = Map.of();

    private long lookAheadNanos;
    private final Pace pace = new Pace(System::nanoTime);

    AvailableNowRun(
            KafkaCluster cluster,
            Map<String, String> connection,
            String group,
            String sinkGroup,
            Map<TopicPartition, Long> sourceEnds,
            BooleanSupplier watermarksSettled,
            Optional<String> shuffleTopic,
            List<TopicPartition> closedWindows,
            SinkStage sink,
            Standstill standstill) {
        this.cluster = cluster;
        this.connection = connection;
        this.group = group;
        this.sinkGroup = sinkGroup;
        this.watermarksSettled = watermarksSettled;
        this.shuffleTopic = shuffleTopic;
        this.closedWindows = closedWindows;
        this.sink = sink;
        this.standstill = standstill;
        this.backlog = new Backlog(cluster, group, sourceEnds);
    }

    /** Whether the streams have nothing (more) to do: source and shuffle are processed up to their ends. */
    boolean streamsDone() {
        step();
        return phase.compareTo(Phase.CLOSED_WINDOWS) >= 0;
    }

    /** Whether everything is in the table. */
    boolean done() {
        step();
        return phase == Phase.DONE;
    }

    /**
     * Whether this run has for long been waiting for nothing but other instances, as of the last look.
     *
     * @param owned partitions that this instance works on; empty when that is not settled
     */
    boolean isHeldUp(Optional<Set<TopicPartition>> owned) {
        // behind the source nothing is bounded: whoever owns a partition reads it to its end
        return phase == Phase.SOURCE && owned.isPresent() && standstill.hasLasted(lastOpen, owned.get());
    }

    private void step() {
        while (phase != Phase.DONE && reached()) {
            phase = next();
            pace.begin();
            lastOpen = Map.of();
        }
    }

    private boolean reached() {
        if (!pace.isDue()) {
            return false;
        }
        if (phase == Phase.WATERMARKS) {
            boolean settled = watermarksSettled.getAsBoolean();
            pace.found(1);
            return settled;
        }
        Map<TopicPartition, Long> open = backlog.open();
        pace.found(open.values().stream().mapToLong(Long::longValue).sum());
        if (open.isEmpty()) {
            return true;
        }
        boolean firstLook = lastOpen.isEmpty();
        if (!firstLook && !open.equals(lastOpen)) {
            lastOpen = open;
            lookAheadNanos = System.nanoTime() + STILL.toNanos();
        }
        if (firstLook && phase == Phase.SOURCE && open.values().stream().anyMatch(left -> left > FEW)) {
            // there is work for the streams, whatever else is found
            lastOpen = open;
            lookAheadNanos = System.nanoTime() + STILL.toNanos();
            return false;
        }
        if (!firstLook && System.nanoTime() - lookAheadNanos < 0) {
            return false;
        }
        backlog.passOverWhatHoldsNoRecord(connection);
        lastOpen = backlog.open();
        lookAheadNanos = System.nanoTime() + STILL.toNanos();
        return lastOpen.isEmpty();
    }

    private Phase next() {
        if (phase == Phase.SOURCE) {
            return Phase.WATERMARKS;
        }
        if (phase == Phase.WATERMARKS && shuffleTopic.isPresent()) {
            List<TopicPartition> shuffle = cluster.topic(shuffleTopic.get())
                    .map(KafkaCluster::partitions)
                    .orElse(List.of());
            backlog = new Backlog(cluster, group, cluster.endOffsets(shuffle));
            return Phase.SHUFFLE;
        }
        if (phase == Phase.CLOSED_WINDOWS) {
            return Phase.DONE;
        }
        backlog = new Backlog(cluster, sinkGroup, cluster.endOffsets(closedWindows));
        sink.drain();
        return Phase.CLOSED_WINDOWS;
    }
}
