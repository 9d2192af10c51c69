package io.sluice.topology.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.ledger.MemoryStorage;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.watermark.WatermarkMessage.CloseTo;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two partitions: of the other one, only its share is known. */
class SourceSilenceTest {
    private static final long MINUTE = 60_000;
    private static final SilenceSettings FIVE_MINUTES =
            new SilenceSettings(OptionalLong.of(5 * MINUTE), OptionalLong.of(30 * MINUTE));

    private final SharedWatermarks shared = new SharedWatermarks(2, SilenceRule.watching(FIVE_MINUTES), 30 * 1_000);
    private final MemoryStorage storage = new MemoryStorage();
    private SourceClock clock = new SourceClock(0, 10);
    private long nowMs = 1_000_000;
    private SourceSilence silence = silence();

    private SourceSilence silence() {
        return new SourceSilence(clock, shared, time -> time / 100 * 100 + 100, nowMs);
    }

    private void other(long watermark, boolean idle) {
        Share share = new Share(1, watermark, watermark, 0, idle, idle);
        shared.read(share.key(), share.value());
    }

    private void record(long eventTime) {
        clock.observe(eventTime);
        silence.heard(nowMs);
    }

    /** Time passes with a look each second, and Kafka says that nothing is unread. */
    private void watch(long ms) {
        for (long end = nowMs + ms; nowMs < end; ) {
            nowMs += 1_000;
            shared.proven(Set.of(0, 1), nowMs);
            silence.look(nowMs);
        }
    }

    private void restart(long downMs) {
        clock.flush(storage);
        nowMs += downMs;
        clock = new SourceClock(0, 10);
        clock.load(storage);
        silence = silence();
    }

    private List<WatermarkMessage> told() {
        return silence.toTell(nowMs);
    }

    @Test
    void firstWordOfATaskIsAwaitedOnlyInARunThatEnds() {
        assertThat(silence.isAwaited()).isFalse();
        SharedWatermarks bounded = new SharedWatermarks(2, SilenceRule.asOf(FIVE_MINUTES, nowMs), 30 * 1_000);
        SourceSilence ending = new SourceSilence(clock, bounded, time -> time / 100 * 100 + 100, nowMs);
        assertThat(ending.isAwaited()).isTrue();
        assertThat(ending.toTell(nowMs)).hasSize(1);
        assertThat(ending.isAwaited()).isFalse();
    }

    @Test
    void partitionFollowsAfterTheTimeoutAndNotBefore() {
        other(1_000, false);
        record(50);
        watch(5 * MINUTE);
        assertThat(clock.watermark()).isEqualTo(40);
        watch(1_000);
        assertThat(clock.watermark()).isEqualTo(1_000);
        other(1_100, false);
        watch(1_000);
        assertThat(clock.watermark()).isEqualTo(1_100);
    }

    @Test
    void followedWatermarkIsKeptAndLateRecordsStayLate() {
        other(1_000, false);
        watch(6 * MINUTE);
        restart(0);
        assertThat(clock.watermark()).isEqualTo(1_000);
        record(700);
        assertThat(clock.watermark()).isEqualTo(1_000);
        record(1_500);
        assertThat(clock.watermark()).isEqualTo(1_490);
    }

    @Test
    void recordMakesThePartitionActiveAtOnce() {
        other(1_000, false);
        watch(6 * MINUTE);
        told();
        record(990);
        other(2_000, false);
        watch(4 * MINUTE);
        assertThat(clock.watermark()).isEqualTo(1_000);
        assertThat(told()).containsExactly(new Share(0, 1_000, 990, nowMs - 4 * MINUTE, false, false));
    }

    @Test
    void withoutProofNothingIsFollowed() {
        other(1_000, false);
        for (int second = 0; second < 600; second++) {
            nowMs += 1_000;
            silence.look(nowMs);
        }
        assertThat(clock.watermark()).isEqualTo(Long.MIN_VALUE);
        assertThat(shared.toBeProven()).containsExactly(0);
    }

