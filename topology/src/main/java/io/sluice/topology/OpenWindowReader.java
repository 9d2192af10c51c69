package io.sluice.topology;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.StorageKey;
import io.sluice.topology.pipeline.WindowedQuery;
import java.util.Optional;

/**
 * Reads the entries of a ledger's storage, out of the store or out of its changelog. Keys sort by window, then by the bytes of the
 * group. Cheap to make, so that each question has its own; confined to one thread.
 */
public final class OpenWindowReader {
    /** Name of the ledger's store in Kafka Streams. */
    public static final String STORE = QueryTopology.LEDGER_STORE;

    private final Relation.WindowAggregate aggregate;
    private final Aggregation aggregation;
    private final RowCodec keyCodec;
    private final RowCodec stateCodec;

    public OpenWindowReader(WindowedQuery query) {
        this.aggregate = query.aggregate();
        this.aggregation = new Aggregation(aggregate.aggregates());
        this.keyCodec = new RowCodec(aggregate.keySchema());
        this.stateCodec = new RowCodec(aggregation.stateSchema());
    }

    /** Columns of the rows: group keys, window_start, window_end, the aggregates. */
    public Schema schema() {
        return aggregate.schema();
    }

    public Schema keySchema() {
        return aggregate.keySchema();
    }

    /** The key of that window and group; with a row of {@link #keySchema}. */
    public byte[] key(long windowStart, Row group) {
        return StorageKey.group(windowStart, keyCodec.encodeKey(group));
    }

    /** What is in front of all groups of that window, and behind those of earlier ones. */
    public static byte[] beginningOf(long windowStart) {
        return StorageKey.group(windowStart, new byte[0]);
    }

    /** The entry must be one of a group. */
    public OpenWindow read(byte[] key, byte[] value) {
        long start = StorageKey.windowStart(key);
        long end = aggregate.window().endOf(start);
        Row keys = aggregate.keySchema().newRow();
        keyCodec.decode(StorageKey.groupKey(key), keys);
        Row row = aggregate.schema().newRow();
        for (int i = 0; i < keys.width(); i++) {
            row.copy(i, keys, i);
        }
        row.setLong(aggregate.windowStart(), start);
        row.setLong(aggregate.windowEnd(), end);
        Row state = aggregation.stateSchema().newRow();
        stateCodec.decode(value, state);
        try {
            aggregation.finish(state, row, aggregate.firstAggregate());
            return new OpenWindow(start, end, row, Optional.empty());
        } catch (EvaluationException noValue) {
            return new OpenWindow(start, end, row, Optional.of(String.valueOf(noValue.getMessage())));
        }
    }
}
