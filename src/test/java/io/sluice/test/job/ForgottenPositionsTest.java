package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.read.TableRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kafka forgets the positions of a consumer group that was empty for long (a week by default), and keeps the state. */
class ForgottenPositionsTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");

    @TempDir
    private Path folder;

    private final Topics topics = BROKER.topics();

    @AfterEach
    void close() {
        topics.close();
    }

    private void send(String topic, int... minutes) {
        topics.send(
                topic,
                IntStream.of(minutes)
                        .mapToObj(minute ->
                                new Measurement(0, "unit", minute, MORNING.plus(Duration.ofMinutes(minute))).message())
                        .toList());
    }

    private static TableRow row(int minute, double min, double max, long count) {
        return TableRow.of(MORNING.plus(Duration.ofMinutes(minute)), "unit", min, max, (min + max) / 2, count);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recordsInTheStateAreNotCountedOnceMore(boolean shuffled) throws Exception {
        String name = "forgotten" + (shuffled ? "-shuffled" : "");
        String topic = name + "-readings";
        topics.create(topic, 1);
        send(topic, 1, 2, 11);
        Job job = shuffled ? Job.shuffledReadings(folder, BROKER, name) : Job.readings(folder, BROKER, name);
        job.runToEnd("first");
        assertThat(job.rows()).isEmpty();
        topics.admin().deleteConsumerGroups(List.of(name, name + "-sink")).all().get();
        send(topic, 12, 26);
        job.runToEnd("second");
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2), row(10, 11, 12, 2));
    }
}
