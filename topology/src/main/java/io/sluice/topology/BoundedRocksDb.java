package io.sluice.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds RocksDB's memory for the whole process: one cache that also pays for the write buffers, shared by all stores however
 * many tasks come and go. Live aggregates are on the heap, so RocksDB is read only when a task starts, and little is enough.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    private static final long TOTAL_BYTES = 64L << 20;
    private static final long WRITE_BUFFER_BYTES = 4L << 20;

    /** Loads the native library when the first store is opened, not before. */
    private static final class Shared {
        static final Cache CACHE = new LRUCache(TOTAL_BYTES, -1, false, 0.1);
        static final WriteBufferManager WRITE_BUFFERS = new WriteBufferManager(TOTAL_BYTES / 2, CACHE);

        private Shared() {}
    }

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(Shared.CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        options.setWriteBufferManager(Shared.WRITE_BUFFERS);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setTableFormatConfig(table);
    }

    @Override
    public void close(String storeName, Options options) {
        // the cache and the write buffer manager belong to the process, not to the store
    }
}
