package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes of one query that join, stand still until the others take them for dead, wake up, die and leave. */
class InstancesTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    /** Above session.timeout.ms of the jobs. */
    private static final Duration DECLARED_DEAD = Duration.ofSeconds(8);

    @TempDir
    private Path folder;

    @Test
    void partitionsThatChangeHandsLoseAndDoubleNothing() {
        String query = "instances";
        Job one = Job.readings(folder, BROKER, query);
        Job two = one.with(
                "checkpointLocation",
                folder.toAbsolutePath().resolve("checkpoint-2").toString());
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, query + "-readings", 4, 8, false, new Random(12));
            feed.send(30);
            try (ChildProcess first = one.start("first")) {
                awaitVersions(one, first, feed, 2);
                try (ChildProcess second = two.start("second")) {
                    awaitVersions(one, second, feed, 4);
                    // a zombie: the other takes over its partitions, then it goes on as if nothing had been
                    first.pause();
                    long paused = System.nanoTime();
                    Await.until("its session is over", Job.SOON, () -> {
                        feed.sendNowAndThen(2);
                        return System.nanoTime() - paused > DECLARED_DEAD.toNanos();
                    });
                    awaitVersions(one, second, feed, 2);
                    first.resume();
                    awaitVersions(one, second, feed, 6);
                    second.kill();
                }
                awaitVersions(one, first, feed, 2);
                first.terminate();
                first.awaitExit(0, Job.SOON);
            }
            feed.closeAll();
            two.runToEnd("rest");
            assertThat(one.rows()).isEqualTo(feed.closed());
        }
    }

    private static void awaitVersions(Job job, ChildProcess process, Feed feed, int versions) {
        long from = job.version();
        process.await(versions + " versions of the table", Job.SOON, () -> {
            feed.sendNowAndThen(2);
            return job.version() >= from + versions;
        });
    }
}
