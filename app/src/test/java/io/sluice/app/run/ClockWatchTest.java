package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
    private final SetClock clock = new SetClock();
    private Duration passed = Duration.ZERO;
    private final ClockWatch watch = new ClockWatch(clock, () -> passed.toNanos());

    @Test
    void clockThatIsSetBackIsNoticedOnce() {
        pass(Duration.ofSeconds(1));
        clock.now = clock.now.minus(Duration.ofHours(2));
        pass(Duration.ofSeconds(1));
        assertThat(watch.setBack()).contains(Duration.ofHours(2));
        pass(Duration.ofSeconds(1));
        assertThat(watch.setBack()).isEmpty();
    }

    @Test
    void stepsForwardSmallStepsBackAndPausesAreNone() {
        for (Duration step :
                List.of(Duration.ofDays(3), Duration.ofSeconds(-10), Duration.ofMillis(-1), Duration.ZERO)) {
            clock.now = clock.now.plus(step);
            assertThat(watch.setBack()).as("step %s", step).isEmpty();
        }
        pass(Duration.ofHours(5));
        assertThat(watch.setBack()).isEmpty();
    }

    private void pass(Duration time) {
        passed = passed.plus(time);
        clock.now = clock.now.plus(time);
    }

    private static final class SetClock extends Clock {
        private Instant now = Instant.parse("2026-02-01T06:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
