package io.sluice.app.run;

import java.util.function.LongSupplier;

/**
 * When to look again how much is left of something: rarely while much is left, often when it is about to be done, and the more rarely
 * the longer it stands still. Not thread-safe.
 */
final class Pace {
    private static final long LONGEST_NANOS = 2_000_000_000L;
    /** Of the time that the rest is expected to take. */
    private static final double PART = 0.25;
    /** Of the time for which nothing has changed. */
    private static final long STILL_PART = 8;

    private static final long LONGEST_STILL_NANOS = 200_000_000L;

    private final LongSupplier nanos;
    private long changedNanos;
    private long left;
    private long dueNanos;
    private boolean begun;

    /** @param nanos a steady clock */
    Pace(LongSupplier nanos) {
        this.nanos = nanos;
        this.dueNanos = nanos.getAsLong();
    }

    /** Something else is watched from now on. */
    void begin() {
        begun = false;
        dueNanos = nanos.getAsLong();
    }

    boolean isDue() {
        return nanos.getAsLong() - dueNanos >= 0;
    }

    /** @param nowLeft how much is left, in whatever unit */
    void found(long nowLeft) {
        long now = nanos.getAsLong();
        long done = left - nowLeft;
        if (begun && done == 0) {
            dueNanos = now + Math.min(LONGEST_STILL_NANOS, (now - changedNanos) / STILL_PART);
            return;
        }
        dueNanos = begun && done > 0
                ? now + (long) Math.min(LONGEST_NANOS, PART * nowLeft / done * (now - changedNanos))
                : now;
        begun = true;
        left = nowLeft;
        changedNanos = now;
    }
}