    @Test
    void timeInWhichNobodyLookedIsNotSilence() {
        other(1_000, false);
        record(50);
        watch(1_000);
        nowMs += 600 * MINUTE;
        watch(1_000);
        assertThat(clock.watermark())
                .as("after a pause, or a clock that was set")
                .isEqualTo(40);
        nowMs -= 600 * MINUTE;
        watch(4 * MINUTE);
        assertThat(clock.watermark()).as("after a clock that was set back").isEqualTo(40);
        watch(MINUTE);
        assertThat(clock.watermark()).isEqualTo(1_000);
    }

    @Test
    void restartNeitherForgetsTheSilenceNorCountsTheTimeBetween() {
        other(1_000, false);
        record(50);
        watch(4 * MINUTE);
        restart(600 * MINUTE);
        watch(30 * 1_000);
        assertThat(clock.watermark()).isEqualTo(40);
        // what was watched is kept in steps of a quarter of the timeout
        watch(2 * MINUTE);
        assertThat(clock.watermark()).isEqualTo(1_000);
    }

    @Test
    void stateOfAnEarlierReleaseCountsAsHeardNow() {
        storage.put(
                new byte[] {0, 1, 0, 0, 0, 0},
                ByteBuffer.allocate(41)
                        .put((byte) 1)
                        .putLong(50)
                        .putLong(2)
                        .putLong(0)
                        .putLong(0)
                        .putLong(0)
                        .array());
        clock = new SourceClock(0, 10);
        clock.load(storage);
        silence = silence();
        assertThat(clock.watermark()).isEqualTo(40);
        assertThat(clock.progress().rows()).isEqualTo(2);
        assertThat(told()).containsExactly(new Share(0, 40, 50, nowMs, false, false));
        nowMs += 1_000;
        assertThat(told()).isEmpty();
    }

    @Test
    void stateWithoutACountOfNulledRecordsHasNone() {
        ByteBuffer saved = ByteBuffer.allocate(1 + 8 * Long.BYTES).put((byte) 2);
        for (long number : new long[] {50, 9, 3, 2, 1, 45, 7, 8}) {
            saved.putLong(number);
        }
        storage.put(new byte[] {0, 1, 0, 0, 0, 0}, saved.array());
        clock = new SourceClock(0, 10);
        clock.load(storage);
        assertThat(clock.progress())
                .isEqualTo(new SourceClock.SourceProgress(0, 50, 45, 9, 3, 2, 1, 0, Optional.empty()));
        clock.countNulled();
        clock.flush(storage);
        clock = new SourceClock(0, 10);
        clock.load(storage);
        assertThat(clock.progress())
                .isEqualTo(new SourceClock.SourceProgress(0, 50, 45, 9, 3, 2, 1, 1, Optional.empty()));
        assertThat(clock.silentMs()).isEqualTo(8);
    }

    @Test
    void whatChangesIsToldOnceASecondAndIdlenessAtOnce() {
        record(50);
        assertThat(told()).hasSize(1);
        assertThat(told()).isEmpty();
        nowMs += 100;
        record(60);
        assertThat(told()).isEmpty();
        nowMs += 900;
        assertThat(told()).hasSize(1);
        watch(6 * MINUTE);
        assertThat(told()).containsExactly(new Share(0, 50, 60, nowMs - 6 * MINUTE - 900, true, false));
    }

    @Test
    void partitionZeroDecidesWhenAllAreSilentAndTellsItOnce() {
        other(1_000, true);
        record(1_250);
        watch(30 * MINUTE);
        assertThat(clock.watermark()).isEqualTo(1_240);
        watch(2_000);
        assertThat(clock.watermark()).isEqualTo(1_300);
        assertThat(told()).contains(new CloseTo(1_300));
        watch(2_000);
        assertThat(told()).doesNotHaveAnyElementsOfTypes(CloseTo.class);
    }

    @Test
    void decisionHoldsForAPartitionThatHasBecomeActiveMeanwhile() {
        record(50);
        CloseTo close = new CloseTo(1_300);
        shared.read(close.key(), close.value());
        watch(1_000);
        assertThat(clock.watermark()).isEqualTo(1_300);
    }

    @Test
    void silenceThatLeadsToNothingIsNotWatched() {
        SilenceSettings never = SilenceSettings.OFF;
        assertThat(never.watched()).isFalse();
        assertThat(new SilenceSettings(OptionalLong.empty(), OptionalLong.of(1)).watched())
                .isTrue();
    }
}
