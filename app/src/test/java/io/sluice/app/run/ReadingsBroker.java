package io.sluice.app.run;

import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.EmbeddedBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker in this process with the topics of the tests of one class, and what sends readings to them. Confined to one thread. */
final class ReadingsBroker implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final EmbeddedBroker broker;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;

    private ReadingsBroker(EmbeddedBroker broker) {
        this.broker = broker;
        Map<String, Object> connection = Map.of("bootstrap.servers", broker.bootstrapServers());
        this.admin = Admin.create(connection);
        this.producer = new KafkaProducer<>(connection, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** @param folder for its data; made when absent */
    static ReadingsBroker start(Path folder) throws Exception {
        return new ReadingsBroker(EmbeddedBroker.start(folder, EmbeddedBroker.Options.defaults()));
    }

    String servers() {
        return broker.bootstrapServers();
    }

    Admin admin() {
        return admin;
    }

    /** A new topic for a query whose name begins so. */
    Readings readings(String prefix, int partitions) {
        Readings readings = new Readings(prefix + NUMBER.incrementAndGet());
        createTopic(readings.topic(), partitions);
        return readings;
    }

    /** Returns when each partition takes records. */
    void createTopic(String topic, int partitions) {
        await(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all()
                .toCompletionStage()
                .toCompletableFuture());
        Leaders.await(admin, topic, partitions, DEADLINE);
    }

    void deleteTopic(String topic) {
        await(admin.deleteTopics(List.of(topic)).all().toCompletionStage().toCompletableFuture());
        Await.until("topic " + topic + " is gone", DEADLINE, () -> !topics().contains(topic));
    }

    /** Names of all topics. */
    List<String> topics() {
        return List.copyOf(await(admin.listTopics().names().toCompletionStage().toCompletableFuture()));
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw new AssertionError("the broker did not do it", failed);
        }
    }

    @Override
    public void close() {
        producer.close();
        admin.close();
        broker.close();
    }

    /** The topic of one query. Whatever is sent is there, and in its order, when the call returns. */
    final class Readings {
        private final String query;

        private Readings(String query) {
            this.query = query;
        }

        /** The query's name. */
        String query() {
            return query;
        }

        String topic() {
            return query + "-readings";
        }

        /** What the tests call the broker that has this topic. */
        ReadingsBroker broker() {
            return ReadingsBroker.this;
        }

        /** Sends readings of the unit {@code unit-PARTITION}. */
        void send(int partition, int... minutes) {
            sendAt(Instant.now(), partition, minutes);
        }

        /** @param sent the records' timestamp */
        void sendAt(Instant sent, int partition, int... minutes) {
            sendAll(partition, sent, IntStream.of(minutes).mapToObj(minute -> reading("unit-" + partition, minute)));
        }

        /** Sends one reading of the first minute of each of so many units, which the partition has for itself. */
        void sendUnits(int partition, int units) {
            sendAll(
                    partition,
                    Instant.now(),
                    IntStream.range(0, units).mapToObj(unit -> reading("unit-" + partition + "-" + unit, 0)));
        }

        /** Sends a record that need not be a reading. */
        void sendText(int partition, String text) {
            sendAll(partition, Instant.now(), Stream.of(text));
        }

        void sendBytes(int partition, byte[] value) {
            await(producer.send(new ProducerRecord<>(topic(), partition, null, value)));
        }

        private static String reading(String unit, int minute) {
            return """
                    {"UnitId": "%1$s", "Place": "1", "Celsius": 1.5, "ReadingTime": "%2$s", "SentTime": "%2$s"}""".formatted(unit, Instant.EPOCH.plus(Duration.ofMinutes(minute)));
        }

        private void sendAll(int partition, Instant sent, Stream<String> texts) {
            List<? extends Future<?>> sending = texts.map(text -> producer.send(new ProducerRecord<>(
                            topic(), partition, sent.toEpochMilli(), null, text.getBytes(StandardCharsets.UTF_8))))
                    .toList();
            sending.forEach(ReadingsBroker::await);
        }
    }
}
