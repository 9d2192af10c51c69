package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SIGKILL at random moments, while readings keep coming. Run with {@code -Dsluice.kill.seed=N} to repeat a schedule. */
class KillTest {
    private static final int KILLS = 10;
    private static final int PARTITIONS = 3;
    private static final int UNITS = 8;
    /** About the time from the start of a process to its first commit, and as much again. */
    private static final int LATEST_KILL_MS = 6_000;

    private static final Duration RESTART = Duration.ofSeconds(30);

    private static final BrokerProcess BROKER = BrokerProcess.shared();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"keyed, false", "shuffled, true"})
    void everyClosedWindowIsInTheTableOnceAfterKillsAndALostCheckpoint(String name, boolean shuffled) {
        long seed = Long.getLong("sluice.kill.seed", new Random().nextLong());
        List<String> story = new ArrayList<>(List.of("-Dsluice.kill.seed=" + seed));
        Random random = new Random(seed);
        Job job = shuffled
                ? Job.shuffledReadings(folder, BROKER, "kill-" + name)
                : Job.readings(folder, BROKER, "kill-" + name);
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "kill-" + name + "-readings", PARTITIONS, UNITS, shuffled, random);
            for (int kill = 0; kill < KILLS; kill++) {
                killOnce(job, feed, random, story, "kill " + kill);
            }
            feed.closeAll();
            job.runToEnd("after-kills");
            assertThat(job.rows()).as("after kills: %s", story).isEqualTo(feed.closed());
            assertThat(job.total("lateRows"))
                    .as("late: %s", story)
                    .isEqualTo(feed.expected().late());

            killAtNextVersion(job, feed, random, story, "kill before the loss");
            Damage.delete(job.checkpoint());
            feed.closeAll();
            job.runToEnd("after-loss");
            assertThat(job.rows()).as("after the loss: %s", story).isEqualTo(feed.closed());
            assertThat(job.total("lateRows"))
                    .as("late: %s", story)
                    .isEqualTo(feed.expected().late());
        }
    }

    @ParameterizedTest
    @CsvSource({"keyed, false", "shuffled, true"})
    void firstRecordAfterARestartIsDroppedAndCountedWhenItIsLateAndTheRestartDoesNotWait(
            String name, boolean shuffled) {
        String query = "late-" + name;
        Job job = (shuffled ? Job.shuffledReadings(folder, BROKER, query) : Job.readings(folder, BROKER, query))
                // far longer than a restart may take: a member that died is known again by its name
                .with("kafka.session.timeout.ms", "45000");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, query + "-readings", 1, 2, shuffled, new Random(1));
            feed.send(30);
            try (ChildProcess process = job.start("killed")) {
                process.await(
                        "all rows",
                        Job.SOON,
                        () -> job.version() > 0
                                && job.rows().equals(feed.closed())
                                && Groups.committed(topics, query, query + "-readings") == feed.sent());
                process.kill();
            }
            long late = feed.expected().late();
            feed.sendAtTheBeginning();
            assertThat(feed.expected().late()).isEqualTo(late + 1);
            long start = System.nanoTime();
            try (ChildProcess process = job.start("restarted")) {
                process.await(
                        "the late record",
                        RESTART,
                        () -> Groups.committed(topics, query, query + "-readings") == feed.sent());
                System.out.println(query + " was back after " + millisSince(start) + " ms");
                feed.closeAll();
                process.await("all rows", Job.SOON, () -> job.rows().equals(feed.closed()));
                process.terminate();
                process.awaitExit(0, Job.SOON);
            }
            assertThat(job.rows()).isEqualTo(feed.closed());
            assertThat(job.total("lateRows")).isEqualTo(late + 1);
        }
    }

    private static void killOnce(Job job, Feed feed, Random random, List<String> story, String name) {
        if (random.nextInt(10) < 4) {
            killAtNextVersion(job, feed, random, story, name);
            return;
        }
        int moment = random.nextInt(LATEST_KILL_MS);
        feed.send(10);
        long start = System.nanoTime();
        try (ChildProcess process = job.start(name)) {
            process.await("the moment of the kill", Job.SOON, () -> {
                feed.sendNowAndThen(2);
                return millisSince(start) >= moment;
            });
            process.kill();
        }
        story.add(name + " after " + moment + " ms, version " + job.version());
    }

    /** Kills at most 30 ms after the file of a new version has appeared: the table is ahead of what the process has noted. */
    private static void killAtNextVersion(Job job, Feed feed, Random random, List<String> story, String name) {
        long before = job.version();
        // the table itself is version 0
        long awaited = Math.max(0, before) + 1 + random.nextInt(2);
        int pause = random.nextInt(30);
        feed.send(20);
        Path file = job.table().resolve("_delta_log").resolve("%020d.json".formatted(awaited));
        try (ChildProcess process = job.start(name)) {
            process.await("version " + awaited + " of the table", Job.SOON, () -> {
                feed.sendNowAndThen(2);
                return Files.exists(file);
            });
            long seen = System.nanoTime();
            Await.until("some milliseconds", Job.SOON, () -> millisSince(seen) >= pause);
            process.kill();
        }
        story.add(name + " " + pause + " ms after version " + awaited);
    }

    private static long millisSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    }
}
