package io.sluice.app.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.window.WindowQuestion.Comparison;
import io.sluice.app.window.WindowQuestion.Condition;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions on group-by columns, in the types of the columns. */
class KeyFilterTest {
    private static final Schema KEYS = Schema.of(
            Column.nullable("S", Primitive.STRING),
            Column.nullable("I", Primitive.INT),
            Column.nullable("D", Primitive.DOUBLE),
            Column.nullable("B", Primitive.BOOLEAN),
            Column.nullable("T", Primitive.TIMESTAMP),
            Column.nullable("N", new DataType.Decimal(10, 2)),
            Column.nullable("X", Primitive.BINARY),
            Column.nullable("Day", Primitive.DATE));

    private static Row row() {
        Row row = KEYS.newRow();
        row.setObject(0, "m");
        row.setLong(1, 5);
        row.setDouble(2, -0.0);
        row.setBoolean(3, true);
        row.setLong(4, 1_000_000);
        row.setObject(5, new BigDecimal("1.50"));
        row.setObject(6, new byte[] {1, (byte) 200});
        row.setLong(7, 1);
        return row;
    }

    private static boolean accepts(String column, Comparison comparison, String value) {
        return new KeyFilter(KEYS, List.of(new Condition(column, comparison, value))).accepts(row());
    }

    @ParameterizedTest
    @CsvSource({
        "S, m, l, n",
        "s, m, M, \u00e4",
        "I, 5, 4, 6",
        "D, 0, -1, 1e-9",
        "B, true, false, true",
        "T, 1970-01-01T00:00:01Z, 1970-01-01T00:00:00Z, 1970-01-01T00:00:01.000001Z",
        "N, 1.5, 1.49, 1.51",
        "X, Acg=, AQ==, Agg=",
        "Day, 1970-01-02, 1970-01-01, 1970-01-03"
    })
    void valueIsComparedInTheTypeOfItsColumn(String column, String equal, String smaller, String larger) {
        assertThat(accepts(column, Comparison.EQUAL, equal)).isTrue();
        assertThat(accepts(column, Comparison.EQUAL, smaller)).isFalse();
        assertThat(accepts(column, Comparison.FROM, equal)).isTrue();
        assertThat(accepts(column, Comparison.FROM, smaller)).isTrue();
        assertThat(accepts(column, Comparison.TO, equal)).isFalse();
        assertThat(accepts(column, Comparison.TO, larger)).isEqualTo(!column.equals("B"));
    }

    @Test
    void nullFulfilsNoCondition() {
        Row row = row();
        row.setNull(0);
        for (Comparison comparison : Comparison.values()) {
            assertThat(new KeyFilter(KEYS, List.of(new Condition("S", comparison, "m"))).accepts(row))
                    .isFalse();
        }
    }

    @Test
    void groupIsKnownWhenEveryColumnIsFixed() {
        Schema two = Schema.of(Column.nullable("A", Primitive.STRING), Column.nullable("B", Primitive.LONG));
        Condition a = new Condition("a", Comparison.EQUAL, "x");
        assertThat(new KeyFilter(two, List.of(a)).onlyGroup()).isEmpty();
        assertThat(new KeyFilter(two, List.of(a, new Condition("B", Comparison.FROM, "7"))).onlyGroup())
                .isEmpty();
        assertThat(new KeyFilter(two, List.of(a, new Condition("B", Comparison.EQUAL, "7"))).onlyGroup())
                .hasValueSatisfying(row -> {
                    assertThat(row.stringAt(0)).isEqualTo("x");
                    assertThat(row.longAt(1)).isEqualTo(7);
                });
    }

    @ParameterizedTest
    @CsvSource({"I, 2147483648", "I, x", "D, x", "B, yes", "T, noon", "N, 1.234", "X, ?", "Day, x"})
    void valueThatIsNoneIsRefused(String column, String value) {
        assertThatThrownBy(() -> accepts(column, Comparison.EQUAL, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(column + " = " + value + ": is no ");
    }
}
