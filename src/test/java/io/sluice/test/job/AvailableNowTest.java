package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Message;
import io.sluice.test.kafka.Topics;
import io.sluice.test.kafka.Topics.Outcome;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that process what is there and end by themselves. */
class AvailableNowTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");

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
    void runEndsBehindTransactionMarkersAndAbortedRecords() {
        topics.create("now-markers-readings", 2);
        topics.sendInTransaction("now-markers-readings", List.of(reading(1), reading(20)), Outcome.COMMIT);
        topics.sendInTransaction("now-markers-readings", List.of(reading(2), reading(50)), Outcome.ABORT);
        Job job = Job.shuffledReadings(folder, BROKER, "now-markers");
        job.runToEndHere();

        assertThat(job.total("rows")).isEqualTo(2);
        // the other partition has had nothing but aborted readings: it is idle, and holds nothing back
        assertThat(job.rows()).hasSize(1);

        topics.sendInTransaction("now-markers-readings", List.of(reading(21).toPartition(1)), Outcome.COMMIT);
        job.runToEndHere();
        assertThat(job.rows()).hasSize(1);
        assertThat(job.total("rows")).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"keyed, false", "shuffled, true"})
    void runEndsWhereOnlyAbortedRecordsAreNew(String name, boolean shuffled) {
        String query = "now-aborted-" + name;
        Job job = shuffled ? Job.shuffledReadings(folder, BROKER, query) : Job.readings(folder, BROKER, query);
        String topic = query + "-readings";
        topics.create(topic, 1);
        topics.sendInTransaction(topic, List.of(reading(1), reading(2)), Outcome.ABORT);
        job.runToEndHere();
        assertThat(job.total("rows")).isZero();

        topics.send(topic, List.of(reading(3), reading(20)));
        job.runToEndHere();
        assertThat(job.total("rows")).isEqualTo(2);
        assertThat(job.rows()).hasSize(1);

        topics.sendInTransaction(topic, List.of(reading(4), reading(50)), Outcome.ABORT);
        job.runToEndHere();
        assertThat(job.total("rows")).isEqualTo(2);

        topics.sendInTransaction(topic, List.of(reading(60)), Outcome.ABORT);
        topics.send(topic, List.of(reading(21), reading(40)));
        topics.sendInTransaction(topic, List.of(reading(70)), Outcome.ABORT);
        job.runToEndHere();
        assertThat(job.total("rows")).isEqualTo(4);
        assertThat(job.rows()).hasSize(2);
    }

    @Test
    void runOfAnEmptyTopicMakesATableWithoutRowsAndASecondOneNothing() {
        topics.create("now-empty-readings", 2);
        Job job = Job.readings(folder, BROKER, "now-empty");
        job.runToEnd("first");
        assertThat(job.version()).isEqualTo(0);
        assertThat(job.rows()).isEmpty();
        long start = System.nanoTime();
        job.runToEnd("second");
        System.out.println("a run without new records took "
                + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
        assertThat(job.version()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lastReportOfARunSaysThatNothingIsLeft(boolean windowed) {
        String query = windowed ? "now-windowed" : "now-appended";
        topics.create(query + "-readings", 2);
        topics.send(query + "-readings", List.of(reading(1), reading(20).toPartition(1)));
        Job readings = Job.readings(folder, BROKER, query);
        Job job = windowed ? readings : readings.with("query", "SELECT UnitId, ReadingTime FROM readings");
        job.runToEndHere();

        assertThat(job.total("rows")).isEqualTo(2);
        assertThat(job.progress().get("backlog").get("lag").asLong()).isZero();
        assertThat(job.progress().get("backlog").get("fallsBehind").asBoolean()).isFalse();
    }

    @Test
    void latestStartsBehindWhatIsThereAndGoesOnFromThere() {
        topics.create("now-latest-readings", 1);
        topics.send("now-latest-readings", List.of(reading(1), reading(2)));
        Job job = Job.readings(folder, BROKER, "now-latest").with("sources.readings.kafka.startingOffsets", "latest");
        job.runToEndHere();
        topics.send("now-latest-readings", List.of(reading(3), reading(40)));
        job.runToEndHere();

        assertThat(job.total("rows")).isEqualTo(2);
        assertThat(job.rows()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"keyed, false", "shuffled, true"})
    void runTakesWhatWasThereAtItsStartAndTheNextGoesOnExactlyThere(String name, boolean shuffled) {
        Random random = new Random(20_260_201);
        String query = "now-" + name;
        Job job = shuffled ? Job.shuffledReadings(folder, BROKER, query) : Job.readings(folder, BROKER, query);
        Feed feed = new Feed(topics, query + "-readings", 3, 6, shuffled, random);
        feed.send(120);
        long atStart = feed.sent();
        for (int run = 0; run < 2; run++) {
            try (ChildProcess process = job.availableNow().start("run-" + run)) {
                Await.until(() -> process.describe("has no end"), Job.SOON, () -> {
                    feed.sendNowAndThen(3);
                    return !process.isAlive();
                });
                process.awaitExit(0, Job.SOON);
            }
            assertThat(job.total("rows")).isBetween(atStart, feed.sent() - 1);
            atStart = feed.sent();
        }
        feed.closeAll();
        job.runToEndHere();
        assertThat(job.total("rows")).isEqualTo(feed.sent());
        assertThat(job.rows()).isEqualTo(feed.closed());
        assertThat(job.total("lateRows")).isEqualTo(feed.expected().late());

        long version = job.version();
        job.runToEndHere();
        assertThat(job.version()).isEqualTo(version);
        assertThat(job.total("rows")).isEqualTo(feed.sent());
    }

    @Test
    void twoInstancesShareTheWorkAndBothEnd() {
        Random random = new Random(20_260_202);
        Job one = Job.readings(folder, BROKER, "now-two");
        Job two = one.with(
                "checkpointLocation",
                folder.toAbsolutePath().resolve("checkpoint-2").toString());
        Feed feed = new Feed(topics, "now-two-readings", 4, 8, false, random);
        feed.send(120);
        for (int round = 0; round < 2; round++) {
            try (ChildProcess first = one.availableNow().start("one-" + round);
                    ChildProcess second = two.availableNow().start("two-" + round)) {
                Await.until(() -> first.describe("or " + second.describe("lives")), Job.SOON, () -> {
                    feed.sendNowAndThen(3);
                    return !first.isAlive() && !second.isAlive();
                });
                first.awaitExit(0, Job.SOON);
                second.awaitExit(0, Job.SOON);
            }
        }
        feed.closeAll();
        one.runToEndHere();
        assertThat(one.rows()).isEqualTo(feed.closed());
    }
}
