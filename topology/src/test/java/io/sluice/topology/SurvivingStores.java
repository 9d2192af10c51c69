package io.sluice.topology;

import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryWindowStore;

/** Stores that keep their contents when the task is closed, so that a second driver finds what the first one left. */
final class SurvivingStores {
    private SurvivingStores() {}

    static KeyValueBytesStoreSupplier keyValueStore(String name) {
        KeyValueStore<Bytes, byte[]> store = new InMemoryKeyValueStore(name) {
            @Override
            public void close() {
                // a restart finds everything
            }
        };
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return store;
            }

            @Override
            public String metricsScope() {
                return "surviving";
            }
        };
    }

    static WindowBytesStoreSupplier windowStore(String name, Duration retention, Duration windowSize) {
        WindowStore<Bytes, byte[]> store =
                new InMemoryWindowStore(name, retention.toMillis(), windowSize.toMillis(), false, "surviving") {
                    @Override
                    public void close() {
                        // a restart finds everything
                    }
                };
        return new WindowBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public WindowStore<Bytes, byte[]> get() {
                return store;
            }

            @Override
            public String metricsScope() {
                return "surviving";
            }

            @Override
            public long segmentIntervalMs() {
                return 1;
            }

            @Override
            public long windowSize() {
                return windowSize.toMillis();
            }

            @Override
            public boolean retainDuplicates() {
                return false;
            }

            @Override
            public long retentionPeriod() {
                return retention.toMillis();
            }
        };
    }
}
