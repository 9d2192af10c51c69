package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;
import java.math.BigDecimal;

/** Refuses values that the table's column cannot hold, rather than store something else. */
final class RowValues {
    private RowValues() {}

    static void checkNull(FileColumn column) {
        if (!column.nullable()) {
            throw new IllegalArgumentException("column '" + column.name()
                    + "' = null: the table's column is not null; make the query yield a value, as with COALESCE");
        }
    }

    static int int32(FileColumn column, long value) {
        if ((int) value != value) {
            throw new IllegalArgumentException(
                    "column '" + column.name() + "' = " + value + ": does not fit into " + column.type());
        }
        return (int) value;
    }

    static BigDecimal decimal(FileColumn column, DataType.Decimal type, BigDecimal value) {
        if (value.scale() != type.scale() || value.precision() > type.precision()) {
            throw new IllegalArgumentException("column '" + column.name() + "' = " + value.toPlainString()
                    + ": does not fit into " + type + " at exactly that scale");
        }
        return value;
    }
}
