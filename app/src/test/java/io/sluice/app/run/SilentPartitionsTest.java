package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.progress.QueryProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partitions that are empty or fall silent, in one and in two instances, from the source to the table. Windows of ten minutes. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class SilentPartitionsTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    private ReadingsBroker.Readings readings;
    private CountingQuery keyed;
    private CountingQuery shuffled;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopic() {
        readings = broker.readings("silent", 3);
        keyed = idle(CountingQuery.of(readings, folder), "idleTimeout: 2 seconds");
        shuffled = idle(CountingQuery.of(readings, folder).shuffled(), "idleTimeout: 2 seconds");
    }

    private static CountingQuery idle(CountingQuery query, String settings) {
        return query.replace("delay: 5 minutes}", "delay: 5 minutes, " + settings + "}");
    }

    /** Sends one reading after the other to a partition until the table holds so many rows. */
    private void talkUntilRows(int partition, int minute, int rows) {
        Await.until(() -> "rows " + keyed.rows(), SOON, () -> {
            readings.send(partition, minute);
            return keyed.rows().size() >= rows;
        });
    }

    private void awaitRows(int rows) {
        Await.until(() -> "rows " + keyed.rows(), SOON, () -> keyed.rows().size() >= rows);
    }

    @Test
    void windowsOfASilentPartitionAreClosedWhenTheRestOfTheQueryHasPassedThem() throws Exception {
        readings.send(0, 1);
        readings.send(1, 1);
        StreamingQuery query = keyed.endless().start();
        talkUntilRows(0, 32, 2);
        assertThat(keyed.rows()).containsExactly("0 unit-0 1", "0 unit-1 1");
        // event time 32 puts the watermark of all at 27: minute 19 is late, minute 20 is not
        readings.send(1, 19);
        readings.send(1, 20);
        readings.send(1, 45);
        talkUntilRows(0, 45, 4);
        CountingQuery.stop(query);
        assertThat(keyed.rows()).contains("20 unit-1 1");
        assertThat(query.lastProgress().partitions().get(1).lateRows()).isEqualTo(1);
    }

    @Test
    void emptyAndSilentPartitionsHoldTheShuffleOfTwoInstancesBackForTheTimeoutOnly() throws Exception {
        readings.send(0, 1);
        readings.send(1, 2);
        StreamingQuery one = shuffled.endless().start();
        StreamingQuery two = shuffled.endless().instance("checkpoint-2").start();
        talkUntilRows(0, 32, 2);
        assertThat(keyed.rows()).containsExactly("0 unit-0 1", "0 unit-1 1");
        QueryProgress progress = one.lastProgress();
        assertThat(progress.eventTime())
                .containsEntry("queryWatermark", "1970-01-01T00:27:00Z")
                .containsEntry("heldBackBy", "0");
        assertThat(progress.shuffle()).containsKeys("records", "bytes", "totalRecords", "totalBytes");
        // the partition that comes back is active at once: what it has is waited for
        readings.send(1, 31);
        readings.send(0, 200);
        readings.send(1, 32);
        talkUntilRows(0, 200, 4);
        CountingQuery.stop(one);
        CountingQuery.stop(two);
        assertThat(keyed.rows()).hasSize(4).contains("30 unit-1 2");
        assertThat(List.of(one, two))
                .allSatisfy(query -> assertThat(query.lastProgress().partitions())
                        .allSatisfy(source -> assertThat(source.lateRows()).isZero()));
    }

    /** Partition 0 has a hundred times as much to catch up with as partition 2 for the same time. */
    @Test
    void partitionFarBehindLosesNothingToOthersThatRanAhead() throws Exception {
        int end = 1_000;
        readings.send(0, IntStream.range(0, 10 * end).map(i -> i / 10).toArray());
        readings.send(1, IntStream.range(0, end).toArray());
        readings.send(2, IntStream.range(0, end / 10).map(i -> i * 10).toArray());
        for (int partition = 0; partition < 3; partition++) {
            readings.send(partition, end + 4);
        }
        QueryProgress progress = shuffled.replace("2 seconds}", "5 minutes}")
                .withLine("streams: {num.stream.threads: \"2\", main.consumer.max.poll.records: \"200\"}")
                .runToEnd()
                .lastProgress();
        assertThat(progress.partitions())
                .allSatisfy(source -> assertThat(source.lateRows()).isZero());
        List<String> expected = new ArrayList<>();
        // the watermark is at minute 999
        for (int window = 0; window < end - 10; window += 10) {
            expected.addAll(List.of(window + " unit-0 100", window + " unit-1 10", window + " unit-2 1"));
        }
        assertThat(keyed.rows()).containsExactlyInAnyOrderElementsOf(expected);
        long read = progress.partitions().stream()
                .mapToLong(QueryProgress.SourcePartition::rows)
                .sum();
        assertThat(progress.shuffle().get("totalRecords"))
                .as("partial aggregates and watermarks of %s readings", read)
                .isBetween(303L, read / 2);
    }

    @Test
    void availableNowClosesWhatTheQueryAllowsInEveryPartition() throws Exception {
        Instant longAgo = Instant.now().minus(Duration.ofHours(2));
        readings.sendAt(longAgo, 0, 1);
        readings.sendAt(Instant.now().plus(Duration.ofMinutes(1)), 0, 32);
        readings.sendAt(longAgo, 1, 2);
        QueryProgress first = shuffled.runToEnd().lastProgress();
        assertThat(keyed.rows()).containsExactly("0 unit-0 1", "0 unit-1 1");
        assertThat(first.sink().totalOutputRows()).isEqualTo(2);

        QueryProgress second = shuffled.runToEnd().lastProgress();
        assertThat(second.sink().totalOutputRows())
                .as("rows of a run without new records")
                .isZero();
        assertThat(second.sink().version()).isEqualTo(first.sink().version());
    }

    @Test
    void availableNowClosesTheLastWindowsWhenAllHasBeenSilentForLong() throws Exception {
        CountingQuery closing = shuffled.replace("2 seconds}", "2 seconds, closeWhenIdle: 30 minutes}");
        readings.sendAt(Instant.now().minus(Duration.ofHours(2)), 0, 1);
        readings.sendAt(Instant.now().minus(Duration.ofMinutes(10)), 0, 32);
        closing.runToEnd();
        assertThat(keyed.rows()).containsExactly("0 unit-0 1");
        closing.replace("30 minutes}", "5 minutes}").runToEnd();
        assertThat(keyed.rows()).containsExactly("0 unit-0 1", "30 unit-0 1");
    }

    @Test
    void lastWindowsOfARunningQueryAreClosedAfterTheSilence() throws Exception {
        CountingQuery closing = shuffled.replace("2 seconds}", "never, closeWhenIdle: 3 seconds}");
        readings.send(0, 1);
        readings.send(1, 44);
        StreamingQuery query = closing.endless().start();
        awaitRows(2);
        readings.send(2, 49);
        readings.send(2, 50);
        awaitRows(3);
        CountingQuery.stop(query);
        assertThat(keyed.rows()).containsExactly("0 unit-0 1", "40 unit-1 1", "50 unit-2 1");
    }
}
