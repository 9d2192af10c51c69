package io.sluice.app.run;

import io.sluice.app.kafka.SourceOffsets.DataLossException;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;

/** Puts what ended a stream thread into words, where it has a name that users know. */
final class StreamsFailure {
    private StreamsFailure() {}

    /** @param section of the query file whose settings a client or the streams were made of */
    static QueryStartException atStart(String section, KafkaException refused) {
        Throwable root = refused;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new QueryStartException(
                root instanceof ConfigException
                        ? QueryStartException.Subject.SETTINGS
                        : QueryStartException.Subject.KAFKA,
                section + ": Kafka does not take these settings: " + root.getMessage(),
                refused);
    }

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
