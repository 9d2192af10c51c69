package io.sluice.app.sink;

import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The Delta table of a query. Used by the table thread only. */
final class DeltaWindowTable implements WindowTable {
    private final DeltaTable table;
    private final Schema schema;
    private final RowCodec codec;

    DeltaWindowTable(DeltaTable table, Schema schema) {
        this.table = table;
        this.schema = schema;
        this.codec = new RowCodec(schema);
    }

    @Override
    public Map<String, Long> positions(Set<String> transactionIds) {
        return table.positions(transactionIds);
    }

    @Override
    public CommitOutcome append(List<Span> spans, List<byte[]> encoded) {
        List<Row> rows = new ArrayList<>(encoded.size());
        for (byte[] bytes : encoded) {
            Row row = schema.newRow();
            codec.decode(bytes, row);
            rows.add(row);
        }
        return table.commit(spans, rows);
    }
}
