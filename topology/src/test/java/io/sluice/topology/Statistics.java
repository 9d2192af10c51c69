package io.sluice.topology;

import java.nio.ByteBuffer;

/** What was measured by one unit in one window that starts at that millisecond. */
record Statistics(long windowStartMs, String unit, long count, long minimum, long maximum, long sum)
        implements Comparable<Statistics> {

    static Statistics of(long windowStartMs, Measurement only) {
        return new Statistics(windowStartMs, only.unit(), 1, only.value(), only.value(), only.value());
    }

    Statistics plus(Statistics other) {
        return new Statistics(
                windowStartMs,
                unit,
                count + other.count,
                Math.min(minimum, other.minimum),
                Math.max(maximum, other.maximum),
                sum + other.sum);
    }

    /** By window, then unit. */
    @Override
    public int compareTo(Statistics other) {
        int byWindow = Long.compare(windowStartMs, other.windowStartMs);
        return byWindow != 0 ? byWindow : unit.compareTo(other.unit);
    }

    /** The figures, without window and unit. */
    byte[] figures() {
        return ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(count)
                .putLong(minimum)
                .putLong(maximum)
                .putLong(sum)
                .array();
    }

    static Statistics ofFigures(long windowStartMs, String unit, byte[] figures) {
        ByteBuffer buffer = ByteBuffer.wrap(figures);
        return new Statistics(
                windowStartMs, unit, buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }
}
