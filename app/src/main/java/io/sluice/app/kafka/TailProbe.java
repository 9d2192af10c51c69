package io.sluice.app.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks for the next committed record of some partitions. Offsets alone do not tell whether there is one: transaction markers
 * and aborted records take offsets too and are never delivered. Reads without a consumer group, so it moves no position.
 */
final class TailProbe {
    private static final Duration POLL = Duration.ofMillis(100);

    private TailProbe() {}

    /**
     * How far each partition is free of committed records: up to its next record or, where none is met, as far as was read. With
     * too little time it stops short; a later look may go on from there.
     *
     * @param from offsets where to start, by partition
     * @param ends first offsets that are of no interest, by partition
     * @return an offset for each partition of {@code from}: no record lies in [from, offset)
     */
    static Map<TopicPartition, Long> freeUpTo(
            Map<String, ?> connection, Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends, Duration time) {
        Map<TopicPartition, Long> free = new HashMap<>(from);
        long deadline = System.nanoTime() + time.toNanos();
        try (ReadCommittedConsumer open = ReadCommittedConsumer.open(connection, Map.of())) {
            KafkaConsumer<byte[], byte[]> consumer = open.kafka();
            Set<TopicPartition> searched = new HashSet<>(from.keySet());
            consumer.assign(searched);
            from.forEach(consumer::seek);
            while (!searched.isEmpty() && System.nanoTime() < deadline) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                for (TopicPartition partition : List.copyOf(searched)) {
                    List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
                    long next = records.isEmpty()
                            ? consumer.position(partition, time)
                            : records.get(0).offset();
                    free.merge(partition, next, Math::max);
                    if (!records.isEmpty() || next >= KafkaCluster.offset(ends, partition)) {
                        searched.remove(partition);
                        consumer.pause(List.of(partition));
                    }
                }
            }
        } catch (KafkaException refused) {
            throw new KafkaUnavailableException(
                    "looking for the next record of " + from.keySet() + ": " + refused.getMessage(), refused);
        }
        return free;
    }
}
