package io.sluice.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaughtUpProbeTest {
    private static final String GROUP = "readers";

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;
    private static Map<String, String> connection;
    private static KafkaCluster cluster;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = EmbeddedBroker.start(folder, EmbeddedBroker.Options.defaults());
        connection = Map.of("bootstrap.servers", broker.bootstrapServers());
        cluster = new KafkaCluster(connection, Duration.ofSeconds(30));
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
        broker.close();
    }

    private static TopicPartition topic(String name) {
        return KafkaCluster.partitions(cluster.ensureTopic(name, 1, Map.of())).get(0);
    }

    private static KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put("transactional.id", transactionalId);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, TopicPartition to) throws Exception {
        producer.send(new ProducerRecord<>(to.topic(), to.partition(), null, new byte[] {1}))
                .get();
    }

    private static Set<TopicPartition> caughtUp(TopicPartition... asked) {
        return new CaughtUpProbe(cluster, connection, GROUP).caughtUp(Set.of(asked));
    }

    @Test
    void partitionWithoutUnreadRecordsIsCaughtUpAndNoOther() throws Exception {
        TopicPartition read = topic("read");
        TopicPartition empty = topic("empty");
        TopicPartition unread = topic("unread");
        TopicPartition unknown = topic("unknown");
        try (KafkaProducer<byte[], byte[]> producer = producer("one")) {
            producer.beginTransaction();
            for (TopicPartition partition : List.of(read, unread, unknown)) {
                send(producer, partition);
            }
            producer.commitTransaction();
        }
        cluster.settledEndOffsets(List.of(read, unread, unknown));
        cluster.setOffsets(GROUP, Map.of(read, 1L, empty, 0L, unread, 0L));
        assertThat(caughtUp(read, empty, unread, unknown))
                .as("a transaction marker behind the position is no record")
                .containsExactlyInAnyOrder(read, empty);
    }

    @Test
    void partitionWithAnOpenTransactionIsNotCaughtUpAndWithAnAbortedOneItIs() throws Exception {
        TopicPartition partition = topic("open");
        cluster.setOffsets(GROUP, Map.of(partition, 0L));
        assertThat(caughtUp(partition)).containsExactly(partition);
        try (KafkaProducer<byte[], byte[]> producer = producer("two")) {
            producer.beginTransaction();
            send(producer, partition);
            assertThat(caughtUp(partition)).isEmpty();
            producer.abortTransaction();
            cluster.settledEndOffsets(List.of(partition));
            assertThat(caughtUp(partition)).containsExactly(partition);
        }
    }

    @Test
    void recordThatComesAfterAQuestionIsSeenByTheNext() throws Exception {
        TopicPartition partition = topic("later");
        cluster.setOffsets(GROUP, Map.of(partition, 0L));
        CaughtUpProbe probe = new CaughtUpProbe(cluster, connection, GROUP);
        assertThat(probe.caughtUp(Set.of(partition))).containsExactly(partition);
        try (KafkaProducer<byte[], byte[]> producer = producer("three")) {
            producer.beginTransaction();
            send(producer, partition);
            producer.commitTransaction();
        }
        cluster.settledEndOffsets(List.of(partition));
        assertThat(probe.caughtUp(Set.of(partition))).isEmpty();
        cluster.setOffsets(GROUP, Map.of(partition, 2L));
        assertThat(probe.caughtUp(Set.of(partition))).containsExactly(partition);
    }
}
