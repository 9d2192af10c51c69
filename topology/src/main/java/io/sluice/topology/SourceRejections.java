package io.sluice.topology;

import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Sends a rejected record to the dead letters, in the transaction that also commits its position. */
final class SourceRejections {
    private SourceRejections() {}

    static void forward(ProcessorContext<byte[], byte[]> context, Record<byte[], byte[]> message, Rejection rejection) {
        context.forward(
                DeadLetter.of(
                        message,
                        context.recordMetadata()
                                .orElseThrow(() -> new IllegalStateException("a record without coordinates")),
                        rejection,
                        context.currentSystemTimeMs()),
                QueryTopology.DEAD_LETTERS);
    }
}
