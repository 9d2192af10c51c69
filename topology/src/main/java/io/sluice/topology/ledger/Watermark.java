package io.sluice.topology.ledger;

/**
 * Watermarks are microseconds since 1970-01-01T00:00Z. A window [start, end) is closed when {@code end <= watermark}: no row of
 * event time below the watermark is waited for any more.
 */
public final class Watermark {
    /** Nothing has been seen yet: below every window's end, so that nothing is closed. */
    public static final long NONE = Long.MIN_VALUE;

    private Watermark() {}

    /** Largest event time - delay, saturating at {@link #NONE}. */
    static long of(long maxEventTime, long delayMicros) {
        if (maxEventTime == NONE) {
            return NONE;
        }
        long watermark = maxEventTime - delayMicros;
        return watermark > maxEventTime ? NONE : watermark;
    }
}
