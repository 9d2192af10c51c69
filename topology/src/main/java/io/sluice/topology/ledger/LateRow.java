package io.sluice.topology.ledger;

/**
 * A row that came for a closed window. Times in microseconds since 1970-01-01T00:00Z.
 *
 * @param offset of its record in the source partition
 * @param windowStart of the window that it belongs to, inclusive
 * @param windowEnd of that window, exclusive
 * @param watermark of the partition when the row came: not less than the window's end
 */
public record LateRow(long offset, long eventTime, long windowStart, long windowEnd, long watermark) {

    /**
     * How far the watermark was past the window's end, in microseconds: a delay that is longer by more than this would have held the
     * window open for the row.
     */
    public long lateBy() {
        long past = watermark - windowEnd;
        return past < 0 ? Long.MAX_VALUE : past;
    }
}
