package io.sluice.topology;

import io.sluice.query.plan.QueryPlan;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.ledger.StorageKey;
import io.sluice.topology.pipeline.WindowedQuery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The windows that are still open, rebuilt from the ledger's changelog: fed with its committed records in order, it shows what
 * a task that started now would restore. Confined to one thread.
 */
public final class OpenWindows {

    private final OpenWindowReader reader;
    private final TreeMap<byte[], byte[]> groups = new TreeMap<>(Arrays::compareUnsigned);
    private long watermark = Long.MIN_VALUE;

    public OpenWindows(QueryPlan plan) {
        this.reader = new OpenWindowReader(WindowedQuery.of(plan));
    }

    /** Takes the next record of one partition of the changelog; a null value is a deletion. */
    public void apply(byte[] key, byte @Nullable [] value) {
        if (StorageKey.isLedgerWatermark(key) && value != null) {
            watermark = ByteBuffer.wrap(value).getLong();
        } else if (StorageKey.isGroup(key)) {
            if (value == null) {
                groups.remove(key);
            } else {
                groups.put(key, value);
            }
        }
    }

    /** The ledger's watermark in microseconds, or {@link Long#MIN_VALUE} before the first. */
    public long watermark() {
        return watermark;
    }

    public Schema schema() {
        return reader.schema();
    }

    /** Oldest window first, inside a window by the bytes of the group key. */
    public List<OpenWindow> windows() {
        List<OpenWindow> windows = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> group : groups.entrySet()) {
            windows.add(reader.read(group.getKey(), group.getValue()));
        }
        windows.sort(Comparator.comparingLong(OpenWindow::windowStart));
        return windows;
    }
}
