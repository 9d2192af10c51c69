package io.sluice.app.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a consumer group is from fixed ends. Ends and committed positions count transaction markers as offsets, so the two are
 * compared with each other and never with numbers of records. Not thread-safe.
 */
public final class Backlog {
    private final KafkaCluster cluster;
    private final String group;
    private final Map<TopicPartition, Long> ends;
    private final Reach reach = new Reach();

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
        Map<TopicPartition, Long> open = new TreeMap<>(KafkaCluster.BY_TOPIC_AND_PARTITION);
        openPositions()
                .forEach((partition, position) -> open.put(partition, KafkaCluster.offset(ends, partition) - position));
        return open;
    }

    private Map<TopicPartition, Long> openPositions() {
        Map<TopicPartition, Long> committed = cluster.committedOffsets(group);
        List<TopicPartition> unknown = ends.keySet().stream()
                .filter(partition -> !committed.containsKey(partition))
                .toList();
        Map<TopicPartition, Long> earliest = unknown.isEmpty() ? Map.of() : cluster.earliestOffsets(unknown);
        Map<TopicPartition, Long> positions = new HashMap<>();
        ends.forEach((partition, end) -> {
            Long known = committed.get(partition);
            long position = known == null ? earliest.getOrDefault(partition, 0L) : known;
            long reached = reach.of(partition, position);
            if (reached < end) {
                positions.put(partition, reached);
            }
        });
        return positions;
    }

    /**
     * Reads on from the open positions to the next record and counts what lies before it as reached. Takes two seconds at most,
     * and what was looked through once is not read again.
     *
     * @param connection Kafka's own properties for a client
     */
    public void passOverWhatHoldsNoRecord(Map<String, ?> connection) {
        reach.lookAhead(connection, openPositions(), ends);
    }

    public long total() {
        return open().values().stream().mapToLong(Long::longValue).sum();
    }
}
