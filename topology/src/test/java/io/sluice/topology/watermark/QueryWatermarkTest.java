package io.sluice.topology.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.watermark.WatermarkMessage.CloseTo;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryWatermarkTest {
    private static final SilenceSettings SETTINGS = new SilenceSettings(OptionalLong.of(60), OptionalLong.of(600));

    private static SharedWatermarks of(SilenceRule rule, Share... shares) {
        SharedWatermarks shared = new SharedWatermarks(3, rule, 1_000);
        for (Share share : shares) {
            shared.read(share.key(), share.value());
        }
        return shared;
    }

    private static SharedWatermarks watching(Share... shares) {
        return of(SilenceRule.watching(SETTINGS), shares);
    }

    private static QueryWatermark proven(SharedWatermarks shared, Integer... partitions) {
        shared.proven(Set.of(partitions), 0);
        return shared.at(0);
    }

    private static Share active(int partition, long watermark) {
        return new Share(partition, watermark, watermark, 0, false, false);
    }

    private static Share idle(int partition, long watermark) {
        return new Share(partition, watermark, watermark, 0, true, false);
    }

    private static Share silent(int partition, long watermark, long maxEventTime) {
        return new Share(partition, watermark, maxEventTime, 0, true, true);
    }

    @Test
    void slowestPartitionThatIsNotIdleDecides() {
        QueryWatermark view = proven(watching(active(0, 100), idle(1, 10), active(2, 50)), 1);
        assertThat(view.watermark()).isEqualTo(50);
        assertThat(view.heldBackBy()).containsExactly(2);
    }

    @Test
    void partitionThatWasNotHeardOfHoldsAllBack() {
        QueryWatermark view = proven(watching(active(0, 100), idle(1, 10)), 0, 1, 2);
        assertThat(view.watermark()).isEqualTo(Watermark.NONE);
        assertThat(view.heldBackBy()).containsExactly(2);
    }

    @Test
    void whenAllAreIdleTheFurthestDecidesAndNobodyHoldsBack() {
        QueryWatermark view = proven(watching(idle(0, 100), idle(1, 10), idle(2, Watermark.NONE)), 0, 1, 2);
        assertThat(view.watermark()).isEqualTo(100);
        assertThat(view.heldBackBy()).isEmpty();
    }

    @Test
    void idlePartitionThatMayHoldSomethingUnreadHoldsTheOthersBack() {
        SharedWatermarks shared = watching(active(0, 100), idle(1, 10), active(2, 50));
        assertThat(proven(shared).watermark()).isEqualTo(10);
        shared.proven(Set.of(1), 2_000);
        assertThat(shared.at(3_000).watermark()).isEqualTo(50);
        assertThat(shared.at(3_001).watermark()).as("proof too old").isEqualTo(10);
        assertThat(shared.at(1_999).watermark()).as("clock set back").isEqualTo(10);
    }

    @Test
    void whatTheAskingPartitionKnowsOfItselfIsNewer() {
        QueryWatermark view = proven(watching(active(0, 100), idle(1, 10), active(2, 50)), 1);
        assertThat(view.with(active(2, 70)).watermark()).isEqualTo(70);
        assertThat(view.with(active(1, 10)).watermark()).isEqualTo(10);
    }

    @Test
    void availableNowGoesByTheTimeOfTheLastRecord() {
        SilenceRule rule = SilenceRule.asOf(SETTINGS, 1_000);
        QueryWatermark view = proven(
                of(
                        rule,
                        new Share(0, 70, 80, 941, false, false),
                        new Share(1, 10, 20, 940, false, false),
                        new Share(2, Watermark.NONE, Watermark.NONE, SourceClock.NEVER, false, false)),
                0,
                1,
                2);
        assertThat(view.idle(0)).isFalse();
        assertThat(view.idle(1)).isTrue();
        assertThat(view.idle(2)).as("never a record").isTrue();
        assertThat(view.watermark()).isEqualTo(70);
    }

    @Test
    void lastWindowsCloseWhenAllPartitionsAreSilentAndEndWhereTheLastEventTimeLies() {
        SharedWatermarks shared = watching(silent(0, 10, 25), silent(1, 10, 31), silent(2, 10, 5));
        assertThat(proven(shared, 0, 1).closeTo(time -> time / 10 * 10 + 10)).isEmpty();
        assertThat(proven(shared, 0, 1, 2).closeTo(time -> time / 10 * 10 + 10)).hasValue(40);
        assertThat(proven(shared, 0, 1, 2).with(idle(2, 10)).closeTo(time -> time))
                .isEmpty();
    }

    @Test
    void silenceClosesNothingWhereThereNeverWasARecord() {
        Share never = new Share(0, Watermark.NONE, Watermark.NONE, SourceClock.NEVER, true, true);
        SharedWatermarks shared = new SharedWatermarks(1, SilenceRule.watching(SETTINGS), 1_000);
        shared.read(never.key(), never.value());
        assertThat(proven(shared, 0).closeTo(time -> time)).isEmpty();
    }

    @Test
    void settledWhenTheIdleOnesHaveFollowed() {
        SharedWatermarks shared = watching(active(0, 100), idle(1, 10), active(2, 50));
        assertThat(proven(shared, 1).settled(time -> time)).isFalse();
        shared.read(idle(1, 50).key(), idle(1, 50).value());
        assertThat(shared.at(0).settled(time -> time)).isTrue();
    }

    @Test
    void notSettledBeforeAllAreHeardOfNorBeforeADecisionHasReachedAll() {
        SharedWatermarks shared = watching(active(0, 50), active(1, 50));
        assertThat(proven(shared, 0, 1).settled(time -> time)).isFalse();
        shared.read(active(2, 50).key(), active(2, 50).value());
        assertThat(shared.at(0).settled(time -> time)).isTrue();
        CloseTo close = new CloseTo(60);
        shared.read(close.key(), close.value());
        assertThat(shared.at(0).settled(time -> time)).isFalse();
    }

    @Test
    void notSettledWhileADecisionIsDue() {
        SharedWatermarks shared = watching(silent(0, 10, 25), silent(1, 10, 31), silent(2, 10, 5));
        assertThat(proven(shared, 0, 1, 2).settled(time -> 10)).isTrue();
        assertThat(shared.at(0).settled(time -> 11)).isFalse();
    }

    @Test
    void proofsAreWantedOfWhatIsCalledIdleAndOfWhatATaskHasFoundSilentSinceTheLastQuestion() {
        SharedWatermarks shared = watching(active(0, 100), idle(1, 10), active(2, 50));
        shared.wantsProof(2);
        assertThat(shared.toBeProven()).containsExactlyInAnyOrder(1, 2);
        assertThat(shared.toBeProven()).containsExactly(1);
        assertThat(of(SilenceRule.asOf(SETTINGS, 0)).toBeProven()).containsExactlyInAnyOrder(0, 1, 2);
    }
}
