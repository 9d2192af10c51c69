package io.sluice.query.sql;

import io.sluice.serdes.decode.JsonRowDecoder;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import java.util.BitSet;

/** Rows with nested columns, from JSON: written value by value they would be long. */
final class NestedRows {
    private NestedRows() {}

    static Row decode(Schema schema, byte[] json) {
        BitSet all = new BitSet();
        all.set(0, schema.width());
        Rows rows = new Rows(schema.width());
        new JsonRowDecoder(schema, all).decode(Message.ofValue(json), rows);
        return rows.row(0);
    }
}
