package io.sluice.topology.ledger;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Storage in memory, with a copy operation that stands for a commit. */
public final class MemoryStorage implements LedgerStorage {
    private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

    @Override
    public void put(byte[] key, byte[] value) {
        entries.put(key.clone(), value.clone());
    }

    @Override
    public void delete(byte[] key) {
        entries.remove(key);
    }

    @Override
    public void scan(BiConsumer<byte[], byte[]> visitor) {
        new TreeMap<>(entries).forEach(visitor);
    }

    public int size() {
        return entries.size();
    }

    public MemoryStorage copy() {
        MemoryStorage copy = new MemoryStorage();
        copy.entries.putAll(entries);
        return copy;
    }
}
