package io.sluice.benchmarks.compare;

import java.util.Comparator;
import java.util.List;

/**
 * One row of a result, by whomever it was written.
 *
 * @param windowStart microseconds since 1970
 */
record WindowRow(long windowStart, String unit, double min, double max, double average, long readings) {
    static final Comparator<WindowRow> ORDER =
            Comparator.comparingLong(WindowRow::windowStart).thenComparing(WindowRow::unit);

    /** Sums in another order differ in the last bits. */
    private static final double TOLERANCE = 1e-9;

    /** Whether both hold the same rows, averages up to rounding; both in {@link #ORDER}. */
    static boolean same(List<WindowRow> some, List<WindowRow> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!some.get(i).isLike(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isLike(WindowRow other) {
        return windowStart == other.windowStart
                && unit.equals(other.unit)
                && min == other.min
                && max == other.max
                && Math.abs(average - other.average) < TOLERANCE
                && readings == other.readings;
    }
}
