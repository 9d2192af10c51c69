package io.sluice.topology.ledger;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * How far into its input a task's state reaches. Kafka keeps the same number as the consumer group's position, and commits both
 * together, but forgets the group's when the group was empty for long ({@code offsets.retention.minutes}), while the state stays:
 * then this one says where to go on. Confined to one stream thread.
 */
public final class InputPosition {
    private final int partition;
    private long next;
    private boolean dirty;

    public InputPosition(int partition) {
        this.partition = partition;
    }

    /** The record at that offset is accounted for. */
    public void passed(long offset) {
        next = offset + 1;
        dirty = true;
    }

    /** The offset behind the last record that is accounted for; 0 before the first. */
    public long next() {
        return next;
    }

    public void flush(LedgerStorage storage) {
        if (dirty) {
            storage.put(
                    StorageKey.inputPosition(partition),
                    ByteBuffer.allocate(Long.BYTES).putLong(next).array());
            dirty = false;
        }
    }

    /** Forgets everything and takes up what the storage holds. */
    public void load(LedgerStorage storage) {
        next = 0;
        dirty = false;
        storage.scan((key, value) -> {
            if (StorageKey.isInputPosition(key) && StorageKey.partition(key) == partition) {
                next = ByteBuffer.wrap(value).getLong();
            }
        });
    }

    /** The offset behind the last record that is accounted for, when the entry of a storage is such a position. */
    public static OptionalLong read(byte[] key, byte[] value) {
        return StorageKey.isInputPosition(key)
                ? OptionalLong.of(ByteBuffer.wrap(value).getLong())
                : OptionalLong.empty();
    }
}
