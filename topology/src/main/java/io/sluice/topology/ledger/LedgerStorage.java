package io.sluice.topology.ledger;

import java.util.function.BiConsumer;

/**
 * Where a ledger keeps its state: a map from bytes to bytes that commits together with the positions of the input, or not at
 * all. Used by one thread.
 */
public interface LedgerStorage {
    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** Calls the visitor for every entry, in any order. */
    void scan(BiConsumer<byte[], byte[]> visitor);
}
