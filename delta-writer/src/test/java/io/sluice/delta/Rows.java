package io.sluice.delta;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows from and to plain Java values. */
final class Rows {
    private Rows() {}

    /** Values in the schema's order: Boolean, Number, String, BigDecimal, byte[] or null. */
    static Row of(Schema schema, @Nullable Object... values) {
        Row row = schema.newRow();
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Boolean truth) {
                row.setBoolean(i, truth);
            } else if (value instanceof BigDecimal || value instanceof String || value instanceof byte[]) {
                row.setObject(i, value);
            } else if (value instanceof Double || value instanceof Float) {
                row.setDouble(i, ((Number) value).doubleValue());
            } else if (value instanceof Number number) {
                row.setLong(i, number.longValue());
            }
        }
        return row;
    }

    /** A text that is equal for equal rows only; tells 0.0 from -0.0 and knows NaN. */
    static String text(Schema schema, Row row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < schema.width(); i++) {
            Column column = schema.column(i);
            Object value = row.boxed(i, column.type());
            String text = value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
            values.add(column.name() + "=" + (value instanceof String ? "'" + text + "'" : text));
        }
        return String.join(" ", values);
    }

    static List<String> texts(Schema schema, List<Row> rows) {
        return rows.stream().map(row -> text(schema, row)).toList();
    }

    /** What the table holds, sorted. */
    static List<String> in(DeltaTable table) {
        List<String> texts = new ArrayList<>();
        Schema schema = table.schema();
        table.read(row -> texts.add(text(schema, row)));
        texts.sort(null);
        return texts;
    }

    static Column column(String name, DataType type) {
        return Column.nullable(name, type);
    }
}
