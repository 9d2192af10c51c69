package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process whose wall clock is set while it runs, as by an administrator or a time server; by libfaketime, Debian's package
 * {@code faketime}. The broker's clock is right.
 */
class ClockJumpTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    /** How far it is wrong, one after the other: further ahead, or a little back. */
    private static final List<Duration> WRONG = List.of(
            Duration.ofSeconds(-8), Duration.ofHours(3), Duration.ofHours(3).minusSeconds(8), Duration.ofDays(2));

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "shuffled: {0}")
    @ValueSource(booleans = {false, true})
    void clockThatIsSetChangesNoRowAndSetBackFarItEndsTheRun(boolean shuffled) throws IOException {
        Optional<Path> library = fakeClock();
        assumeTrue(library.isPresent(), "libfaketime is not installed");
        String query = "clock-" + shuffled;
        Job job = shuffled ? Job.shuffledReadings(folder, BROKER, query) : Job.readings(folder, BROKER, query);
        setClock(Duration.ZERO);
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, query + "-readings", 3, 6, shuffled, new Random(11));
            feed.send(60);
            try (ChildProcess process =
                    underFakeClock(job.command("run"), library.get()).start(folder, "run")) {
                process.await("the first rows", Job.SOON, () -> job.version() >= 1);
                for (Duration wrong : WRONG) {
                    setClock(wrong);
                    process.await("a commit under a clock that is wrong by " + wrong, Job.SOON, () -> {
                        feed.sendNowAndThen(2);
                        return isWrongBy(wrong, job);
                    });
                }
                setClock(Duration.ofHours(-1));
                feed.send(10);
                process.awaitExit(1, Job.SOON);
                assertThat(process.errors())
                        .contains("the clock of this machine was set back by ", "Nothing is lost; start again");
            }
            try (ChildProcess process =
                    underFakeClock(job.command("run"), library.get()).start(folder, "next")) {
                feed.closeAll();
                process.await("all rows", Job.SOON, () -> job.rows().equals(feed.closed()));
                process.terminate();
                process.awaitExit(0, Job.SOON);
            }
            assertThat(job.rows()).isEqualTo(feed.closed());
            assertThat(job.total("lateRows")).isEqualTo(feed.expected().late());
            assertThat(job.total("deadLetters")).isZero();
        }
    }

    /** Whether the last report, which is written after a commit, was made under that clock. */
    private static boolean isWrongBy(Duration wrong, Job job) {
        if (!Files.exists(job.checkpoint().resolve("progress.json"))) {
            return false;
        }
        Instant reported = Instant.parse(job.progress().get("timestamp").asText());
        Duration difference =
                Duration.between(Instant.now().plus(wrong), reported).abs();
        return difference.compareTo(Duration.ofSeconds(3)) < 0;
    }

    private static Optional<Path> fakeClock() throws IOException {
        Path libraries = Path.of("/usr/lib");
        if (!Files.isDirectory(libraries)) {
            return Optional.empty();
        }
        try (Stream<Path> found =
                Files.find(libraries, 3, (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            return found.findFirst();
        }
    }

    private Launch underFakeClock(Launch launch, Path library) {
        return launch.withEnvironment("LD_PRELOAD", library.toString())
                .withEnvironment("FAKETIME_TIMESTAMP_FILE", clock().toString())
                // else it looks at the file every ten seconds only
                .withEnvironment("FAKETIME_NO_CACHE", "1")
                // the clock that measures how much time has passed is right, as on a machine whose clock is set
                .withEnvironment("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                // else waits for a time end at once
                .withEnvironment("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    private void setClock(Duration difference) throws IOException {
        Path made = Files.writeString(folder.resolve("clock.new"), String.format("%+d", difference.toSeconds()));
        Files.move(made, clock(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path clock() {
        return folder.resolve("clock").toAbsolutePath();
    }
}
