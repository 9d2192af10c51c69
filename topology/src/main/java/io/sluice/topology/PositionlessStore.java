package io.sluice.topology;

import java.util.List;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * A store that does not tell up to which record of its input it has come. The changelog asks that for each entry that it writes, to no
 * purpose unless a query wants an answer of a certain age, and each time RocksDB's store copies its map of positions: an eighth
 * of the processor time of a query with a million groups. How far the input is processed stands in the state itself.
 */
final class PositionlessStore extends WrappedStateStore<KeyValueStore<Bytes, byte[]>, Bytes, byte[]>
        implements KeyValueStore<Bytes, byte[]> {
    private static final Position NONE = Position.emptyPosition();

    private PositionlessStore(KeyValueStore<Bytes, byte[]> store) {
        super(store);
    }

    /** The same stores, without positions. */
    static KeyValueBytesStoreSupplier of(KeyValueBytesStoreSupplier stores) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return stores.name();
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new PositionlessStore(stores.get());
            }

            @Override
            public String metricsScope() {
                return stores.metricsScope();
            }
        };
    }

    @Override
    public Position getPosition() {
        return NONE;
    }

    @Override
    public void put(Bytes key, byte[] value) {
        wrapped().put(key, value);
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        return wrapped().putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        wrapped().putAll(entries);
    }

    @Override
    public byte[] delete(Bytes key) {
        return wrapped().delete(key);
    }

    @Override
    public byte[] get(Bytes key) {
        return wrapped().get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return wrapped().range(from, to);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        return wrapped().reverseRange(from, to);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return wrapped().all();
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseAll() {
        return wrapped().reverseAll();
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(P prefix, S serializer) {
        return wrapped().prefixScan(prefix, serializer);
    }

    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> readOnly(IsolationLevel isolation) {
        return wrapped().readOnly(isolation);
    }

    @Override
    public long approximateNumEntries() {
        return wrapped().approximateNumEntries();
    }
}
