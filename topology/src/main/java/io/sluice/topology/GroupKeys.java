package io.sluice.topology;

import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;

/** Encodes the group-by columns of an aggregate's input row. Confined to one stream thread. */
final class GroupKeys {
    private final int[] columns;
    private final Row keys;
    private final RowCodec codec;

    GroupKeys(Relation.WindowAggregate aggregate) {
        columns = aggregate.keys().stream().mapToInt(Integer::intValue).toArray();
        keys = aggregate.keySchema().newRow();
        codec = new RowCodec(aggregate.keySchema());
    }

    byte[] of(Row input) {
        for (int i = 0; i < columns.length; i++) {
            keys.copy(i, input, columns[i]);
        }
        return codec.encodeKey(keys);
    }
}
