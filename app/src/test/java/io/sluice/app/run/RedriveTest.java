package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.kafka.Redrive;
import io.sluice.app.kafka.TopicReader;
import io.sluice.topology.TopicNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters that are sent back to the source, from the bad record to the row in the table. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class RedriveTest {
    private static final String UNIT_AS_A_NUMBER = "{\"UnitId\": 7, \"ReadingTime\": \"1970-01-01T00:03:00Z\"}";

    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    private ReadingsBroker.Readings readings;
    private CountingQuery query;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopic() {
        readings = broker.readings("redriven", 2);
        query = CountingQuery.of(readings, folder);
    }

    private void send(String topic, int partition, String value, Header... headers) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, partition, 5_000L, bytes("key"), bytes(value), List.of(headers)))
                    .get();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, bytes(value));
    }

    private Redrive.Outcome redrive() throws Exception {
        QueryDefinition compiled = query.compile();
        try (KafkaAccess kafka = KafkaAccess.open(compiled)) {
            return new DeadLetters(compiled, kafka).redrive();
        }
    }

    private List<DeadLetters.Letter> letters() throws Exception {
        QueryDefinition compiled = query.compile();
        List<DeadLetters.Letter> letters = new ArrayList<>();
        try (KafkaAccess kafka = KafkaAccess.open(compiled)) {
            new DeadLetters(compiled, kafka).visit(letters::add);
        }
        return letters;
    }

    private List<ConsumerRecord<byte[], byte[]>> source(int partition) throws Exception {
        QueryDefinition compiled = query.compile();
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaAccess kafka = KafkaAccess.open(compiled)) {
            TopicReader.read(
                    kafka.cluster(),
                    kafka.connection(),
                    List.of(new TopicPartition(readings.topic(), partition)),
                    records::add);
        }
        return records;
    }

    @Test
    void badRecordsAreRowsWhenTheFileIsMendedAndTheyAreSentBack() throws Exception {
        readings.send(1, 1);
        // what the producer has put there is none of ours
        send(
                readings.topic(),
                1,
                UNIT_AS_A_NUMBER,
                header("trace", "t1"),
                header("sluice.topic", "theirs"),
                header("sluice.truncated", "9"));
        send(readings.topic(), 1, "no JSON", header("sluice.column", "theirs"));
        query.runToEnd();
        assertThat(letters())
                .extracting(letter -> letter.told().place())
                .containsExactly(readings.topic() + "-1 offset 1", readings.topic() + "-1 offset 2");

        assertThat(letters()).extracting(letter -> letter.told().column()).containsExactly("UnitId", "");

        query = query.replace("    key: [UnitId]\n", "    key: [UnitId]\n    coercion: lenient\n");
        assertThat(redrive()).isEqualTo(new Redrive.Outcome(2, Map.of()));
        ConsumerRecord<byte[], byte[]> again = source(1).get(3);
        assertThat(again.value()).isEqualTo(bytes(UNIT_AS_A_NUMBER));
        assertThat(again.key()).isEqualTo(bytes("key"));
        assertThat(again.timestamp()).isEqualTo(5_000);
        assertThat(again.headers())
                .containsExactly(
                        header("trace", "t1"), header("sluice.topic", "theirs"), header("sluice.truncated", "9"));

        readings.send(1, 16);
        query.runToEnd();
        assertThat(query.rows()).containsExactly("0 7 1", "0 unit-1 1");
        assertThat(letters()).extracting(DeadLetters.Letter::passed).containsExactly(true, true, false);
        assertThat(letters().get(2).told().value()).isEqualTo("no JSON");
    }

    @Test
    void letterIsSentBackOnceHoweverOftenAndByHoweverMany() throws Exception {
        for (int i = 0; i < 5; i++) {
            readings.sendText(i % 2, "no JSON " + i);
        }
        query.runToEnd();
        List<CompletableFuture<Void>> several = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            several.add(CompletableFuture.runAsync(this::redriveUnlessAnotherDoes));
        }
        for (CompletableFuture<Void> one : several) {
            one.get(60, TimeUnit.SECONDS);
        }
        redrive();
        assertThat(source(0).size() + source(1).size()).isEqualTo(10);
        assertThat(redrive()).isEqualTo(new Redrive.Outcome(0, Map.of()));
        assertThat(source(0).size() + source(1).size()).isEqualTo(10);
    }

    private void redriveUnlessAnotherDoes() {
        try {
            redrive();
        } catch (KafkaUnavailableException another) {
            assertThat(another).hasMessageContaining("another re-drive of this query has begun");
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void whatIsNoWholeRecordOfTheSourceIsNotSentAndSaysSo() throws Exception {
        readings.sendText(0, "no JSON");
        query.runToEnd();
        String letters = new TopicNames(query.name()).deadLetters();
        send(letters, 0, "{}", header("sluice.topic", readings.topic()), header("sluice.stage", "OUTPUT"));
        send(letters, 0, "x", header("sluice.topic", "another"), header("sluice.partition", "0"));
        send(letters, 0, "x", header("sluice.topic", readings.topic()), header("sluice.partition", "2"));
        send(letters, 0, "no", header("sluice.topic", readings.topic()), header("sluice.truncated", "7000000"));
        Redrive.Outcome outcome = redrive();
        assertThat(outcome.sent()).isEqualTo(1);
        assertThat(outcome.kept().values()).containsExactly(1L, 1L, 1L, 1L);
        assertThat(String.join("; ", outcome.kept().keySet()))
                .contains("results of closed windows", "of another topic", "of a partition that", "were cut");
        assertThat(redrive()).isEqualTo(new Redrive.Outcome(0, Map.of()));
    }
}
