package io.sluice.app.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads what is committed in some partitions now, from their beginning, without a consumer group. */
public final class TopicReader {
    /** How long reading may stand still: a topic that was deleted or made anew meanwhile never gets to its old end. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private TopicReader() {}

    /**
     * Calls the visitor for each record below the last stable offsets, in the order of each partition.
     *
     * @throws KafkaUnavailableException when Kafka refuses, or nothing has come for 30 seconds
     */
    public static void read(
            KafkaCluster cluster,
            Map<String, ?> connection,
            List<TopicPartition> partitions,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        readTo(cluster.stableEndOffsets(partitions), connection, PATIENCE, visitor);
    }

    /**
     * As {@link #read}, but only the last stretch of each partition.
     *
     * @param offsets how long it is at most; transaction markers count
     */
    public static void readTail(
            KafkaCluster cluster,
            Map<String, ?> connection,
            List<TopicPartition> partitions,
            long offsets,
            Duration patience,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        Map<TopicPartition, Long> ends = cluster.stableEndOffsets(partitions);
        readFrom(
                consumer -> ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - offsets))),
                ends,
                connection,
                patience,
                visitor);
    }

    /**
     * As {@link #read}, up to offsets that are given and from positions that are; from the beginning where there is none. What was
     * written meanwhile may come as well.
     */
    static void readFrom(
            Map<TopicPartition, Long> positions,
            Map<TopicPartition, Long> ends,
            Map<String, ?> connection,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        readFrom(
                consumer -> ends.keySet()
                        .forEach(partition -> consumer.seek(partition, positions.getOrDefault(partition, 0L))),
                ends,
                connection,
                PATIENCE,
                visitor);
    }

    /** As {@link #read}, up to offsets that are given, and with a patience that is. */
    static void readTo(
            Map<TopicPartition, Long> ends,
            Map<String, ?> connection,
            Duration patience,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        readFrom(consumer -> consumer.seekToBeginning(ends.keySet()), ends, connection, patience, visitor);
    }

    /** @param start puts the consumer where reading begins */
    private static void readFrom(
            Consumer<KafkaConsumer<byte[], byte[]>> start,
            Map<TopicPartition, Long> ends,
            Map<String, ?> connection,
            Duration patience,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        try (ReadCommittedConsumer open = ReadCommittedConsumer.open(connection, Map.of())) {
            KafkaConsumer<byte[], byte[]> consumer = open.kafka();
            consumer.assign(ends.keySet());
            start.accept(consumer);
            readOn(consumer, ends, patience, visitor);
        } catch (KafkaException refused) {
            throw new KafkaUnavailableException(
                    topicsOf(ends) + ": cannot be read (" + refused.getMessage() + ")", refused);
        }
    }

    private static void readOn(
            KafkaConsumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> ends,
            Duration patience,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        long missing = Long.MAX_VALUE;
        long progressNanos = System.nanoTime();
        while (true) {
            long now = missing(consumer, ends, patience);
            if (now == 0) {
                return;
            }
            if (now < missing) {
                missing = now;
                progressNanos = System.nanoTime();
            } else if (System.nanoTime() - progressNanos > patience.toNanos()) {
                throw new KafkaUnavailableException(
                        topicsOf(ends) + ": " + now + " offsets before the end, and nothing has come for "
                                + patience.toSeconds()
                                + " s; was the topic deleted or made anew meanwhile? Ask again",
                        new TimeoutException("no progress"));
            }
            consumer.poll(Duration.ofMillis(100)).forEach(visitor);
        }
    }

    /** How many offsets lie between here and the ends. */
    private static long missing(
            KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Duration patience) {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey(), patience)))
                .sum();
    }

    private static String topicsOf(Map<TopicPartition, Long> ends) {
        return "topic "
                + String.join(
                        ", ",
                        ends.keySet().stream()
                                .map(TopicPartition::topic)
                                .distinct()
                                .sorted()
                                .toList());
    }
}
