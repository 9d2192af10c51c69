package io.sluice.app.kafka;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a consumer group is from fixed ends. Ends and committed positions count transaction markers as offsets, so the two are
 * compared with each other and never with numbers of records.
 */
public final class Backlog {
    private final KafkaCluster cluster;
    private final String group;
    private final Map<TopicPartition, Long> ends;

    /** @param ends first offset that need not be reached, by partition */
    public Backlog(KafkaCluster cluster, String group, Map<TopicPartition, Long> ends) {
        this.cluster = cluster;
        this.group = group;
        this.ends = Map.copyOf(ends);
    }

    /**
     * Partitions whose end is not reached, with what is left. A partition that holds no record below its end is done without a
     * position.
     */
    public Map<TopicPartition, Long> open() {
        Map<TopicPartition, Long> committed = cluster.committedOffsets(group);
        Map<TopicPartition, Long> open = new TreeMap<>(KafkaCluster.BY_TOPIC_AND_PARTITION);
        List<TopicPartition> unknown = ends.keySet().stream()
                .filter(partition -> !committed.containsKey(partition))
                .toList();
        Map<TopicPartition, Long> earliest = unknown.isEmpty() ? Map.of() : cluster.earliestOffsets(unknown);
        ends.forEach((partition, end) -> {
            Long known = committed.get(partition);
            long position = known == null ? earliest.getOrDefault(partition, 0L) : known;
            if (position < end) {
                open.put(partition, end - position);
            }
        });
        return open;
    }

    public long total() {
        return open().values().stream().mapToLong(Long::longValue).sum();
    }
}
