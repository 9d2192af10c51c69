package io.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StateRestorationTest {
    private static final TopicPartition ZERO = new TopicPartition("changelog", 0);
    private static final TopicPartition ONE = new TopicPartition("changelog", 1);

    private long nanos;
    private final StateRestoration restoration = new StateRestoration(() -> nanos);

    private void pass(int seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void intactStateRestoresNothing() {
        restoration.onRestoreStart(ZERO, "store", 100, 100);
        assertThat(restoration.recordsLeft()).isZero();
        assertThat(restoration.timeLeft()).contains(Duration.ZERO);
        restoration.onRestoreEnd(ZERO, "store", 0);
        assertThat(restoration.restoredRecords()).isZero();
    }

    @Test
    void whatIsLeftAndHowLongItTakesIsThatOfAllPartitions() {
        restoration.onRestoreStart(ZERO, "store", 0, 1_000);
        restoration.onRestoreStart(ONE, "store", 500, 1_500);
        assertThat(restoration.timeLeft()).isEmpty();
        pass(2);
        // offsets below 500, of which compaction has left 50
        restoration.onBatchRestored(ZERO, "store", 499, 50);
        assertThat(restoration.recordsLeft()).isEqualTo(1_500);
        assertThat(restoration.timeLeft()).contains(Duration.ofSeconds(6));
        assertThat(restoration).hasToString("1500 records left, about 6 s");
        restoration.onBatchRestored(ONE, "store", 1_499, 1_000);
        restoration.onRestoreEnd(ONE, "store", 1_000);
        assertThat(restoration.recordsLeft()).isEqualTo(500);
        restoration.onRestoreEnd(ZERO, "store", 50);
        assertThat(restoration.recordsLeft()).isZero();
        assertThat(restoration.restoredRecords()).isEqualTo(1_050);
    }

    @Test
    void partitionThatLeavesMidwayIsNotWaitedFor() {
        restoration.onRestoreStart(ZERO, "store", 0, 1_000);
        restoration.onBatchRestored(ZERO, "store", 9, 10);
        restoration.onRestoreSuspended(ZERO, "store", 10);
        assertThat(restoration.recordsLeft()).isZero();
        assertThat(restoration.restoredRecords()).isEqualTo(10);
    }

    @Test
    void speedIsThatOfTheRestorationUnderWay() {
        restoration.onRestoreStart(ZERO, "store", 0, 10);
        restoration.onBatchRestored(ZERO, "store", 9, 10);
        restoration.onRestoreEnd(ZERO, "store", 10);
        pass(1_000);
        restoration.onRestoreStart(ZERO, "store", 10, 30);
        pass(1);
        restoration.onBatchRestored(ZERO, "store", 19, 10);
        assertThat(restoration.timeLeft()).contains(Duration.ofSeconds(1));
    }
}
