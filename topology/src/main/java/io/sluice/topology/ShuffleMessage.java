package io.sluice.topology;

import java.nio.ByteBuffer;

/**
 * What travels through the shuffle topic. The record key is the group key of a partial aggregate, and empty for a watermark,
 * which goes to every partition. A partition's partial aggregates are sent before the watermark that closes their windows.
 */
sealed interface ShuffleMessage {

    int sourcePartition();

    byte[] encode();

    /** @param state encoded row of the aggregation's state */
    record Partial(int sourcePartition, long windowStart, byte[] state) implements ShuffleMessage {
        @Override
        public byte[] encode() {
            return ByteBuffer.allocate(1 + Integer.BYTES + Long.BYTES + state.length)
                    .put(PARTIAL)
                    .putInt(sourcePartition)
                    .putLong(windowStart)
                    .put(state)
                    .array();
        }
    }

    /** No row below that time will follow from that source partition. */
    record WatermarkMarker(int sourcePartition, long watermark) implements ShuffleMessage {
        @Override
        public byte[] encode() {
            return ByteBuffer.allocate(1 + Integer.BYTES + Long.BYTES)
                    .put(WATERMARK)
                    .putInt(sourcePartition)
                    .putLong(watermark)
                    .array();
        }
    }

    byte PARTIAL = 1;
    byte WATERMARK = 2;

    static boolean isWatermark(byte[] value) {
        return value[0] == WATERMARK;
    }

    static ShuffleMessage decode(byte[] value) {
        ByteBuffer buffer = ByteBuffer.wrap(value);
        byte kind = buffer.get();
        int partition = buffer.getInt();
        long time = buffer.getLong();
        if (kind == WATERMARK) {
            return new WatermarkMarker(partition, time);
        }
        if (kind != PARTIAL) {
            throw new IllegalStateException("shuffle message kind = " + kind + ": written by another release");
        }
        byte[] state = new byte[buffer.remaining()];
        buffer.get(state);
        return new Partial(partition, time, state);
    }
}
