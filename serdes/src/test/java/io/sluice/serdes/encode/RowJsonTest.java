package io.sluice.serdes.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class RowJsonTest {
    @Test
    void everyTypeHasItsText() {
        Schema schema = Schema.of(
                Column.nullable("flag", Primitive.BOOLEAN),
                Column.nullable("small", Primitive.INT),
                Column.nullable("big", Primitive.LONG),
                Column.nullable("single", Primitive.FLOAT),
                Column.nullable("number", Primitive.DOUBLE),
                Column.nullable("name", Primitive.STRING),
                Column.nullable("at", Primitive.TIMESTAMP),
                Column.nullable("day", Primitive.DATE),
                Column.nullable("raw", Primitive.BINARY),
                Column.nullable("price", new Decimal(30, 20)),
                Column.nullable("none", Primitive.STRING));
        Row row = schema.newRow();
        row.setBoolean(0, false);
        row.setLong(1, -5);
        row.setLong(2, Long.MIN_VALUE);
        row.setDouble(3, 0.1f);
        row.setDouble(4, -18.25);
        row.setObject(5, "K\u00e4se \"alt\"\n");
        row.setLong(6, 1_796_026_500_123_000L);
        row.setLong(7, 20_787);
        row.setObject(8, new byte[] {0, (byte) 0xFF});
        row.setObject(9, new BigDecimal("0.00000000000000000001"));

        assertThat(new RowJson(schema).text(row))
                .isEqualTo("{\"flag\":false,\"small\":-5,\"big\":-9223372036854775808,\"single\":0.1,"
                        + "\"number\":-18.25,\"name\":\"K\u00e4se \\\"alt\\\"\\n\",\"at\":\"2026-11-30T08:15:00.123Z\","
                        + "\"day\":\"2026-11-30\",\"raw\":\"AP8=\",\"price\":0.00000000000000000001,\"none\":null}");
    }

    @Test
    void numbersThatJsonLacksAreStrings() {
        Schema schema = Schema.of(
                Column.nullable("a", Primitive.DOUBLE),
                Column.nullable("b", Primitive.DOUBLE),
                Column.nullable("c", Primitive.FLOAT));
        Row row = schema.newRow();
        row.setDouble(0, Double.NaN);
        row.setDouble(1, Double.NEGATIVE_INFINITY);
        row.setDouble(2, Float.POSITIVE_INFINITY);

        assertThat(new RowJson(schema).text(row)).isEqualTo("{\"a\":\"NaN\",\"b\":\"-Infinity\",\"c\":\"Infinity\"}");
    }

    @Test
    void aRowWithoutColumnsIsAnEmptyObject() {
        assertThat(new RowJson(Schema.of()).text(new Row(0))).isEqualTo("{}");
    }

    @Test
    void theOpenEndsOfTimeHaveAText() {
        Schema schema = Schema.of(Column.nullable("at", Primitive.TIMESTAMP));
        Row row = schema.newRow();
        row.setLong(0, Long.MAX_VALUE);

        assertThat(new RowJson(schema).text(row)).isEqualTo("{\"at\":\"+294247-01-10T04:00:54.775807Z\"}");
    }
}
