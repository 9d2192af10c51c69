package io.sluice.app.sink;

import io.sluice.delta.DeltaTable;
import io.sluice.delta.LostCommitException;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The Delta table of a query, which is open and checked. Used by the table thread only. */
final class DeltaWindowTable implements WindowTable {
    private final DeltaTable table;
    private final Schema schema;
    private final String id;

    /** @param idPrefix what all transaction ids of the query begin with */
    DeltaWindowTable(DeltaTable table, Schema schema, String idPrefix) {
        this.table = table;
        this.schema = schema;
        this.id = table.id();
        table.follow(idPrefix);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Map<String, Long> positions(Set<String> transactionIds) {
        return unlessSetBack(() -> table.positions(transactionIds));
    }

    @Override
    public CommitOutcome append(List<Span> spans, List<byte[]> encoded) {
        return unlessSetBack(() -> table.commit(spans, new DecodedRows(schema, encoded)));
    }

    static <T> T unlessSetBack(Supplier<T> call) {
        try {
            return call.get();
        } catch (LostCommitException lost) {
            throw new MissingRowsException(lost.getMessage() + ". " + PartitionStart.WAYS_OUT, lost);
        }
    }
}
