package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.wire.RowCodec;
import java.util.HexFormat;
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

    /** What a payload of one row becomes: the row's bytes, or the reason why there is none. */
    static String answer(RowDecoder decoder, RowCodec codec, int width, byte[] message) {
        Rows rows = new Rows(width);
        try {
            decoder.decode(Message.ofValue(message), rows);
            assertThat(rows.size()).isEqualTo(1);
            return HexFormat.of().formatHex(codec.encode(rows.row(0)));
        } catch (BadRecordException e) {
            return e.reason();
        }
    }
}
