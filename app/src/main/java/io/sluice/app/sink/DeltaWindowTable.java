package io.sluice.app.sink;

import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.util.AbstractCollection;
import java.util.Iterator;
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
        return table.commit(spans, new Decoded(encoded));
    }

    /**
     * Decodes while it is iterated: as objects, rows take several times the memory of their bytes, and a writer without
     * partitions looks at one at a time. A row of its own each time, since a writer with partitions groups them first.
     */
    private final class Decoded extends AbstractCollection<Row> {
        private final List<byte[]> encoded;

        Decoded(List<byte[]> encoded) {
            this.encoded = encoded;
        }

        @Override
        public int size() {
            return encoded.size();
        }

        @Override
        public Iterator<Row> iterator() {
            return encoded.stream().map(this::decode).iterator();
        }

        private Row decode(byte[] bytes) {
            Row row = schema.newRow();
            codec.decode(bytes, row);
            return row;
        }
    }
}
