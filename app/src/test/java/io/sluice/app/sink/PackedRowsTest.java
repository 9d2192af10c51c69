package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedRowsTest {
    private static final Schema SCHEMA = Schema.of(
            Column.nullable("n", Primitive.LONG),
            Column.nullable("text", Primitive.STRING),
            Column.nullable("x", Primitive.DOUBLE),
            Column.nullable("ok", Primitive.BOOLEAN));

    private final PackedRows rows = new PackedRows(SCHEMA);
    private final Row reused = SCHEMA.newRow();

    private PackedRows filled(PackedRows target, int from, int to) {
        for (int n = from; n < to; n++) {
            reused.setLong(0, n);
            if (n % 3 == 0) {
                reused.setNull(1);
            } else {
                reused.setObject(1, "text " + n);
            }
            reused.setDouble(2, n / 2.0);
            reused.setBoolean(3, n % 2 == 0);
            target.accept(reused);
        }
        return target;
    }

    private static void expect(Row row, int n) {
        assertThat(row.longAt(0)).isEqualTo(n);
        assertThat(row.objectAt(1)).isEqualTo(n % 3 == 0 ? null : "text " + n);
        assertThat(row.isNull(1)).isEqualTo(n % 3 == 0);
        assertThat(row.doubleAt(2)).isEqualTo(n / 2.0);
        assertThat(row.booleanAt(3)).isEqualTo(n % 2 == 0);
    }

    @Test
    void rowsComeBackInTheirOrderAlsoFromSeveralChunks() {
        filled(rows, 0, 2_500);
        assertThat(rows).hasSize(2_500);
        for (int n = 0; n < 2_500; n++) {
            expect(rows.get(n), n);
        }
        assertThat(rows.get(1)).isNotSameAs(rows.get(1));
        assertThatThrownBy(() -> rows.get(2_500)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void partsAreJoinedAlsoWhenSomeAreEmpty() {
        PackedRows empty = new PackedRows(SCHEMA);
        List<Row> joined = PackedRows.joined(List.of(
                empty,
                filled(new PackedRows(SCHEMA), 0, 2),
                empty,
                empty,
                filled(new PackedRows(SCHEMA), 2, 5),
                empty));
        assertThat(joined).hasSize(5);
        for (int n = 0; n < 5; n++) {
            expect(joined.get(n), n);
        }
        assertThatThrownBy(() -> joined.get(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(PackedRows.joined(List.of())).isEmpty();
    }
}
