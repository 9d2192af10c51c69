package io.sluice.test.kafka;

import io.sluice.app.await.Leaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The few things that tests do with topics. Every call blocks and fails after a minute. Confined to one thread. */
public final class Topics implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(200);

    private final String bootstrapServers;
    private final Admin admin;

    /** How a transaction ends. */
    public enum Outcome {
        COMMIT,
        ABORT
    }

    public Topics(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    public void create(String topic, int partitions) {
        create(topic, partitions, Map.of());
    }

    /** @param settings Kafka's topic settings, such as {@code cleanup.policy} */
    public void create(String topic, int partitions, Map<String, String> settings) {
        await(
                "create topic " + topic,
                admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(settings)))
                        .all());
        Leaders.await(admin, topic, partitions, DEADLINE);
    }

    public void delete(String topic) {
        await("delete topic " + topic, admin.deleteTopics(List.of(topic)).all());
    }

    public Set<String> names() {
        return await("list topics", admin.listTopics().names());
    }

    /** Sends outside of any transaction and waits until the broker has them all; in order for each partition. */
    public void send(String topic, Collection<Message> messages) {
        try (KafkaProducer<String, String> producer = producer(Map.of())) {
            sendAll(producer, topic, messages);
        }
    }

    /**
     * Sends in one transaction. Committed or aborted, it leaves a transaction marker at the end of each partition that it
     * wrote to, which moves the end offset by one.
     */
    public void sendInTransaction(String topic, Collection<Message> messages, Outcome outcome) {
        try (KafkaProducer<String, String> producer =
                producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "test-" + topic))) {
            producer.initTransactions();
            producer.beginTransaction();
            sendAll(producer, topic, messages);
            if (outcome == Outcome.COMMIT) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }

    /** All committed messages up to the end that each partition has now, partition by partition, in order. */
    public List<Message> readCommitted(String topic) {
        List<Message> messages = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer()) {
            for (TopicPartition partition : partitions(consumer, topic)) {
                readPartition(consumer, partition, messages);
            }
        }
        return messages;
    }

    /** The last stable offset of each partition: that of the next message, transaction markers included. */
    public Map<Integer, Long> endOffsets(String topic) {
        Map<Integer, Long> ends = new HashMap<>();
        try (KafkaConsumer<String, String> consumer = consumer()) {
            consumer.endOffsets(partitions(consumer, topic), DEADLINE)
                    .forEach((partition, end) -> ends.put(partition.partition(), end));
        }
        return ends;
    }

    /** For what else a test asks of the broker. */
    public Admin admin() {
        return admin;
    }

    @Override
    public void close() {
        admin.close(DEADLINE);
    }

    private static void readPartition(
            KafkaConsumer<String, String> consumer, TopicPartition partition, List<Message> messages) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        // under read_committed this is the last stable offset: an open transaction is not waited for
        long end = consumer.endOffsets(List.of(partition), DEADLINE).getOrDefault(partition, 0L);
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (consumer.position(partition, DEADLINE) < end) {
            if (System.nanoTime() - deadline >= 0) {
                throw new AssertionError("stuck at offset " + consumer.position(partition) + " of " + partition
                        + ", which ends at " + end);
            }
            for (ConsumerRecord<String, String> sent : consumer.poll(POLL)) {
                messages.add(new Message(
                        Optional.of(sent.partition()),
                        sent.key(),
                        sent.value(),
                        Instant.ofEpochMilli(sent.timestamp())));
            }
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<String, String> consumer, String topic) {
        return consumer.partitionsFor(topic, DEADLINE).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .sorted(Comparator.comparingInt(TopicPartition::partition))
                .toList();
    }

    private KafkaConsumer<String, String> consumer() {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    }

    private KafkaProducer<String, String> producer(Map<String, Object> extra) {
        Map<String, Object> settings = new HashMap<>(extra);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DEADLINE.toMillis());
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    private static void sendAll(KafkaProducer<String, String> producer, String topic, Collection<Message> messages) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (Message message : messages) {
            sent.add(producer.send(new ProducerRecord<>(
                    topic,
                    message.partition().orElse(null),
                    message.timestamp().toEpochMilli(),
                    message.key(),
                    message.value())));
        }
        producer.flush();
        for (Future<RecordMetadata> future : sent) {
            await("send to " + topic, future);
        }
    }

    private static <T> T await(String what, KafkaFuture<T> future) {
        return await(what, future.toCompletionStage().toCompletableFuture());
    }

    private static <T> T await(String what, Future<T> future) {
        try {
            return future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted: " + what, e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("failed: " + what, e);
        }
    }
}
