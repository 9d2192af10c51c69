package io.sluice.benchmarks.compare;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads partitions from their beginnings to where they end now. */
final class Bounded {
    private static final Duration POLL = Duration.ofMillis(500);

    private Bounded() {}

    /** @param settings of the consumer */
    static void read(
            Map<String, Object> settings,
            Set<TopicPartition> partitions,
            Consumer<ConsumerRecord<byte[], byte[]>> records) {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(records);
            }
        }
    }
}
