package io.sluice.topology.watermark;

import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.Watermark;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A record of the topic in which the partitions of a source tell each other how far they are. The topic is compacted: the last
 * record of a key is all that counts.
 */
public sealed interface WatermarkMessage {

    byte[] key();

    byte[] value();

    /**
     * How far one partition is.
     *
     * @param watermark of the partition, or {@link Watermark#NONE}
     * @param maxEventTime largest event time of its own records, or {@link Watermark#NONE}
     * @param lastRecordMs largest Kafka timestamp of its good records in milliseconds, or {@link SourceClock#NEVER}
     * @param idle whether its task has watched it without a record for {@code idleTimeout}
     * @param silent whether its task has watched it without a record for {@code closeWhenIdle}
     */
    record Share(int partition, long watermark, long maxEventTime, long lastRecordMs, boolean idle, boolean silent)
            implements WatermarkMessage {

        /** Of a partition that was not heard of yet. */
        static Share unknown(int partition) {
            return new Share(partition, Watermark.NONE, Watermark.NONE, SourceClock.NEVER, false, false);
        }

        @Override
        public byte[] key() {
            return ByteBuffer.allocate(1 + Integer.BYTES)
                    .put(SHARE)
                    .putInt(partition)
                    .array();
        }

        @Override
        public byte[] value() {
            return ByteBuffer.allocate(2 + 3 * Long.BYTES)
                    .put(FORMAT)
                    .put((byte) ((idle ? IDLE : 0) | (silent ? SILENT : 0)))
                    .putLong(watermark)
                    .putLong(maxEventTime)
                    .putLong(lastRecordMs)
                    .array();
        }
    }

    /** All input was silent for long: every partition's watermark is to be at least that. */
    record CloseTo(long watermark) implements WatermarkMessage {
        @Override
        public byte[] key() {
            return new byte[] {CLOSE_TO};
        }

        @Override
        public byte[] value() {
            return ByteBuffer.allocate(1 + Long.BYTES)
                    .put(FORMAT)
                    .putLong(watermark)
                    .array();
        }
    }

    byte SHARE = 1;
    byte CLOSE_TO = 2;
    byte FORMAT = 1;
    int IDLE = 1;
    int SILENT = 2;

    /** @throws IllegalStateException when another release, or something else, has written the record */
    static WatermarkMessage decode(byte @Nullable [] key, byte @Nullable [] value) {
        if (key == null || value == null || key.length == 0 || value.length == 0 || value[0] != FORMAT) {
            throw new IllegalStateException("a record of the watermarks topic: written by another release");
        }
        ByteBuffer fields = ByteBuffer.wrap(value, 1, value.length - 1);
        if (key[0] == CLOSE_TO) {
            return new CloseTo(fields.getLong());
        }
        if (key[0] != SHARE) {
            throw new IllegalStateException(
                    "a record of the watermarks topic, kind = " + key[0] + ": written by another release");
        }
        byte flags = fields.get();
        return new Share(
                ByteBuffer.wrap(key, 1, Integer.BYTES).getInt(),
                fields.getLong(),
                fields.getLong(),
                fields.getLong(),
                (flags & IDLE) != 0,
                (flags & SILENT) != 0);
    }
}
