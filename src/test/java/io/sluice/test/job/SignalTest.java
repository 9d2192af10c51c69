package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The orderly end. */
class SignalTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"keyed, false", "shuffled, true"})
    void terminatedProcessEndsWellInTimeAndTheNextGoesOnWhereItStopped(String name, boolean shuffled) {
        String query = "signal-" + name;
        Job job = (shuffled ? Job.shuffledReadings(folder, BROKER, query) : Job.readings(folder, BROKER, query))
                .with("shutdownTimeout", "20 seconds");
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, query + "-readings", 3, 6, shuffled, new Random(3));
            feed.send(60);
            try (ChildProcess process = job.start("terminated")) {
                process.await("two commits", Job.SOON, () -> {
                    feed.sendNowAndThen(2);
                    return job.version() >= 2;
                });
                process.terminate();
                process.awaitExit(0, Duration.ofSeconds(25));
            }
            long read = job.total("rows");
            // what was read is committed: the next run starts from local state and reads nothing twice
            assertThat(job.total("rows")).isEqualTo(committedRows(topics, query));
            feed.closeAll();
            job.runToEnd("next");
            assertThat(job.rows()).isEqualTo(feed.closed());
            assertThat(job.total("rows")).isEqualTo(feed.sent()).isGreaterThan(read);
            assertThat(job.total("lateRows")).isEqualTo(feed.expected().late());
            assertThat(job.progress().get("state").get("restoredRecords").asLong())
                    .as("records restored although the state was intact")
                    .isZero();
        }
    }

    /** Source positions of the group: the topic holds no transaction markers, so offsets count readings. */
    private static long committedRows(Topics topics, String query) {
        return Groups.committed(topics, query, query + "-readings");
    }

    @Test
    void processThatIsStillWaitingForABrokerEndsAtOnce() {
        Job job = Job.readings(folder, BROKER, "signal-start").with("kafka.bootstrap.servers", "127.0.0.1:1");
        try (ChildProcess process = job.start("starting")) {
            process.await("its attempts", Job.SOON, () -> process.errors().contains("could not be established"));
            process.terminate();
            process.awaitExit(0, Duration.ofSeconds(5));
        }
    }

    @Test
    void stopThatKafkaHoldsUpIsGivenUpInTimeAndSaysSo() {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("broker"));
                Topics topics = broker.topics()) {
            Job job = Job.readings(folder, broker, "signal-away").with("shutdownTimeout", "2 seconds");
            Feed feed = new Feed(topics, "signal-away-readings", 2, 4, false, new Random(5));
            feed.send(60);
            try (ChildProcess process = job.start("held-up")) {
                process.await("the first rows", Job.SOON, () -> job.version() >= 1);
                broker.process().pause();
                process.terminate();
                process.awaitExit(8, Duration.ofSeconds(30));
                assertThat(process.errors()).contains("shutdownTimeout = 2 seconds: ");
            }
            broker.process().resume();
            feed.closeAll();
            job.runToEnd("next");
            assertThat(job.rows()).isEqualTo(feed.closed());
        }
    }

    @Test
    void processWithAnEmbeddedBrokerServesOthersAndEndsWell() {
        Job job = Job.readings(folder, BROKER, "signal-embedded").with("kafka", "embedded");
        try (ChildProcess process = job.start("embedded")) {
            process.awaitOutput("embedded broker at ", Job.SOON);
            String address = process.errors().replaceFirst("(?s).*embedded broker at ([^,]*),.*", "$1");
            try (Topics topics = new Topics(address)) {
                Feed feed = Feed.into(topics, "signal-embedded-readings", 1, 2, false, new Random(4));
                feed.send(30);
                process.await("the first rows", Job.SOON, () -> job.version() >= 1);
                process.terminate();
                process.awaitExit(0, Job.SOON);
                job.runToEnd("next");
                assertThat(job.rows()).isEqualTo(feed.closed());
            }
        }
    }

    @Test
    void queryWithAnEmbeddedBrokerLeavesNoThreadBehind() {
        Job job = Job.readings(folder, BROKER, "signal-threads").with("kafka", "embedded");
        try (ChildProcess process = Launch.test(
                        EmbeddedRun.class, job.file().toAbsolutePath().toString())
                .start(folder, "embedded-run")) {
            process.awaitExit(0, Job.SOON);
            assertThat(process.output()).contains("main ends");
        }
    }
}
