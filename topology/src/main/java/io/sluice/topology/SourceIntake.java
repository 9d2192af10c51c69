package io.sluice.topology;

import io.sluice.topology.ledger.InputPosition;
import io.sluice.topology.ledger.SourceClock;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Takes in the messages of one source partition: rejected ones go to the dead letters, in the transaction that also commits their
 * position, and all others move the partition's clock. Confined to one stream thread.
 */
final class SourceIntake {
    private final ProcessorContext<byte[], byte[]> context;
    private final SourceReader reader;
    private final SourceClock clock;
    private final InputPosition position;
    private final SilenceWatch silence;
    private final int maxDeadLetterBytes;

    SourceIntake(
            ProcessorContext<byte[], byte[]> context,
            SourceReader reader,
            SourceClock clock,
            InputPosition position,
            SilenceWatch silence,
            int maxDeadLetterBytes) {
        this.context = context;
        this.reader = reader;
        this.clock = clock;
        this.position = position;
        this.silence = silence;
        this.maxDeadLetterBytes = maxDeadLetterBytes;
    }

    /** What became of the message. After anything but a rejection the watermark may have risen. */
    SourceReader.Outcome take(Record<byte[], byte[]> message) {
        RecordMetadata origin = origin();
        position.passed(origin.offset());
        SourceReader.Outcome outcome = reader.read(message);
        if (outcome == SourceReader.Outcome.REJECTED) {
            clock.countDeadLetter();
            reject(message, origin);
            return outcome;
        }
        clock.observe(reader.eventTime());
        silence.heard(message.timestamp());
        if (outcome == SourceReader.Outcome.FILTERED) {
            clock.countFiltered();
        }
        return outcome;
    }

    private RecordMetadata origin() {
        return context.recordMetadata().orElseThrow(() -> new IllegalStateException("a record without coordinates"));
    }

    private void reject(Record<byte[], byte[]> message, RecordMetadata origin) {
        context.forward(
                DeadLetter.of(
                        message,
                        Optional.of(origin),
                        reader.rejection(),
                        context.currentSystemTimeMs(),
                        maxDeadLetterBytes),
                QueryTopology.DEAD_LETTERS);
    }
}
