package io.sluice.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 90, unit = TimeUnit.SECONDS)
class TopicReaderTest {
    private static final TopicPartition STATE = new TopicPartition("state", 0);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    @Test
    void topicThatIsShorterThanItsEndWasEndsTheReadingAndIsNamed() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder, EmbeddedBroker.Options.defaults());
                KafkaCluster cluster = new KafkaCluster(
                        Map.of("bootstrap.servers", broker.bootstrapServers()), Duration.ofSeconds(30))) {
            Map<String, String> connection = Map.of("bootstrap.servers", broker.bootstrapServers());
            cluster.ensureTopic("state", 1, Map.of());
            Leaders.await(connection, "state", 1, Duration.ofMinutes(1));
            write(connection, 3);
            List<Long> offsets = new ArrayList<>();
            TopicReader.read(cluster, connection, List.of(STATE), message -> offsets.add(message.offset()));
            assertThat(offsets).containsExactly(0L, 1L, 2L);

            List<Long> again = new ArrayList<>();
            assertThatThrownBy(() -> TopicReader.readTo(
                            Map.of(STATE, 10L), connection, PATIENCE, message -> again.add(message.offset())))
                    .isInstanceOf(KafkaUnavailableException.class)
                    .hasMessageContaining("topic state: 7 offsets before the end")
                    .hasMessageContaining("2 s");
            assertThat(again).containsExactly(0L, 1L, 2L);

            cluster.deleteTopics(List.of("state"));
            assertThatThrownBy(() -> TopicReader.readTo(Map.of(STATE, 3L), connection, PATIENCE, message -> {}))
                    .isInstanceOf(KafkaUnavailableException.class)
                    .hasMessageContaining("topic state");
            assertThat(cluster.topic("state")).as("made anew by asking").isEmpty();
        }
    }

    @Test
    void silenceOfKafkaIsToldAsSuchAndNamesTheTopic() {
        assertThatThrownBy(() -> TopicReader.readTo(
                        Map.of(STATE, 1L), Map.of("bootstrap.servers", "127.0.0.1:1"), PATIENCE, message -> {}))
                .isInstanceOf(KafkaUnavailableException.class)
                .hasMessageContaining("topic state: cannot be read");
    }

    private static void write(Map<String, String> connection, int count) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(new HashMap<>(connection), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>("state", new byte[] {(byte) i}))
                        .get();
            }
        }
    }
}
