package io.sluice.topology.ledger;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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
    public byte @Nullable [] get(byte[] key) {
        return entries.get(key);
    }

    @Override
    public void scan(byte[] from, byte[] to, EntryVisitor visitor) {
        for (Map.Entry<byte[], byte[]> entry : entries.subMap(from, to).entrySet()) {
            if (!visitor.visit(entry.getKey(), entry.getValue())) {
                return;
            }
        }
    }

    @Override
    public void scan(BiConsumer<byte[], byte[]> visitor) {
        new TreeMap<>(entries).forEach(visitor);
    }

    void clear() {
        entries.clear();
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
