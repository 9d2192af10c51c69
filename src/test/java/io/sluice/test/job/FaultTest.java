package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that stands still for longer than a transaction may take, and one that runs out of memory. */
class FaultTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    /** The transaction's timeout of the jobs, and the time until the broker looks for transactions that are too old. */
    private static final Duration ABORTED = Duration.ofSeconds(5 + 10 + 1);

    @TempDir
    private Path folder;

    @Test
    void instanceWhoseTransactionTimedOutGoesOn() {
        Job job = Job.readings(folder, BROKER, "timed-out").with("kafka.session.timeout.ms", "45000");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "timed-out-readings", 2, 4, false, new Random(41));
            feed.send(30);
            try (ChildProcess process = job.start("paused")) {
                process.await("the first rows", Job.SOON, () -> {
                    feed.sendNowAndThen(2);
                    return job.version() >= 2;
                });
                // in the middle of its work, so that a transaction is open
                feed.send(120);
                process.pause();
                long paused = System.nanoTime();
                process.await(
                        "the abortion of its transaction",
                        Job.SOON,
                        () -> System.nanoTime() - paused > ABORTED.toNanos());
                process.resume();
                feed.closeAll();
                process.await("all rows", Job.SOON, () -> job.rows().equals(feed.closed()));
                process.terminate();
                process.awaitExit(0, Job.SOON);
            }
            assertThat(job.total("lateRows")).isEqualTo(feed.expected().late());
        }
    }

    @Test
    void processThatRunsOutOfMemoryEndsWithAWordAboutItAndTheNextOneLosesNothing() {
        Job job = Job.readings(folder, BROKER, "out-of-memory");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "out-of-memory-readings", 1, 40_000, false, new Random(42));
            feed.send(4);
            try (ChildProcess process = job.availableNow()
                    .command("run")
                    // the second as the start scripts have it
                    .withJvmOptions("-Xmx44m", "-XX:+ExitOnOutOfMemoryError")
                    .start(folder, "small")) {
                assertThat(process.awaitExit(Job.SOON))
                        .as(process.describe("out of memory"))
                        .isEqualTo(3);
                assertThat(process.output()).contains("Terminating due to java.lang.OutOfMemoryError");
            }
            feed.closeAll();
            job.runToEnd("large-enough");
            assertThat(job.rows()).isEqualTo(feed.closed());
        }
    }
}
