package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.SluiceStatistics.Shape;
import io.sluice.topology.ledger.StorageKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Guards what {@link WriteThroughStore} rests on and Kafka Streams does not promise: that {@code flushCache()} is called when a
 * commit is prepared, before its transaction ends. The driver runs with exactly_once_v2 and shows only records of transactions
 * that were committed, and it commits after each record. Were the hook called later, or not at all, the state would be in a
 * later transaction than the record it comes from, or nowhere, and these tests would fail: then an upgrade of Kafka Streams
 * needs another hook.
 */
class CommitOrderTest {
    private static final Duration SIZE = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Shape.class)
    void stateOfARecordIsInTheTransactionOfThatRecord(Shape shape) {
        try (SluiceStatistics statistics = new SluiceStatistics(SIZE, Duration.ZERO, shape, folder)) {
            statistics.feed(new Measurement("a", 7, 60_000));
            assertThat(statistics.open()).containsExactly(new Statistics(0, "a", 1, 7, 7, 7));
            statistics.feed(new Measurement("a", 8, 120_000));
            assertThat(statistics.open()).containsExactly(new Statistics(0, "a", 2, 7, 8, 15));
        }
    }

    /** Were the hook run once too often or too early, there would be a record more, or one with an old state. */
    @Test
    void changedGroupIsWrittenOnceForEachCommit() {
        try (SluiceStatistics statistics = new SluiceStatistics(SIZE, Duration.ZERO, Shape.DIRECT, folder)) {
            for (int minute = 1; minute <= 3; minute++) {
                statistics.feed(new Measurement("a", 7, minute * 60_000L));
                assertThat(groups(statistics.changes())).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void rowOfAClosedWindowAndTheDeletionOfItsStateAreInOneTransaction(Shape shape) {
        try (SluiceStatistics statistics = new SluiceStatistics(SIZE, Duration.ZERO, shape, folder)) {
            statistics.feed(new Measurement("a", 7, 60_000));
            statistics.changes();
            statistics.feed(new Measurement("a", 8, 600_000));
            assertThat(statistics.closed()).containsExactly(new Statistics(0, "a", 1, 7, 7, 7));
            assertThat(groups(statistics.changes()).stream()
                            .filter(change -> change.value == null)
                            .map(change -> StorageKey.windowStart(change.key)))
                    .containsExactly(0L);
        }
    }

    private static List<KeyValue<byte[], byte[]>> groups(List<KeyValue<byte[], byte[]>> changes) {
        return changes.stream().filter(change -> StorageKey.isGroup(change.key)).toList();
    }
}
