package io.sluice.app.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes and reads the records of one topic with one partition. */
final class Records {
    static final String TOPIC = "readings";

    private Records() {}

    static void createTopic(String bootstrapServers) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
    }

    static void writeCommitted(String bootstrapServers, String... values) {
        try (KafkaProducer<String, String> producer = producer(bootstrapServers)) {
            producer.beginTransaction();
            for (String value : values) {
                var unused = producer.send(new ProducerRecord<>(TOPIC, value));
            }
            producer.commitTransaction();
        }
    }

    static void writeAborted(String bootstrapServers, String value) {
        try (KafkaProducer<String, String> producer = producer(bootstrapServers)) {
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(TOPIC, value));
            producer.flush();
            producer.abortTransaction();
        }
    }

    private static KafkaProducer<String, String> producer(String bootstrapServers) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "test"),
                new StringSerializer(),
                new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    /**
     * Reads from the beginning until there are so many committed records. The end of the log would not do as the goal: a commit is
     * acknowledged before its markers are written, and after a kill they are written some time after the start.
     */
    static List<String> readCommitted(String bootstrapServers, int count) {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (values.size() < count) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
