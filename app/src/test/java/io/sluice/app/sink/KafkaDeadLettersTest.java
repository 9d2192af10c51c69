package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.TopicReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each call is that of an owner of the source partition; between two calls lies a crash, or another owner. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KafkaDeadLettersTest {
    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;
    private static KafkaCluster cluster;
    private static Map<String, String> connection;
    private static int number;

    private String topic;

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

    @BeforeEach
    void makeTopic() {
        topic = "letters" + ++number;
        cluster.ensureTopic(topic, 1, Map.of());
        // Kafka takes a position of a topic that there is, and waits for one that there is not
        cluster.ensureTopic("source", 2, Map.of());
        try (Admin admin = Admin.create(new HashMap<>(connection))) {
            Leaders.await(admin, topic, 1, Duration.ofSeconds(30));
            Leaders.await(admin, "source", 2, Duration.ofSeconds(30));
        }
    }

    private KafkaDeadLetters owner() {
        return new KafkaDeadLetters(connection, connection, "source", topic + "-group", 1 << 20);
    }

    private List<DeadLetterOutlet.Letter> letters(long... offsets) {
        return LongStream.of(offsets)
                .mapToObj(offset -> new DeadLetterOutlet.Letter(
                        offset,
                        new ProducerRecord<>(topic, null, Long.toString(offset).getBytes(StandardCharsets.UTF_8))))
                .toList();
    }

    private List<String> sent() {
        List<String> texts = new ArrayList<>();
        TopicReader.read(
                cluster,
                connection,
                KafkaCluster.partitions(cluster.topic(topic).orElseThrow()),
                letter -> texts.add(new String(Objects.requireNonNull(letter.value()), StandardCharsets.UTF_8)));
        return texts;
    }

    @Test
    void whatIsReadAgainAfterACrashIsNotSentAgain() {
        assertThat(owner().send(0, 10, letters(3, 7))).isTrue();
        assertThat(owner().send(0, 12, letters(3, 7, 11))).isTrue();
        assertThat(owner().send(0, 9, letters(3, 7))).isTrue();
        assertThat(sent()).containsExactly("3", "7", "11");
    }

    @Test
    void partitionsAreToldApart() {
        assertThat(owner().send(0, 10, letters(3))).isTrue();
        assertThat(owner().send(1, 5, letters(4))).isTrue();
        assertThat(sent()).containsExactly("3", "4");
    }

    @Test
    void ownerThatIsTakenOverInTheMiddleOfItsTransactionSendsNothing() {
        List<DeadLetterOutlet.Letter> mine = letters(3);
        List<Boolean> rival = new ArrayList<>();
        List<DeadLetterOutlet.Letter> slow = new AbstractList<>() {
            @Override
            public DeadLetterOutlet.Letter get(int index) {
                if (rival.isEmpty()) {
                    rival.add(owner().send(0, 4, letters(3)));
                }
                return mine.get(index);
            }

            @Override
            public int size() {
                return mine.size();
            }
        };
        assertThat(owner().send(0, 5, slow)).isFalse();
        assertThat(rival).containsExactly(true);
        assertThat(sent()).containsExactly("3");
    }
}
