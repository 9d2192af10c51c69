package io.sluice.topology;

import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.ledger.LateRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the record of the topic of late records. */
final class LateRecord {
    private LateRecord() {}

    /**
     * @param first the first of the message's rows that were late
     * @param lateRows how many those are
     * @param rows how many rows the message has
     * @param maxBytes what the topic takes as one batch
     */
    static Record<byte[], byte[]> of(
            KafkaMessage message, LateRow first, int lateRows, int rows, long nowMs, int maxBytes) {
        return new KeptRecord(message.untouched())
                .from(Origin.of(message.read()))
                .withTimestamp()
                .with(KeptHeaders.EVENT_TIME, Timestamps.format(first.eventTime()))
                .with(KeptHeaders.WINDOW_START, Timestamps.format(first.windowStart()))
                .with(KeptHeaders.WINDOW_END, Timestamps.format(first.windowEnd()))
                .with(KeptHeaders.WATERMARK, Timestamps.format(first.watermark()))
                .with(
                        KeptHeaders.LATE_BY,
                        Duration.of(first.lateBy(), ChronoUnit.MICROS).toString())
                .with(KeptHeaders.LATE_ROWS, Integer.toString(lateRows))
                .with(KeptHeaders.ROWS, Integer.toString(rows))
                .with(KeptHeaders.TIME, Instant.ofEpochMilli(nowMs).toString())
                .within(maxBytes);
    }
}
