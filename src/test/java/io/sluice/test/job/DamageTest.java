package io.sluice.test.job;

import static io.sluice.test.job.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.read.TableRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that fill up and things that vanish between two runs, or under a running one: never success with rows missing. */
class DamageTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");
    /** Above fetch.max.wait.ms. */
    private static final Duration FETCH_WAIT = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private final Topics topics = BROKER.topics();

    @AfterEach
    void close() {
        topics.close();
        Refusals.succeeds(folder, "umount", folder.resolve("disk").toString());
    }

    /** Readings of the minutes; the one of minute 15 closes the window before, and so on by ten minutes. */
    private void send(String name, int... minutes) {
        topics.send(
                name + "-readings",
                IntStream.of(minutes)
                        .mapToObj(minute ->
                                new Measurement(0, "unit", minute, MORNING.plus(Duration.ofMinutes(minute))).message())
                        .toList());
    }

    private Job job(String name, int... minutes) {
        topics.create(name + "-readings", 1);
        send(name, minutes);
        return Job.readings(folder, BROKER, name);
    }

    private static TableRow row(int minute, double min, double max, long count) {
        return TableRow.of(MORNING.plus(Duration.ofMinutes(minute)), "unit", min, max, (min + max) / 2, count);
    }

    private void deleteRecordsBelow(String topic, long offset) throws Exception {
        topics.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    private void reset(Job job) {
        try (ChildProcess process =
                job.command("reset", "--delete-table", "--yes").start(folder, "reset")) {
            process.awaitExit(0, Job.SOON);
        }
    }

    @Test
    void readOnlyFileSystemIsNamedAndTheRunCompletesWhenItIsWritable() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Refusals.succeeds(folder, "mount", "-t", "tmpfs", "-o", "ro", "tmpfs", disk.toString()),
                "may not mount");
        Job job = job("damage-read-only", 1, 2, 30);
        Job onDisk = job.with("sink.delta.path", disk.resolve("table").toString());
        assertRefused(onDisk, Refusals.TABLE, disk.resolve("table").toString(), "the file system is read-only");
        assertThat(Refusals.succeeds(folder, "mount", "-o", "remount,rw", disk.toString()))
                .isTrue();
        onDisk.runToEnd("mended");
        assertThat(onDisk.rows()).containsExactly(row(0, 1, 2, 2));
    }

    @Test
    void tableBelowAFileIsRefused() throws IOException {
        Job job = job("damage-file", 1, 2, 30);
        Files.writeString(folder.resolve("file"), "in the way");
        assertRefused(
                job.with("sink.delta.path", folder.resolve("file/table").toString()),
                Refusals.TABLE,
                folder.resolve("file/table").toString(),
                folder.resolve("file") + " is a file, not a folder");
        job.runToEnd("mended");
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2));
    }

    @Test
    void fullDiskIsNamedAndTheRunCompletesWhenThereIsSpace() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Refusals.succeeds(folder, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
                "may not mount");
        Job job = job("damage-full", 1, 2, 17)
                .with("sink.delta.path", disk.resolve("table").toString());
        job.runToEnd("first");
        Path filler = Refusals.fill(disk);
        send("damage-full", 30, 31);
        assertRefused(job, Refusals.TABLE, disk.resolve("table").toString(), "the disk is full");
        Files.delete(filler);
        job.runToEnd("mended");
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2), row(10, 17, 17, 1));
    }

    @Test
    void fullDiskUnderTheCheckpointEndsTheRunAndLosesNothing() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Refusals.succeeds(folder, "mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString()),
                "may not mount");
        Job job = job("damage-full-checkpoint", 1, 2, 17)
                .with("checkpointLocation", disk.resolve("checkpoint").toString());
        job.runToEnd("first");
        Path filler = Refusals.fill(disk);
        send("damage-full-checkpoint", 30, 31);
        assertRefused(job, Refusals.CHECKPOINT, disk.resolve("checkpoint").toString(), "No space left on device");
        Files.delete(filler);
        job.runToEnd("mended");
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2), row(10, 17, 17, 1));
    }

    @Test
    void tableThatWasDeletedIsNoticedAndResetComputesItAgain() {
        Job job = job("damage-table", 1, 2, 17);
        job.runToEnd("first");
        Damage.delete(job.table());
        send("damage-table", 30);
        assertRefused(
                job,
                Refusals.TABLE,
                "The table was deleted, recreated or restored to an older version",
                "sluice reset");
        Damage.delete(job.checkpoint());
        assertRefused(job, Refusals.TABLE, "The table was deleted, recreated or restored to an older version");
        reset(job);
        job.runToEnd("mended");
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2), row(10, 17, 17, 1));
    }

    @Test
    void tableThatIsDeletedUnderARunningProcessEndsIt() {
        Job job = job("damage-running", 1, 2, 17);
        try (ChildProcess process = job.start("running")) {
            process.await("the first row", Job.SOON, () -> job.version() >= 1);
            Damage.delete(job.table());
            send("damage-running", 30);
            process.awaitExit(Refusals.TABLE, Job.SOON);
            assertThat(process.errors()).contains(job.table().toString(), "the table is gone");
        }
        assertThat(Files.exists(job.table())).isFalse();
    }

    @Test
    void closedWindowsTopicThatWasDeletedIsNoticed() {
        Job job = job("damage-outbox", 1, 2, 17);
        job.runToEnd("first");
        topics.delete("damage-outbox-closed-windows");
        send("damage-outbox", 30);
        assertRefused(job, Refusals.CHECKPOINT, "id of topic damage-outbox-closed-windows: was ", "sluice reset");
        Damage.delete(job.checkpoint());
        assertRefused(job, Refusals.CHECKPOINT, "id of topic damage-outbox-closed-windows: was ");
        reset(job);
        job.runToEnd("mended");
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2), row(10, 17, 17, 1));
    }

    @Test
    void recordsThatWereDeletedUnreadStopTheRunUnlessTheLossIsPermitted() throws Exception {
        Job job = job("damage-aged", 1, 2);
        try (ChildProcess process = job.start("killed")) {
            process.await("two readings", Job.SOON, () -> committed("damage-aged") == 2);
            process.kill();
        }
        send("damage-aged", 3, 4, 17);
        deleteRecordsBelow("damage-aged-readings", 4);
        assertRefused(
                job,
                Refusals.DATA_LOSS,
                "topic damage-aged-readings, partition 0: wanted offset 2, the earliest is 4: 2 offsets were deleted",
                "failOnDataLoss: false");
        // the killed process is still a member of its group, and Kafka moves no positions of a group with members
        try (ChildProcess process = job.with("sources.readings.kafka.failOnDataLoss", "false")
                .availableNow()
                .start("permitted")) {
            process.awaitExit(0, Job.SOON);
            assertThat(process.errors()).contains("wanted offset 2, the earliest is 4");
        }
        assertThat(job.rows()).containsExactly(row(0, 1, 2, 2));
        assertThat(job.total("rows")).isEqualTo(3);
    }

    @Test
    void recordsThatAreDeletedUnreadUnderARunningProcessEndIt() throws Exception {
        Job job = job("damage-gap", 1, 2);
        try (ChildProcess process = job.start("running")) {
            process.await("two readings", Job.SOON, () -> committed("damage-gap") == 2);
            process.pause();
            // a request that waits at the broker would still be answered with the records
            long paused = System.nanoTime();
            Await.until(
                    "the longest wait of a fetch", Job.SOON, () -> System.nanoTime() - paused > FETCH_WAIT.toNanos());
            send("damage-gap", 3, 4, 17);
            deleteRecordsBelow("damage-gap-readings", 4);
            process.resume();
            process.awaitExit(Refusals.DATA_LOSS, Job.SOON);
            assertThat(process.errors())
                    .contains("damage-gap-readings-0", "records were deleted before they were read");
        }
        assertThat(job.rows()).isEmpty();
    }

    private long committed(String group) {
        return Groups.committed(topics, group, group + "-readings");
    }
}
