package io.sluice.app.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads one partition of a compacted topic from its beginning and goes on for ever, committed records only. Not thread-safe, but
 * for {@link #wakeUp}.
 */
public final class TopicFollower implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaCluster cluster;
    private final TopicPartition partition;
    private final ReadCommittedConsumer open;
    private final KafkaConsumer<byte[], byte[]> consumer;

    /**
     * @param connection Kafka's own properties for a client
     * @param patience how long the broker keeps a question to which it has no answer yet
     */
    public TopicFollower(KafkaCluster cluster, Map<String, ?> connection, TopicPartition partition, Duration patience) {
        this.cluster = cluster;
        this.partition = partition;
        open = ReadCommittedConsumer.open(
                connection, Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) patience.toMillis()));
        consumer = open.kafka();
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    /**
     * Reads what comes within the time.
     *
     * @throws KafkaUnavailableException when Kafka refuses
     */
    public void poll(Duration time, BiConsumer<byte[], byte[]> visitor) {
        try {
            consumer.poll(time).forEach(message -> visitor.accept(message.key(), message.value()));
        } catch (WakeupException | RetriableException refused) {
            throw unavailable(refused);
        }
    }

    /**
     * Reads all that has been written by now, transactions included that are open yet.
     *
     * @param time how long those are waited for
     * @return whether all of it was read
     * @throws KafkaUnavailableException when Kafka does not answer
     */
    public boolean readToEnd(Duration time, BiConsumer<byte[], byte[]> visitor) {
        long end = KafkaCluster.offset(cluster.endOffsets(List.of(partition)), partition);
        long deadline = System.nanoTime() + time.toNanos();
        while (position(time) < end) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            poll(POLL, visitor);
        }
        return true;
    }

    private long position(Duration time) {
        try {
            return consumer.position(partition, time);
        } catch (WakeupException | RetriableException refused) {
            throw unavailable(refused);
        }
    }

    private KafkaUnavailableException unavailable(KafkaException refused) {
        return new KafkaUnavailableException(
                "topic " + partition.topic() + ": cannot be read (" + refused.getMessage() + ")", refused);
    }

    /** Ends a call that is waiting on another thread. */
    public void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        open.close();
    }
}
