package io.sluice.app.cli;

import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Values of a row as people read them. */
final class Cells {
    private Cells() {}

    static List<String> of(Row row, Schema schema) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < schema.width(); i++) {
            cells.add(row.isNull(i) ? "null" : text(row, i, schema.column(i).type()));
        }
        return cells;
    }

    private static String text(Row row, int column, DataType type) {
        if (type == DataType.Primitive.TIMESTAMP) {
            return Timestamps.format(row.longAt(column));
        }
        if (type == DataType.Primitive.DATE) {
            return Dates.format((int) row.longAt(column));
        }
        if (type == DataType.Primitive.BINARY) {
            return HexFormat.of().formatHex(row.binaryAt(column));
        }
        if (type == DataType.Primitive.FLOAT) {
            return Float.toString((float) row.doubleAt(column));
        }
        if (type instanceof DataType.Decimal) {
            return row.decimalAt(column).toPlainString();
        }
        if (type instanceof DataType.Nested nested) {
            return RowJson.text(nested, row.nestedAt(column));
        }
        return String.valueOf(row.boxed(column, type));
    }
}
