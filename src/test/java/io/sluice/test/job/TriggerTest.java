package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When rows reach the table. */
class TriggerTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Duration INTERVAL = Duration.ofSeconds(4);

    @TempDir
    private Path folder;

    @Test
    void rowOfAClosedWindowIsInTheTableWithinSecondsWithoutAFurtherRecord() {
        Job job = Job.readings(folder, BROKER, "trigger-default");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "trigger-default-readings", 1, 2, false, new Random(5));
            feed.send(20);
            try (ChildProcess process = job.start("running")) {
                process.await("the first rows", Job.SOON, () -> job.version() >= 1);
                long before = job.version();
                feed.closeAll();
                long start = System.nanoTime();
                process.await("the rows", Duration.ofSeconds(10), () -> job.version() > before);
                System.out.println("a closed window was in the table after "
                        + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
                process.await(
                        "all rows", Duration.ofSeconds(10), () -> job.rows().equals(feed.closed()));
            }
        }
    }

    @Test
    void processingTimeMakesOneVersionInEachInterval() {
        Job job = Job.readings(folder, BROKER, "trigger-interval")
                .with("trigger", "{processingTime: " + INTERVAL.toSeconds() + " seconds}");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "trigger-interval-readings", 2, 4, false, new Random(6));
            try (ChildProcess process = job.start("running")) {
                process.await("some versions", Job.SOON, () -> {
                    feed.sendNowAndThen(5);
                    return job.version() >= 3;
                });
            }
        }
        List<Long> intervals = new ArrayList<>();
        for (long version = 1; version <= job.version(); version++) {
            intervals.add(commitMs(job, version) / INTERVAL.toMillis());
        }
        assertThat(intervals).doesNotHaveDuplicates();
    }

    private static long commitMs(Job job, long version) {
        Path file = job.table().resolve("_delta_log").resolve("%020d.json".formatted(version));
        try {
            for (String line : Files.readAllLines(file)) {
                JsonNode action = new ObjectMapper().readTree(line);
                if (action.has("commitInfo")) {
                    return action.get("commitInfo").get("timestamp").asLong();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no commitInfo in " + file);
    }
}
