package io.sluice.app.sink;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;

/**
 * Rows that are decoded while they are iterated, anew each time: as objects they take several times the memory of their bytes,
 * and a writer without partitions looks at one at a time. Each is a row of its own, since a writer with partitions keeps them to
 * group them. Confined to one thread.
 */
final class DecodedRows extends AbstractCollection<Row> {
    private final Schema schema;
    private final RowCodec codec;
    private final List<byte[]> encoded;

    DecodedRows(Schema schema, List<byte[]> encoded) {
        this.schema = schema;
        this.codec = new RowCodec(schema);
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
