package io.sluice.app.sink;

import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The Delta table of a query. Used by the table thread only. */
final class DeltaWindowTable implements WindowTable {
    private final DeltaTable table;
    private final Schema schema;

    DeltaWindowTable(DeltaTable table, Schema schema) {
        this.table = table;
        this.schema = schema;
    }

    @Override
    public Map<String, Long> positions(Set<String> transactionIds) {
        return table.positions(transactionIds);
    }

    @Override
    public CommitOutcome append(List<Span> spans, List<byte[]> encoded) {
        return table.commit(spans, new DecodedRows(schema, encoded));
    }
}
