package io.sluice.topology;

import io.sluice.serdes.decode.Message;

/**
 * A row that a query's conditions let through, and where its partition was when it arrived. All times in microseconds since
 * 1970-01-01T00:00Z.
 *
 * @param message what it arrived in: valid during the call only
 * @param windowStart of the row's window, inclusive
 * @param windowEnd of the row's window, exclusive
 * @param maxEventTime the largest of its partition so far, this row's included
 */
public record ArrivedRow(Message message, long eventTime, long windowStart, long windowEnd, long maxEventTime) {

    /** How far it lies behind the newest row of its partition, in microseconds; 0 for the newest. */
    public long behind() {
        return maxEventTime - eventTime;
    }

    /**
     * How far the newest row of its partition is past the end of the row's window, in microseconds; negative while it is not. The
     * row is dropped with each watermark delay up to this one, and with none that is longer.
     */
    public long droppedUpTo() {
        long past = maxEventTime - windowEnd;
        // a window's end saturates at the end of time, and the largest event time may be negative
        return past > 0 && maxEventTime < windowEnd ? Long.MIN_VALUE : past;
    }
}
