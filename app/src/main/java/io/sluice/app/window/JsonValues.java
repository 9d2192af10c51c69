package io.sluice.app.window;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a row as JSON has them: times and what JSON lacks, such as NaN, as texts. */
final class JsonValues {
    private JsonValues() {}

    /** The columns from one to another, exclusive, by name. */
    static Map<String, @Nullable Object> of(Row row, Schema schema, int from, int to) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = from; i < to; i++) {
            Column column = schema.column(i);
            values.put(column.name(), row.isNull(i) ? null : value(row, i, column));
        }
        return values;
    }

    private static Object value(Row row, int column, Column described) {
        if (!(described.type() instanceof Primitive primitive)) {
            return row.decimalAt(column);
        }
        return switch (primitive) {
            case BOOLEAN -> row.booleanAt(column);
            case INT, LONG -> row.longAt(column);
            // as a float: 0.1 and not 0.10000000149011612
            case FLOAT -> finite((float) row.doubleAt(column), row.doubleAt(column));
            case DOUBLE -> finite(row.doubleAt(column), row.doubleAt(column));
            case STRING -> row.stringAt(column);
            case TIMESTAMP -> Timestamps.format(row.longAt(column));
            case DATE -> Dates.format((int) row.longAt(column));
            case BINARY -> Base64.getEncoder().encodeToString(row.binaryAt(column));
        };
    }

    private static Object finite(Object shown, double value) {
        return Double.isFinite(value) ? shown : Double.toString(value);
    }
}
