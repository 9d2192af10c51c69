package io.sluice.app.lateness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.serdes.decode.Message;
import io.sluice.topology.ArrivedRow;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DelayStudyTest {
    private static final long MINUTE = 60_000_000;

    /** In windows of ten minutes. */
    static ArrivedRow row(long minute, long newestMinute) {
        long start = Math.floorDiv(minute, 10) * 10;
        return new ArrivedRow(
                Message.ofValue(null), minute * MINUTE, start * MINUTE, (start + 10) * MINUTE, newestMinute * MINUTE);
    }

    private static List<Duration> minutes(long... minutes) {
        return Arrays.stream(minutes).mapToObj(Duration::ofMinutes).toList();
    }

    @Test
    void rowIsDroppedWithADelayThatJustReachesItsWindowsEndAndNotWithALongerOne() {
        DelayStudy study = new DelayStudy(minutes(5, 4, 6, 5), 10);
        study.add(row(15, 15));
        study.add(row(3, 15));
        assertThat(study.outcomes())
                .extracting(DelayStudy.Outcome::delay, DelayStudy.Outcome::dropped)
                .containsExactly(
                        tuple(Duration.ofMinutes(4), 1L),
                        tuple(Duration.ofMinutes(5), 1L),
                        tuple(Duration.ofMinutes(6), 0L));
        assertThat(study.outcomes().get(1).counts()).containsExactly(entry(0L, 0L), entry(10 * MINUTE, 1L));
        assertThat(study.outcomes().get(2).counts()).containsExactly(entry(0L, 1L), entry(10 * MINUTE, 1L));
        DelayStudy.Smallest none = study.smallestDropping(0);
        assertThat(none.delay()).isEqualTo(Duration.ofMinutes(5).plusNanos(1_000));
        assertThat(none.rounded()).isEqualTo(Duration.ofSeconds(301));
        assertThat(study.smallestDropping(0.5).delay()).isZero();
    }

    @Test
    void newestWindowsAreCountedAndOthersAreToldToBeMissing() {
        DelayStudy study = new DelayStudy(minutes(0), 2);
        study.add(row(5, 5));
        study.add(row(15, 15));
        assertThat(study.windowsLeftOut()).isFalse();
        study.add(row(25, 25));
        study.add(row(6, 25));
        assertThat(study.outcomes().get(0).counts()).containsOnlyKeys(10 * MINUTE, 20 * MINUTE);
        assertThat(study.windowsLeftOut()).isTrue();
        assertThat(study.rows()).isEqualTo(4);
        assertThat(study.outcomes().get(0).dropped()).isEqualTo(1);
    }
}
