package io.sluice.topology;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.StorageKey;
import io.sluice.topology.pipeline.WindowedQuery;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The windows that are still open, rebuilt from the ledger's changelog: fed with its committed records in order, it shows what
 * a task that started now would restore. Confined to one thread.
 */
public final class OpenWindows {

    /**
     * One group of one open window.
     *
     * @param row columns of {@link #schema}: group keys, window_start, window_end, the aggregates so far
     * @param problem why an aggregate has no value, when it has none; the aggregates in {@code row} are then null
     */
    public record OpenWindow(long windowStart, long windowEnd, Row row, Optional<String> problem) {}

    private final WindowedQuery query;
    private final Aggregation aggregation;
    private final TreeMap<byte[], byte[]> groups = new TreeMap<>(Arrays::compareUnsigned);
    private long watermark = Long.MIN_VALUE;

    public OpenWindows(QueryPlan plan) {
        this.query = WindowedQuery.of(plan);
        this.aggregation = new Aggregation(query.aggregate().aggregates());
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
        return query.aggregate().schema();
    }

    /** Oldest window first, inside a window by the bytes of the group key. */
    public List<OpenWindow> windows() {
        List<OpenWindow> windows = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> group : groups.entrySet()) {
            windows.add(window(group.getKey(), group.getValue()));
        }
        windows.sort(Comparator.comparingLong(OpenWindow::windowStart));
        return windows;
    }

    private OpenWindow window(byte[] key, byte[] value) {
        Relation.WindowAggregate aggregate = query.aggregate();
        long start = StorageKey.windowStart(key);
        long end = ((Window.Tumbling) aggregate.window()).endOf(start);
        Row keys = aggregate.keySchema().newRow();
        new RowCodec(aggregate.keySchema()).decode(StorageKey.groupKey(key), keys);
        Row row = aggregate.schema().newRow();
        for (int i = 0; i < keys.width(); i++) {
            row.copy(i, keys, i);
        }
        row.setLong(aggregate.windowStart(), start);
        row.setLong(aggregate.windowEnd(), end);
        Row state = aggregation.stateSchema().newRow();
        new RowCodec(aggregation.stateSchema()).decode(value, state);
        try {
            aggregation.finish(state, row, aggregate.firstAggregate());
            return new OpenWindow(start, end, row, Optional.empty());
        } catch (EvaluationException noValue) {
            return new OpenWindow(start, end, row, Optional.of(String.valueOf(noValue.getMessage())));
        }
    }
}
