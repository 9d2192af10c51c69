package io.sluice.topology;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds RocksDB's memory for the whole process: one cache that also pays for the write buffers, shared by all stores however
 * many tasks come and go. Live aggregates are on the heap as far as that goes; what does not fit is read from here one by one.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedRocksDb.class);

    /** Key of the Kafka Streams property with the bound, a number of bytes. Instances with the same bound share one. */
    public static final String MEMORY_BYTES = "sluice.rocksdb.memory.bytes";

    /** The bound where none is set. */
    public static final long DEFAULT_MEMORY_BYTES = 64L << 20;

    /**
     * What is in a write buffer is lost by a kill and read back from the changelog. So it is small, and still as large as a file
     * should be.
     */
    private static final long LARGEST_WRITE_BUFFER = 4L << 20;

    /** In bytes, as a block of data. */
    private static final long METADATA_BLOCK = 4L << 10;

    /** By bound; made when the first store is opened, and never freed. */
    private static final ConcurrentMap<Long, Shared> SHARED = new ConcurrentHashMap<>();

    private record Shared(Cache cache, WriteBufferManager writeBuffers) {
        static Shared of(long bytes) {
            Cache cache = new LRUCache(bytes, -1, false, 0.1);
            return new Shared(cache, new WriteBufferManager(bytes / 2, cache));
        }
    }

    /**
     * Begins to load RocksDB's native code, which takes a tenth of a second, in a thread of its own. When it cannot be loaded the first
     * store that is opened says so.
     */
    public static void loadAhead() {
        Thread loading = new Thread(RocksDB::loadLibrary, "sluice-rocksdb");
        loading.setDaemon(true);
        loading.setUncaughtExceptionHandler((thread, failed) -> LOG.debug("RocksDB cannot be loaded", failed));
        loading.start();
    }

    /** What the stores with that bound take now, blocks and write buffers; 0 before the first store is opened. */
    public static long usedBytes(long bound) {
        Shared shared = SHARED.get(bound);
        return shared == null ? 0 : shared.cache.getUsage();
    }

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        long bound = Long.parseLong(String.valueOf(configs.getOrDefault(MEMORY_BYTES, DEFAULT_MEMORY_BYTES)));
        Shared shared = SHARED.computeIfAbsent(bound, Shared::of);
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(shared.cache);
        table.setCacheIndexAndFilterBlocks(true);
        // in pieces: a file's whole filter or index is megabytes, read anew for each group when the cache is short
        table.setIndexType(IndexType.kTwoLevelIndexSearch).setPartitionFilters(true);
        table.setMetadataBlockSize(METADATA_BLOCK).setPinTopLevelIndexAndFilter(true);
        options.setWriteBufferManager(shared.writeBuffers);
        options.setWriteBufferSize(Math.min(LARGEST_WRITE_BUFFER, bound / 16));
        options.setTableFormatConfig(table);
    }

    @Override
    public void close(String storeName, Options options) {
        // the cache and the write buffer manager belong to the process, not to the store
    }
}
