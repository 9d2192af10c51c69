package io.sluice.topology;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the record of the dead-letter topic. */
final class DeadLetter {
    private DeadLetter() {}

    /**
     * @param origin the record that was being processed; empty when a window was closed by silence
     * @param maxBytes what the dead-letter topic takes as one batch
     */
    static Record<byte[], byte[]> of(
            Record<byte[], byte[]> rejected, Optional<Origin> origin, Rejection rejection, long nowMs, int maxBytes) {
        KeptRecord kept = new KeptRecord(rejected);
        origin.ifPresent(kept::from);
        kept.withTimestamp().with(KeptHeaders.STAGE, rejection.stage().name());
        rejection.column().ifPresent(column -> kept.with(KeptHeaders.COLUMN, column));
        return kept.with(KeptHeaders.REASON, rejection.reason())
                .with(KeptHeaders.TIME, Instant.ofEpochMilli(nowMs).toString())
                .within(maxBytes);
    }
}
