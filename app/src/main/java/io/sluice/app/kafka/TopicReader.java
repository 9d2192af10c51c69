package io.sluice.app.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is committed in some partitions now, from their beginning, without a consumer group. */
public final class TopicReader {
    private TopicReader() {}

    /** Calls the visitor for each record below the last stable offsets, in the order of each partition. */
    public static void read(
            KafkaCluster cluster,
            Map<String, ?> connection,
            List<TopicPartition> partitions,
            Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        Map<TopicPartition, Long> ends = cluster.stableEndOffsets(partitions);
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // compaction may move the beginning while we read
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(visitor);
            }
        }
    }
}
