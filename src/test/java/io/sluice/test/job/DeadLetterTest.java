package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Message;
import io.sluice.test.kafka.Topics;
import io.sluice.test.read.TableRow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad records of any size that Kafka takes are kept as they are, and the query goes on. */
class DeadLetterTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");
    private static final TableRow ROW = TableRow.of(MORNING, "unit", 1.0, 2.0, 1.5, 2L);
    /** Just below the limits of a producer and a topic where nobody has set others: there is no room for headers. */
    private static final int LARGEST = 1_048_400;

    @TempDir
    private Path folder;

    private final Topics topics = BROKER.topics();

    @AfterEach
    void close() {
        topics.close();
    }

    private static Message reading(int minute) {
        return new Measurement(0, "unit", minute, MORNING.plus(Duration.ofMinutes(minute))).message();
    }

    @Test
    void largestBadRecordIsKeptWithItsBytesAndTheQueryGoesOn() {
        String bad = "no json ".repeat(LARGEST / 8);
        topics.create("letters-large-readings", 1);
        topics.send(
                "letters-large-readings",
                List.of(reading(1), Message.of("unit", bad, MORNING).toPartition(0), reading(2), reading(30)));
        Job job = Job.readings(folder, BROKER, "letters-large");
        job.runToEnd("run");

        assertThat(job.rows()).containsExactly(ROW);
        List<ConsumerRecord<byte[], byte[]>> letters = read("letters-large-dead-letters");
        assertThat(letters).hasSize(1);
        ConsumerRecord<byte[], byte[]> letter = letters.get(0);
        assertThat(new String(letter.value(), StandardCharsets.UTF_8)).isEqualTo(bad);
        assertThat(new String(letter.key(), StandardCharsets.UTF_8)).isEqualTo("unit");
        assertThat(header(letter, "sluice.topic")).isEqualTo("letters-large-readings");
        assertThat(header(letter, "sluice.offset")).isEqualTo("1");
        assertThat(header(letter, "sluice.stage")).isEqualTo("DECODE");
        assertThat(letter.headers().lastHeader("sluice.truncated")).isNull();
        assertThat(job.folder().resolve("run.err"))
                .content()
                .contains("1 record could not be used; it is in topic letters-large-dead-letters");
        assertReportsAddUpTo(3, job);
    }

    @Test
    void topicOfAnEarlierReleaseIsRaisedToWhatTheSourceTakes() {
        topics.create("letters-raised-readings", 1, Map.of("max.message.bytes", "3000000"));
        topics.create("letters-raised-dead-letters", 1, Map.of("max.message.bytes", "500000"));
        topics.send("letters-raised-readings", List.of(Message.of("unit", "no json ".repeat(LARGEST / 8), MORNING)));
        Job job = Job.readings(folder, BROKER, "letters-raised");
        job.runToEnd("run");
        assertThat(read("letters-raised-dead-letters"))
                .singleElement()
                .satisfies(letter -> assertThat(letter.value()).hasSize(LARGEST));

        topics.send("letters-raised-readings", List.of(reading(1), reading(2), reading(30)));
        job.runToEnd("next");
        assertThat(job.rows()).containsExactly(ROW);
        assertReportsAddUpTo(3, job);
    }

    /** Each row is in one of the last run's reports. */
    private static void assertReportsAddUpTo(long rows, Job job) {
        long sum = 0;
        for (JsonNode report : job.reports()) {
            sum += report.get("numInputRows").asLong();
        }
        assertThat(sum).as("numInputRows of all reports").isEqualTo(rows);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** The committed records of the first partition, of which there must be some. */
    private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<String, Object> settings =
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition only = new TopicPartition(topic, 0);
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
            Await.until("a record in " + topic, Duration.ofMinutes(1), () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return !records.isEmpty();
            });
        }
        return records;
    }
}
