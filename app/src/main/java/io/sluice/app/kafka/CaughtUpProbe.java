package io.sluice.app.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out in which partitions a consumer group has nothing left to read: its committed position, or the end of what holds no
 * record behind it, stands at the end. A partition in which a transaction is open has something to come and is not among them.
 * Not thread-safe.
 */
public final class CaughtUpProbe {
    private final KafkaCluster cluster;
    private final Map<String, ?> connection;
    private final String group;
    private final Reach reach = new Reach();
    /** Where positions stood at the last question. */
    private Map<TopicPartition, Long> before = Map.of();

    private long lookedNanos;
    private boolean looked;

    /** @param connection Kafka's own properties for a client */
    public CaughtUpProbe(KafkaCluster cluster, Map<String, ?> connection, String group) {
        this.cluster = cluster;
        this.connection = connection;
        this.group = group;
    }

    /** @throws KafkaUnavailableException when an answer is missing: then nothing is known of any partition */
    public Set<TopicPartition> caughtUp(Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Set.of();
        }
        Map<TopicPartition, Long> positions = positions(partitions);
        List<TopicPartition> asked = List.copyOf(positions.keySet());
        Map<TopicPartition, Long> stable = cluster.stableEndOffsets(asked);
        Map<TopicPartition, Long> written = cluster.endOffsets(asked);
        Set<TopicPartition> caughtUp = new HashSet<>();
        List<TopicPartition> behind = new ArrayList<>();
        for (TopicPartition partition : asked) {
            long end = KafkaCluster.offset(stable, partition);
            if (KafkaCluster.offset(written, partition) <= end) {
                (reached(positions, partition) >= end ? caughtUp : behind).add(partition);
            }
        }
        lookAhead(behind, positions, stable);
        behind.removeIf(partition -> reached(positions, partition) < KafkaCluster.offset(stable, partition));
        caughtUp.addAll(behind);
        before = positions;
        return caughtUp;
    }

    /** A partition without a position is not known to be read at all. */
    private Map<TopicPartition, Long> positions(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> positions = new HashMap<>(cluster.committedOffsets(group));
        positions.keySet().retainAll(partitions);
        return positions;
    }

    private long reached(Map<TopicPartition, Long> positions, TopicPartition partition) {
        return reach.of(partition, KafkaCluster.offset(positions, partition));
    }

    /** Where a position moves there are records to read; only behind one that stands still may there be none. */
    private void lookAhead(
            List<TopicPartition> behind, Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> from = new HashMap<>();
        for (TopicPartition partition : behind) {
            if (!looked || KafkaCluster.offset(positions, partition) == before.getOrDefault(partition, -1L)) {
                from.put(partition, reached(positions, partition));
            }
        }
        boolean soon = looked && System.nanoTime() - lookedNanos < Reach.LOOK_AHEAD.toNanos();
        if (!from.isEmpty() && !soon) {
            reach.lookAhead(connection, from, ends);
            looked = true;
            lookedNanos = System.nanoTime();
        }
    }
}
