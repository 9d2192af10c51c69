package io.sluice.topology.ledger;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a ledger keeps its state: a map from bytes to bytes that commits together with the positions of the input, or not at
 * all. Used by one thread.
 */
public interface LedgerStorage {
    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** The value that is put there; null when there is none. */
    byte @Nullable [] get(byte[] key);

    /** Calls the visitor for every entry, in any order. */
    void scan(BiConsumer<byte[], byte[]> visitor);

    /**
     * Calls the visitor for the entries from a key on up to another, exclusive, in the order of their bytes, until it has enough. It
     * must not change the storage.
     */
    void scan(byte[] from, byte[] to, EntryVisitor visitor);

    /** Sees entries. */
    @FunctionalInterface
    interface EntryVisitor {
        /** @return whether it wants the next one too */
        boolean visit(byte[] key, byte[] value);
    }
}
