package io.sluice.topology;

import io.sluice.topology.ledger.LedgerStorage;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * A logged key-value store whose owner is asked, right before a commit, to write through what it holds on the heap.
 *
 * <p>It rests on the order in which Kafka Streams 4.4 prepares a commit: {@code flushCache()} of every store, then the record
 * collector's flush, then the transaction's commit. What is written here is therefore part of the transaction that is being
 * committed. The hook is internal to Kafka Streams, so the version is pinned and a test fails when the order changes.
 */
final class WriteThroughStore extends WrappedStateStore<KeyValueStore<Bytes, byte[]>, Object, Object>
        implements LedgerStorage {
    private @Nullable Runnable beforeCommit;

    WriteThroughStore(KeyValueStore<Bytes, byte[]> logged) {
        super(logged);
    }

    /** Sets what runs on the stream thread before each commit, in place of what was set before. */
    void beforeCommit(Runnable action) {
        beforeCommit = Objects.requireNonNull(action, "action is null");
    }

    @Override
    public void flushCache() {
        if (beforeCommit != null) {
            beforeCommit.run();
        }
        super.flushCache();
    }

    @Override
    public void close() {
        beforeCommit = null;
        super.close();
    }

    @Override
    public void put(byte[] key, byte[] value) {
        wrapped().put(Bytes.wrap(key), value);
    }

    @Override
    public void delete(byte[] key) {
        wrapped().delete(Bytes.wrap(key));
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return wrapped().get(Bytes.wrap(key));
    }

    @Override
    public void scan(byte[] from, byte[] to, EntryVisitor visitor) {
        try (KeyValueIterator<Bytes, byte[]> entries = wrapped().range(Bytes.wrap(from), Bytes.wrap(to))) {
            boolean more = true;
            while (more && entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                // the store's ranges include their ends
                more = !Arrays.equals(entry.key.get(), to) && visitor.visit(entry.key.get(), entry.value);
            }
        }
    }

    @Override
    public void scan(BiConsumer<byte[], byte[]> visitor) {
        try (KeyValueIterator<Bytes, byte[]> entries = wrapped().all()) {
            entries.forEachRemaining(entry -> visitor.accept(entry.key.get(), entry.value));
        }
    }
}
