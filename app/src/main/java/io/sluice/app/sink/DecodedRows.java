package io.sluice.app.sink;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * Rows that are decoded when they are asked for, anew each time: as objects they take several times the memory of their bytes, and
 * a writer looks at one at a time. Each is a row of its own. Confined to one thread.
 */
final class DecodedRows extends AbstractList<Row> implements RandomAccess {
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
    public Row get(int index) {
        Row row = schema.newRow();
        codec.decode(encoded.get(index), row);
        return row;
    }
}
