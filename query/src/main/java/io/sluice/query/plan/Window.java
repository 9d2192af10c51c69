package io.sluice.query.plan;

/** How event time is cut into windows. All times and lengths in microseconds; those since the epoch count from 1970-01-01T00:00Z. */
public sealed interface Window permits Window.Tumbling, ZonedDays {

    /** Start of the window that holds the instant, inclusive; saturates at {@link Long#MIN_VALUE}. */
    long startOf(long instant);

    /** End of the window with that start, exclusive; saturates at {@link Long#MAX_VALUE}. */
    long endOf(long start);

    /** End of the window that holds the instant, exclusive; saturates at {@link Long#MAX_VALUE}. */
    default long endOfWindowAt(long instant) {
        return endOf(startOf(instant));
    }

    /** Length, where it is the same for all; otherwise that of most windows. */
    long sizeMicros();

    /** How long after a multiple of the size, or after midnight in its zone, a window begins; from 0 to less than the size. */
    long offsetMicros();

    /**
     * Back-to-back windows [start, start + size): start inclusive, end exclusive. Every instant lies in exactly one. With
     * size 10 minutes and offset 0, 08:10:00.000000 opens the window 08:10-08:20, and 08:09:59.999999 lies in 08:00-08:10.
     *
     * @param sizeMicros length, more than 0
     * @param offsetMicros a window starts at every multiple of the size plus this; from 0 to less than the size
     */
    record Tumbling(long sizeMicros, long offsetMicros) implements Window {
        public Tumbling {
            if (sizeMicros <= 0) {
                throw new IllegalArgumentException("window size = " + sizeMicros + " us: must be more than 0");
            }
            if (offsetMicros < 0 || offsetMicros >= sizeMicros) {
                throw new IllegalArgumentException("window offset = " + offsetMicros
                        + " us: must be from 0 to less than the size, " + sizeMicros + " us");
            }
        }

        @Override
        public long startOf(long instant) {
            long shifted = Math.floorMod(instant - Math.floorMod(offsetMicros, sizeMicros), sizeMicros);
            long start = instant - shifted;
            return start > instant ? Long.MIN_VALUE : start;
        }

        @Override
        public long endOf(long start) {
            long end = start + sizeMicros;
            return end < start ? Long.MAX_VALUE : end;
        }
    }
}
