package io.sluice.app.run;

import io.sluice.app.kafka.SourceOffsets.DataLossException;
import org.apache.kafka.clients.consumer.InvalidOffsetException;

/** Puts what ended a stream thread into words, where it has a name that users know. */
final class StreamsFailure {
    private StreamsFailure() {}

    /** The failure itself, or one that says what it means. */
    static Throwable explained(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidOffsetException gone) {
                return new DataLossException(
                        "topics " + gone.partitions()
                                + ": records were deleted before they were read, while the query ran ("
                                + gone.getMessage() + ")",
                        thrown);
            }
        }
        return thrown;
    }
}
