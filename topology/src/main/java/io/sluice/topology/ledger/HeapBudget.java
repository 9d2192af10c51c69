package io.sluice.topology.ledger;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How much of the heap the open windows of a process may take, all its ledgers together; each has an equal share. What is beyond it
 * lies in the storage only, until it is asked for. The sizes are estimates. Thread-safe.
 */
public final class HeapBudget {
    private final long bytes;
    private final AtomicInteger ledgers = new AtomicInteger();

    private HeapBudget(long bytes) {
        this.bytes = bytes;
    }

    public static HeapBudget ofBytes(long bytes) {
        return new HeapBudget(bytes);
    }

    /** Everything stays on the heap. */
    public static HeapBudget unlimited() {
        return new HeapBudget(Long.MAX_VALUE);
    }

    /** Of this JVM's: its young objects have another third, and what is being read and written the rest. */
    public static HeapBudget thirdOfTheHeap() {
        return new HeapBudget(Runtime.getRuntime().maxMemory() / 3);
    }

    void join() {
        ledgers.incrementAndGet();
    }

    void leave() {
        ledgers.decrementAndGet();
    }

    /** What one ledger may take, in bytes. */
    long share() {
        return bytes / Math.max(1, ledgers.get());
    }
}
