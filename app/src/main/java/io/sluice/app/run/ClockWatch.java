package io.sluice.app.run;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Notices that the wall clock was set back. Kafka's clients count their waits by it: set back by an hour, they stand still for an hour,
 * heartbeats, commits and polls alike. Confined to one thread.
 */
final class ClockWatch {
    /** A standstill that ends before the others miss this process, and that one may wait for. */
    private static final Duration TOLERATED = Duration.ofSeconds(10);

    private final Clock clock;
    private final LongSupplier steadyNanos;
    private Duration ahead;

    /** @param steadyNanos counts on whatever is done to the clock, such as {@link System#nanoTime} */
    ClockWatch(Clock clock, LongSupplier steadyNanos) {
        this.clock = clock;
        this.steadyNanos = steadyNanos;
        this.ahead = ahead();
    }

    /** How far the clock was set back since the last look, if by more than ten seconds. */
    Optional<Duration> setBack() {
        Duration before = ahead;
        ahead = ahead();
        Duration back = before.minus(ahead);
        return back.compareTo(TOLERATED) > 0 ? Optional.of(back) : Optional.empty();
    }

    private Duration ahead() {
        return Duration.ofMillis(clock.millis()).minusNanos(steadyNanos.getAsLong());
    }
}
