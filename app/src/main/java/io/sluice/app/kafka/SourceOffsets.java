package io.sluice.app.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Where reading a source begins. The positions of the consumer group are set before the streams start and the streams may not
 * reset them, so that the rule is Spark's: the starting offsets count at the first start only, and a position whose records
 * are gone is an error, never a silent jump.
 */
public final class SourceOffsets {

    /** Records that were not yet read have been deleted from the source. */
    public static final class DataLossException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public DataLossException(String message) {
            super(message);
        }

        public DataLossException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Where a partition starts at the first start. */
    public sealed interface Start {
        /** The oldest record. */
        record Earliest() implements Start {}

        /** The record that is written next. */
        record Latest() implements Start {}

        /** Fixed offsets by partition; -2 stands for the earliest, -1 for the latest. */
        record Fixed(Map<Integer, Long> offsets) implements Start {}
    }

    private static final long EARLIEST = -2;
    private static final long LATEST = -1;
    /** Longer than Kafka's default session timeout. */
    private static final Duration MEMBERS_GONE = Duration.ofSeconds(60);

    private final KafkaCluster cluster;
    private final String group;
    private final List<TopicPartition> partitions;
    private final Map<TopicPartition, Long> saved;

    /**
     * @param partitions of the source
     * @param saved positions that the query's state reaches to, also of internal topics: they count where the group has none,
     *     because Kafka forgets the positions of a group that was empty for long while the state stays
     */
    public SourceOffsets(
            KafkaCluster cluster, String group, List<TopicPartition> partitions, Map<TopicPartition, Long> saved) {
        this.cluster = cluster;
        this.group = group;
        this.partitions = List.copyOf(partitions);
        this.saved = Map.copyOf(saved);
    }

    /** Positions to be set, and what is lost by it, one sentence a partition. */
    public record Moves(Map<TopicPartition, Long> positions, List<String> lost) {
        private void refuse(boolean failOnDataLoss) {
            if (!lost.isEmpty() && failOnDataLoss) {
                throw new DataLossException(String.join("\n", lost)
                        + "\nset failOnDataLoss: false to go on from the earliest offset without them");
            }
        }
    }

    /**
     * Where reading begins at a first start; no position is set.
     *
     * @throws DataLossException as {@link #prepare} does
     */
    public static Moves firstStart(
            KafkaCluster cluster, List<TopicPartition> partitions, Start start, boolean failOnDataLoss) {
        Moves moves = new SourceOffsets(cluster, "", partitions, Map.of()).moves(start, Map.of());
        moves.refuse(failOnDataLoss);
        return moves;
    }

    /**
     * Gives every partition of the group a position that can be read.
     *
     * @param failOnDataLoss whether a position below the earliest offset is an error; else it is moved there
     * @return one sentence per partition whose position was moved over lost records
     * @throws DataLossException naming every such partition, its position and the earliest offset
     */
    public List<String> prepare(Start start, boolean failOnDataLoss) {
        Moves moves = moves(start);
        moves.refuse(failOnDataLoss);
        if (!moves.positions.isEmpty()) {
            set(start, moves);
        }
        return moves.lost;
    }

    /**
     * Kafka refuses to set positions of a group with members; members that died without leaving are waited for. What is to be set
     * is asked anew each time: another instance may have set it, and have gone on from there.
     */
    private void set(Start start, Moves first) {
        boolean done = KafkaCluster.within(
                MEMBERS_GONE,
                () -> {
                    Map<TopicPartition, Long> positions = moves(start).positions;
                    return positions.isEmpty() || cluster.setOffsets(group, positions);
                },
                answer -> answer);
        if (!done) {
            throw new DataLossException(
                    "consumer group " + group + ": its positions must be set to " + first.positions
                            + ", and Kafka refuses that as long as the group has members. Stop all instances of the query, then start again");
        }
    }

    private Moves moves(Start start) {
        return moves(start, cluster.committedOffsets(group));
    }

    private Moves moves(Start start, Map<TopicPartition, Long> ofGroup) {
        Map<TopicPartition, Long> committed = new TreeMap<>(KafkaCluster.BY_TOPIC_AND_PARTITION);
        committed.putAll(ofGroup);
        Map<TopicPartition, Long> positions = new TreeMap<>(KafkaCluster.BY_TOPIC_AND_PARTITION);
        saved.forEach((partition, position) -> {
            if (committed.putIfAbsent(partition, position) == null) {
                positions.put(partition, position);
            }
        });
        Map<TopicPartition, Long> earliest = cluster.earliestOffsets(partitions);
        Map<TopicPartition, Long> latest = cluster.stableEndOffsets(partitions);
        boolean firstStart = partitions.stream().noneMatch(committed::containsKey);
        List<String> lost = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long end = KafkaCluster.offset(latest, partition);
            Long position = committed.get(partition);
            long first = KafkaCluster.offset(earliest, partition);
            // a partition that was added later is read from its beginning, whatever the start was
            long wanted = position != null ? position : firstStart ? startOf(start, partition, first, end) : first;
            if (wanted < first || wanted > end) {
                lost.add(lossOf(partition, position == null, wanted, first, end));
                positions.put(partition, first);
            } else if (position == null) {
                positions.put(partition, wanted);
            }
        }
        return new Moves(positions, lost);
    }

    private static String lossOf(TopicPartition partition, boolean chosen, long position, long first, long end) {
        if (chosen && position > end) {
            return "topic " + partition.topic() + ", partition " + partition.partition() + ": startingOffsets says "
                    + position + ", but the topic ends at " + end + ": write an offset from " + first + " to " + end
                    + ", or -1 for latest";
        }
        return position < first
                ? "topic " + partition.topic() + ", partition " + partition.partition() + ": wanted offset " + position
                        + ", the earliest is " + first + ": " + (first - position)
                        + " offsets were deleted before they were read"
                : "topic " + partition.topic() + ", partition " + partition.partition() + ": wanted offset " + position
                        + ", but the topic ends at " + end + ": it was deleted and made anew, or cut";
    }

    private static long startOf(Start start, TopicPartition partition, long earliest, long latest) {
        if (start instanceof Start.Earliest) {
            return earliest;
        }
        if (start instanceof Start.Latest) {
            return latest;
        }
        long offset = ((Start.Fixed) start).offsets().getOrDefault(partition.partition(), EARLIEST);
        if (offset == EARLIEST) {
            return earliest;
        }
        return offset == LATEST ? latest : offset;
    }
}
