package io.sluice.app.sink;

/** The partitions that a sink stage reads, and how far. Confined to the sink thread. */
interface ReadPartitions {

    /** Starts a partition at the position where the table stands; what was read of it is dropped. */
    void start(int partition, long position);

    /** Forgets a partition and what was read of it. */
    void drop(int partition);

    boolean holds(int partition);

    /** Everything below the position has been read, or is not there to be read. */
    void readUpTo(int partition, long position);
}
