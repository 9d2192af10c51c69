package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MS = 1_000_000;

    private long nowNanos = Long.MAX_VALUE - 5;
    private final Pace pace = new Pace(() -> nowNanos);

    private boolean isDueAfterMs(long ms) {
        nowNanos += ms * MS;
        boolean due = pace.isDue();
        nowNanos -= ms * MS;
        return due;
    }

    private void found(long left, long afterMs) {
        nowNanos += afterMs * MS;
        pace.found(left);
    }

    @Test
    void firstTwoLooksAreDueAtOnce() {
        assertThat(pace.isDue()).isTrue();
        pace.found(1_000);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void nextLookIsDueAfterAQuarterOfTheTimeLeft() {
        found(1_000, 0);
        found(800, 100);
        assertThat(isDueAfterMs(99)).isFalse();
        assertThat(isDueAfterMs(100)).isTrue();
    }

    @Test
    void longestPauseIsTwoSeconds() {
        found(1_000_000, 0);
        found(999_999, 100);
        assertThat(isDueAfterMs(1_999)).isFalse();
        assertThat(isDueAfterMs(2_000)).isTrue();
    }

    @Test
    void whatHasGrownIsLookedAtAtOnce() {
        found(1_000, 0);
        found(1_200, 100);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void whatStandsStillIsLookedAtMoreRarelyTheLongerItDoes() {
        found(1_000, 0);
        found(1_000, 80);
        assertThat(isDueAfterMs(9)).isFalse();
        assertThat(isDueAfterMs(10)).isTrue();
        found(1_000, 320);
        assertThat(isDueAfterMs(49)).isFalse();
        assertThat(isDueAfterMs(50)).isTrue();
        found(1_000, 60_000);
        assertThat(isDueAfterMs(199)).isFalse();
        assertThat(isDueAfterMs(200)).isTrue();
    }

    @Test
    void restIsExpectedByTheTimeSinceTheLastChange() {
        found(1_000, 0);
        found(1_000, 300);
        found(500, 100);
        assertThat(isDueAfterMs(99)).isFalse();
        assertThat(isDueAfterMs(100)).isTrue();
    }

    @Test
    void somethingElseIsLookedAtAtOnce() {
        found(1_000_000, 0);
        found(999_999, 100);
        pace.begin();
        assertThat(pace.isDue()).isTrue();
        pace.found(50);
        assertThat(pace.isDue()).isTrue();
    }
}
