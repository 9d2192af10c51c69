package io.sluice.topology;

import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Builds a {@link WriteThroughStore} over RocksDB with a changelog. Caching and logging are not the caller's choice. */
final class WriteThroughStoreBuilder implements StoreBuilder<WriteThroughStore> {
    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> logged;

    WriteThroughStoreBuilder(String name) {
        this(Stores.persistentKeyValueStore(name));
    }

    WriteThroughStoreBuilder(KeyValueBytesStoreSupplier inner) {
        // small segments and an early cleaner: the changelog of closed windows is tombstones, which a restart need not
        // read; the broker's clock, because a producer's may be so far ahead that the broker refuses it elsewhere
        Map<String, String> changelog = Map.of(
                "segment.bytes", "16777216",
                "min.cleanable.dirty.ratio", "0.1",
                "message.timestamp.type", "LogAppendTime");
        logged = Stores.keyValueStoreBuilder(PositionlessStore.of(inner), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(changelog);
    }

    @Override
    public WriteThroughStore build() {
        return new WriteThroughStore(logged.build());
    }

    @Override
    public StoreBuilder<WriteThroughStore> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<WriteThroughStore> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<WriteThroughStore> withLoggingEnabled(Map<String, String> config) {
        return this;
    }

    @Override
    public StoreBuilder<WriteThroughStore> withLoggingDisabled() {
        return this;
    }

    @Override
    public Map<String, String> logConfig() {
        return logged.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return true;
    }

    @Override
    public String name() {
        return logged.name();
    }
}
