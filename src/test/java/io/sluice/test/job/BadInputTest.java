package io.sluice.test.job;

import static io.sluice.test.job.Refusals.assertRefused;
import static io.sluice.test.job.Refusals.edited;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Message;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.read.SparkReader;
import io.sluice.test.read.TableRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong before the start is named, nothing is read or written, and once it is mended the same query completes. */
class BadInputTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");
    private static final TableRow ROW = TableRow.of(MORNING, "unit", 1.0, 2.0, 1.5, 2L);

    @TempDir
    private Path folder;

    private final Topics topics = BROKER.topics();

    @AfterEach
    void close() {
        topics.close();
    }

    private static Measurement reading(int minute) {
        return new Measurement(0, "unit", minute, MORNING.plus(Duration.ofMinutes(minute)));
    }

    /** A job whose topic holds readings that make one row, {@link #ROW}. */
    private Job job(String name) {
        createTopic(name);
        return Job.readings(folder, BROKER, name);
    }

    private void createTopic(String name) {
        topics.create(name + "-readings", 1);
        topics.send(
                name + "-readings",
                List.of(reading(1).message(), reading(2).message(), reading(30).message()));
    }

    private static void assertCompletes(Job job) {
        job.runToEnd("mended");
        assertThat(job.rows()).containsExactly(ROW);
    }

    @Test
    void brokerThatDoesNotAnswerIsNamedWithTheTimeWaited() {
        Job job = job("bad-broker");
        assertRefused(
                job.with("kafka.bootstrap.servers", "127.0.0.1:1").with("kafka.default.api.timeout.ms", "2000"),
                Refusals.KAFKA,
                "kafka.bootstrap.servers = 127.0.0.1:1",
                "no answer within 2 s");
        assertCompletes(job);
    }

    @Test
    void missingTopicIsNamedTogetherWithThoseThatStartAlike() {
        topics.create("bad-topic-reading", 1);
        Job job = Job.readings(folder, BROKER, "bad-topic");
        assertRefused(
                job,
                Refusals.KAFKA,
                "sources.readings.kafka.topic = bad-topic-readings: there is no such topic",
                "bad-topic-reading)");
        assertThat(topics.names())
                .noneMatch(name -> name.startsWith("bad-topic-") && !name.equals("bad-topic-reading"));
        createTopic("bad-topic");
        assertCompletes(job);
    }

    @Test
    void yamlThatCannotBeReadIsNamedWithLineAndColumn() {
        Job job = Job.readings(folder, BROKER, "bad-yaml");
        assertRefused(
                edited(job, "delay: 5 minutes}", "delay: 5 minutes"),
                Refusals.QUERY_FILE,
                "changed.yaml:9:",
                "is no YAML");
    }

    @Test
    void everyMistakeInTheSqlIsNamedWithItsPlaceInTheFile() {
        Job job = Job.readings(folder, BROKER, "bad-sql");
        assertRefused(
                edited(job, "MIN(TemperatureC)", "MIN(TemperaturC)"),
                Refusals.QUERY_FILE,
                "changed.yaml:11:14",
                "TemperaturC",
                "TemperatureC");
        assertRefused(edited(job, "GROUP BY", "GROUP B"), Refusals.QUERY_FILE, "changed.yaml:13:");
    }

    @Test
    void recordThatStopsTheQueryIsNamedAndTheProcessEndsWithACodeOfItsOwn() {
        Job job = job("bad-record");
        topics.send("bad-record-readings", List.of(Message.of(null, "{\"UnitId\":5}", MORNING)));
        Job stopping = job.with("sources.readings.badRecords", "fail").availableNow();
        try (ChildProcess process = stopping.start("stopped")) {
            process.awaitExit(Refusals.BAD_RECORD, Job.SOON);
            assertThat(process.errors())
                    .contains("offset 3: column 'UnitId': 5 where a string is expected", "badRecords = fail");
        }
        assertCompletes(job.with("sources.readings.badRecords", "deadLetter"));
    }

    @Test
    void settingOfKafkaStreamsThatMakesNoSenseIsNamed() {
        Job job = job("bad-streams");
        assertRefused(
                job.with("streams.commit.interval.ms", "often"), Refusals.QUERY_FILE, "commit.interval.ms", "often");
        assertCompletes(job);
    }

    @Test
    void checkpointOfAnotherWindowSizeIsRefusedWithOldAndNew() {
        Job job = job("bad-window");
        assertCompletes(job);
        assertRefused(
                edited(job, "INTERVAL '10' MINUTE", "INTERVAL '20' MINUTE"),
                Refusals.CHECKPOINT,
                job.checkpoint().toString(),
                "query: window: was 10 minutes, is 20 minutes",
                "sluice reset");
        assertThat(job.version()).isEqualTo(1);
        assertCompletes(job);
    }

    @Test
    void checkpointOfARunningProcessIsRefusedAndTheProcessGoesOn() {
        Job job = job("bad-lock");
        try (ChildProcess running = job.start("running")) {
            running.await("the row", Job.SOON, () -> job.version() >= 1);
            assertRefused(job, Refusals.CHECKPOINT, job.checkpoint().toString(), "in use by another process");
            topics.send("bad-lock-readings", List.of(reading(50).message()));
            running.await("the next row", Job.SOON, () -> job.version() >= 2);
        }
        assertThat(job.rows()).hasSize(2);
    }

    @Test
    void tableOfAnotherSchemaIsRefusedBeforeAnythingIsRead() {
        Job job = job("bad-schema");
        SparkReader.sql(
                "CREATE TABLE " + SparkReader.nameOf(job.table())
                        + " (WindowStart TIMESTAMP, UnitId STRING, MinC STRING, MaxC DOUBLE, AvgC DOUBLE, Readings BIGINT) USING delta");
        assertRefused(job, Refusals.TABLE, job.table().toString(), "MinC", "double", "string");
        assertThat(topics.names()).doesNotContain("bad-schema-closed-windows", "bad-schema-identity");
        SparkReader.sql("DROP TABLE " + SparkReader.nameOf(job.table()));
        Damage.delete(job.table());
        assertCompletes(job);
    }
}
