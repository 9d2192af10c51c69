package io.sluice.app.sink;

import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Row;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The Delta table of a query without a window, which is open and checked. Used by one table thread only. */
final class DeltaAppendTable implements AppendTable {
    private final DeltaTable table;
    private final String id;

    /** @param idPrefix what all transaction ids of the query begin with */
    DeltaAppendTable(DeltaTable table, String idPrefix) {
        this.table = table;
        this.id = table.id();
        table.follow(idPrefix);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Map<String, Long> positions(Set<String> transactionIds) {
        return DeltaWindowTable.unlessSetBack(() -> table.positions(transactionIds));
    }

    @Override
    public CommitOutcome append(List<Span> spans, List<Row> rows) {
        return DeltaWindowTable.unlessSetBack(() -> table.commitAlsoWithoutRows(spans, rows));
    }
}
