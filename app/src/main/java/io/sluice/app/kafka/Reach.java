package io.sluice.app.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a group's positions reach when a stretch without a record behind them counts as passed: the group has nothing to do
 * there, and Kafka Streams never commits a position behind which it processed nothing. What was looked through once is not read
 * again. Not thread-safe.
 */
final class Reach {
    /** How long one look takes at most. */
    static final Duration LOOK_AHEAD = Duration.ofSeconds(2);

    /** Up to where no record was found behind a position of the group. */
    private final Map<TopicPartition, Long> free = new HashMap<>();

    /** @param position of the group */
    long of(TopicPartition partition, long position) {
        return Math.max(position, free.getOrDefault(partition, 0L));
    }

    /**
     * Reads on to the next record or, where none is met, as far as the time allows.
     *
     * @param connection Kafka's own properties for a client
     * @param from how far the positions reach by now, by partition
     * @param ends first offsets that are of no interest, by partition
     */
    void lookAhead(Map<String, ?> connection, Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends) {
        if (!from.isEmpty()) {
            free.putAll(TailProbe.freeUpTo(connection, from, ends, LOOK_AHEAD));
        }
    }
}
