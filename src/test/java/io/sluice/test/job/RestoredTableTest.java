package io.sluice.test.job;

import static io.sluice.test.job.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.read.SparkReader;
import io.sluice.test.read.TableRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that Spark restored to an older version: the run refuses, with its checkpoint and without, and names a way out that works. */
@Tag("long")
class RestoredTableTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");

    @TempDir
    private Path folder;

    private final Topics topics = BROKER.topics();

    @AfterEach
    void close() {
        topics.close();
    }

    private void send(int... minutes) {
        topics.send(
                "restored-readings",
                IntStream.of(minutes)
                        .mapToObj(minute ->
                                new Measurement(0, "unit", minute, MORNING.plus(Duration.ofMinutes(minute))).message())
                        .toList());
    }

    private static TableRow row(int minute, double value) {
        return TableRow.of(MORNING.plus(Duration.ofMinutes(minute)), "unit", value, value, value, 1L);
    }

    private void restore(Job job, long version) {
        SparkReader.sql("RESTORE TABLE " + SparkReader.nameOf(job.table()) + " TO VERSION AS OF " + version);
    }

    private void accept(Job job) {
        try (ChildProcess process =
                job.command("reset", "--accept-table", "--yes").start(folder, "accept")) {
            process.awaitExit(0, Job.SOON);
        }
    }

    @Test
    void restoredOrDeletedTableIsRefusedUntilItIsAccepted() {
        topics.create("restored-readings", 1);
        Job job = Job.readings(folder, BROKER, "restored");
        send(1, 17);
        job.runToEnd("first");
        send(30);
        job.runToEnd("second");
        assertThat(job.rows()).containsExactly(row(0, 1), row(10, 17));

        restore(job, 1);
        send(45);
        assertRefused(job, Refusals.TABLE, "version 3 (RESTORE) set it back to version 1", "--accept-table");
        Damage.delete(job.checkpoint());
        assertRefused(job, Refusals.TABLE, "version 3 (RESTORE) set it back to version 1");

        accept(job);
        send(60);
        job.runToEnd("accepted");
        assertThat(job.rows()).containsExactly(row(0, 1), row(30, 30), row(40, 45));

        // by its files only: the position is gone with the rows, and the topic no longer holds them
        Damage.delete(job.table());
        assertRefused(job, Refusals.TABLE, "The table was deleted, recreated or restored to an older version");
        accept(job);
        send(75);
        job.runToEnd("accepted again");
        assertThat(job.rows()).containsExactly(row(60, 60));
    }
}
