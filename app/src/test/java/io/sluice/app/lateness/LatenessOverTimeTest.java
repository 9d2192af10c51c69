package io.sluice.app.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenessOverTimeTest {
    private static final long MINUTE = 60_000_000;

    @Test
    void latestOfEachStretchIsKeptWhenStretchesAreWidened() {
        LatenessOverTime time = new LatenessOverTime(4);
        for (int i = -8; i < 8; i++) {
            time.add(i, DelayStudyTest.row(i == -8 || i == 2 ? 1 : 20, 20));
        }
        assertThat(time.latest()).hasSize(4).containsKeys(-8L, -4L, 0L, 4L);
        LatenessOverTime.Latest late = new LatenessOverTime.Latest(19 * MINUTE, 10 * MINUTE);
        assertThat(time.latest()).containsEntry(-8L, late).containsEntry(0L, late);
        assertThat(time.latest().get(4L)).isEqualTo(new LatenessOverTime.Latest(0, -10 * MINUTE));
    }

    @Test
    void oneTimestampFarAwayCostsNothing() {
        LatenessOverTime time = new LatenessOverTime(4);
        time.add(0, DelayStudyTest.row(1, 1));
        time.add(1_794_000_000_000L, DelayStudyTest.row(2, 2));
        time.add(1_794_000_000_001L, DelayStudyTest.row(3, 3));
        assertThat(time.latest()).containsOnlyKeys(0L, 1_794_000_000_000L, 1_794_000_000_001L);
    }
}
