package io.sluice.topology.ledger;

import io.sluice.serdes.schema.Row;

/** A window's state for one group, on the heap. */
final class Group {
    /** The objects themselves: this, its key, the row with its arrays, and the entry of the map, as measured. */
    private static final int FRAME_BYTES = 200;
    /** A column of a row: a long, a reference, a flag. */
    private static final int COLUMN_BYTES = 13;

    final long windowStart;
    final GroupKey key;
    final Row state;
    /** Whether it has changed since it was written last. */
    boolean dirty;
    /** Whether the storage has it. */
    boolean stored;

    boolean closed;
    /** Texts and decimals of the state, as they were written last. */
    int valueBytes;

    Group(long windowStart, GroupKey key, Row state) {
        this.windowStart = windowStart;
        this.key = key;
        this.state = state;
    }

    /** What it takes of the heap, about. */
    long heapBytes() {
        return FRAME_BYTES + key.bytes().length + (long) COLUMN_BYTES * state.width() + valueBytes;
    }
}
