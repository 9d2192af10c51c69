package io.sluice.app.run;

import io.sluice.app.kafka.Backlog;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.sink.SinkStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells when an available-now run is done: every input up to the ends captured at its start is processed and committed, and all
 * that followed from it is in the table. It asks Kafka and not this process, so that it holds for any number of instances.
 *
 * <p>A transaction's offsets become visible a moment before its records do. So for each further topic the ends are taken with
 * uncommitted records included, and reaching them means that the transactions are through.
 */
final class AvailableNowRun {

    /** What is awaited. */
    private enum Phase {
        SOURCE,
        SHUFFLE,
        CLOSED_WINDOWS,
        DONE
    }

    private final KafkaCluster cluster;
    private final String group;
    private final String sinkGroup;
    private final Optional<String> shuffleTopic;
    private final List<TopicPartition> closedWindows;
    private final SinkStage sink;
    private Phase phase = Phase.SOURCE;
    private Backlog backlog;

    AvailableNowRun(
            KafkaCluster cluster,
            String group,
            String sinkGroup,
            Map<TopicPartition, Long> sourceEnds,
            Optional<String> shuffleTopic,
            List<TopicPartition> closedWindows,
            SinkStage sink) {
        this.cluster = cluster;
        this.group = group;
        this.sinkGroup = sinkGroup;
        this.shuffleTopic = shuffleTopic;
        this.closedWindows = closedWindows;
        this.sink = sink;
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

    private void step() {
        while (phase != Phase.DONE && backlog.open().isEmpty()) {
            phase = next();
        }
    }

    private Phase next() {
        if (phase == Phase.SOURCE && shuffleTopic.isPresent()) {
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
