package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.CorruptRowException;
import io.sluice.serdes.wire.RowCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodedRowsTest {
    private static final Schema SCHEMA = Schema.of(Column.nullable("n", Primitive.LONG));

    private static byte[] encoded(long n) {
        Row row = SCHEMA.newRow();
        row.setLong(0, n);
        return new RowCodec(SCHEMA).encode(row);
    }

    @Test
    void rowsAreDecodedOneByOneWhenTheyAreLookedAt() {
        DecodedRows rows = new DecodedRows(SCHEMA, List.of(encoded(1), new byte[] {99}));
        assertThat(rows.size()).isEqualTo(2);
        Iterator<Row> iterator = rows.iterator();
        assertThat(iterator.next().longAt(0)).isEqualTo(1);
        assertThatThrownBy(iterator::next).isInstanceOf(CorruptRowException.class);
    }

    @Test
    void rowsMayBeKeptAndIteratedAgain() {
        DecodedRows rows = new DecodedRows(SCHEMA, List.of(encoded(1), encoded(2)));
        List<Row> kept = new ArrayList<>(rows);
        assertThat(kept).extracting(row -> row.longAt(0)).containsExactly(1L, 2L);
        assertThat(rows).extracting(row -> row.longAt(0)).containsExactly(1L, 2L);
    }
}
