package io.sluice.benchmarks.compare;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends records; closing it waits until Kafka has all of them. */
final class Sender implements AutoCloseable {
    private final Producer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    Sender(String bootstrapServers, int lingerMs) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrapServers);
        settings.put("compression.type", "lz4");
        settings.put("linger.ms", lingerMs);
        settings.put("batch.size", 1 << 18);
        settings.put("buffer.memory", 1L << 27);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void send(ProducerRecord<byte[], byte[]> message) {
        Future<RecordMetadata> unused = producer.send(message, (sent, thrown) -> {
            if (thrown != null) {
                failure.compareAndSet(null, thrown);
            }
        });
    }

    /** @throws IllegalStateException when a record was not taken */
    @Override
    public void close() {
        producer.close();
        Exception thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("Kafka did not take all readings", thrown);
        }
    }
}
