package io.sluice.app.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer outside of any group: it reads what is committed in partitions that it is told, and moves no position. What lies below
 * the beginning was deleted or compacted away, so it reads on from the beginning.
 */
record ReadCommittedConsumer(KafkaConsumer<byte[], byte[]> kafka) implements AutoCloseable {
    /**
     * @param connection Kafka's own properties for a client
     * @param extra settings that differ from one use to another
     */
    static ReadCommittedConsumer open(Map<String, ?> connection, Map<String, ?> extra) {
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.putAll(extra);
        return new ReadCommittedConsumer(
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /** At once: there is no group to leave, and a broker that is silent would be waited for half a minute. */
    @Override
    public void close() {
        kafka.close(CloseOptions.timeout(Duration.ZERO));
    }
}
