package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start reads back from the changelog after SIGKILL. */
class StateRecoveryTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final int UNITS = 30_000;
    private static final Duration WRITTEN = Duration.ofSeconds(1);
    private static final Pattern RESTORED = Pattern.compile("restored ([0-9]+) records of state");

    @TempDir
    private Path folder;

    @Test
    void stateOnDiskIsKeptThroughAKillAndOnlyTheRestIsReadBack() {
        // little memory, so that most of the state is on disk soon
        Job job = Job.readings(folder, BROKER, "recovery").with("state.memory", "8 MB");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "recovery-readings", 2, UNITS, false, new Random(9));
            feed.send(1);
            try (ChildProcess process = job.start("killed")) {
                awaitPositions(process, topics, feed);
                process.await("files of both partitions' state", Job.SOON, () -> stateFiles(job) >= 2);
                long seen = System.nanoTime();
                Await.until("they are whole", Job.SOON, () -> System.nanoTime() - seen > WRITTEN.toNanos());
                // in a write buffer that has long to go until it is full
                feed.sendAtTheBeginning();
                awaitPositions(process, topics, feed);
                process.kill();
            }
            long written = topics.endOffsets("recovery-ledger-changelog").values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            feed.closeAll();
            try (ChildProcess process = job.start("next")) {
                process.await("rows", Job.SOON, () -> job.version() > 0);
                process.terminate();
                process.awaitExit(0, Job.SOON);
                assertThat(restored(process)).isPositive().isLessThan(written * 3 / 4);
            }
            job.runToEnd("rest");
            assertThat(job.rows()).isEqualTo(feed.closed());
        }
    }

    private static void awaitPositions(ChildProcess process, Topics topics, Feed feed) {
        process.await(
                "all positions",
                Job.SOON,
                () -> Groups.committed(topics, "recovery", "recovery-readings") == feed.sent());
    }

    private static long stateFiles(Job job) {
        try (Stream<Path> files = Files.walk(job.checkpoint().resolve("state"))) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .map(Path::getParent)
                    .distinct()
                    .count();
        } catch (IOException | UncheckedIOException movedMeanwhile) {
            return 0;
        }
    }

    private static long restored(ChildProcess process) {
        return RESTORED.matcher(process.errors())
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }
}
