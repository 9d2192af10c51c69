package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two minutes without Kafka, with the timeouts that users have: longer than a transaction, a delivery and a session may take. */
@Tag("long")
class LongOutageTest {
    private static final Duration OUTAGE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void queryGoesOnAfterTwoMinutesWithoutKafka(boolean paused) throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("broker"));
                Topics topics = broker.topics()) {
            Job job = withKafkasTimeouts(Job.readings(folder.resolve("job"), broker, "long-outage"));
            Feed feed = new Feed(topics, "long-outage-readings", 2, 4, false, new Random(7));
            feed.send(60);
            try (ChildProcess process = job.start("running")) {
                process.await("the first rows", Job.SOON, () -> {
                    feed.sendNowAndThen(2);
                    return job.version() >= 2;
                });
                feed.send(60);
                long down = System.nanoTime();
                if (paused) {
                    broker.process().pause();
                } else {
                    broker.kill();
                }
                process.await(
                        "the end of the outage",
                        OUTAGE.multipliedBy(2),
                        () -> System.nanoTime() - down > OUTAGE.toNanos());
                if (paused) {
                    broker.process().resume();
                } else {
                    broker.restart();
                }
                long up = System.nanoTime();
                Await.until("Kafka answers", Job.SOON, () -> !topics.names().isEmpty());
                feed.send(60);
                feed.closeAll();
                process.await(
                        "all rows", Duration.ofMinutes(4), () -> job.rows().equals(feed.closed()));
                System.out.println(
                        "all rows " + Duration.ofNanos(System.nanoTime() - up).toMillis() + " ms after Kafka was back");
                process.terminate();
                process.awaitExit(0, Job.SOON);
            }
            assertThat(job.total("lateRows")).isEqualTo(feed.expected().late());
        }
    }

    private static Job withKafkasTimeouts(Job job) throws Exception {
        String text = Files.readString(job.file())
                .replace(", session.timeout.ms: \"6000\"", "")
                .replaceFirst("streams: .*", "");
        assertThat(text).doesNotContain("timeout");
        return Job.ofText(job.folder(), text);
    }
}
