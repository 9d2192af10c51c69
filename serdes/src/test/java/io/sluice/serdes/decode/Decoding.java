package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import org.jspecify.annotations.Nullable;

/** Decoding payloads of one row each. */
final class Decoding {
    private Decoding() {}

    static void decode(RowDecoder decoder, byte @Nullable [] message, Row into) {
        Rows rows = new Rows(into.width());
        decoder.decode(Message.ofValue(message), rows);
        for (int column = 0; column < into.width(); column++) {
            into.copy(column, rows.row(0), column);
        }
    }
}
