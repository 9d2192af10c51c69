package io.sluice.app.run;

import io.sluice.app.checkpoint.CheckpointException;
import io.sluice.app.kafka.AccessRefused;
import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.topology.BadRecordStopException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;

/** Puts what ended a stream thread into words, where it has a name that users know. */
final class StreamsFailure {
    /** How Kafka Streams says that the partitions of a changelog are not as many as those of the source. */
    private static final Pattern OTHER_PARTITIONS =
            Pattern.compile("has invalid partitions: expected: (\\d+); actual: (\\d+)");

    private StreamsFailure() {}

    /** @param section of the query file whose settings a client or the streams were made of */
    static QueryStartException atStart(String section, KafkaException refused) {
        Throwable root = root(refused);
        return new QueryStartException(
                root instanceof ConfigException
                        ? QueryStartException.Subject.SETTINGS
                        : QueryStartException.Subject.KAFKA,
                section + ": Kafka does not take these settings: " + root.getMessage(),
                refused);
    }

    /** One that says what the failure means; the failure itself when that is not known. */
    static RuntimeException explained(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadRecordStopException stop) {
                return stop;
            }
            if (cause instanceof InvalidOffsetException gone) {
                return new DataLossException(
                        "topics " + gone.partitions()
                                + ": records were deleted before they were read, while the query ran ("
                                + gone.getMessage() + ")",
                        thrown);
            }
            if (cause instanceof FencedInstanceIdException rival) {
                return new CheckpointException(
                        "checkpointLocation: another process has joined Kafka's groups as the same instance ("
                                + rival.getMessage()
                                + "), so it runs on a copy of this folder. This one has stopped; the other has, too, if it was told the same. Give"
                                + " each instance a folder of its own, an empty one is enough: state comes back from Kafka",
                        thrown);
            }
            if (cause instanceof StreamsException refused) {
                Matcher grown = OTHER_PARTITIONS.matcher(String.valueOf(refused.getMessage()));
                if (grown.find()) {
                    return new CheckpointException(
                            "the number of the source's partitions: was " + grown.group(2) + ", is " + grown.group(1)
                                    + ": keys lie in other partitions now than their open windows. Give the query another name,"
                                    + " checkpointLocation and table; or forget its state with 'sluice reset' and let it compute everything again",
                            thrown);
                }
            }
            if (cause instanceof ProcessorStateException broken) {
                return new CheckpointException(
                        "checkpointLocation: its state cannot be read or written (" + broken.getMessage() + ": "
                                + root(broken).getMessage()
                                + "); check permissions and free space. Deleting its folder 'state' loses nothing: state comes back from Kafka",
                        thrown);
            }
        }
        Optional<String> refused = AccessRefused.explain(thrown);
        if (refused.isPresent()) {
            return new KafkaUnavailableException("kafka: " + refused.get(), thrown);
        }
        return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
