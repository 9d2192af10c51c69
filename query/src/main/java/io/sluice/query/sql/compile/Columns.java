package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;

/** Code that reads a column. */
final class Columns {
    private Columns() {}

    static Code read(int column, DataType type) {
        if (type == Primitive.BOOLEAN) {
            return (TruthCode) f -> f.row.isNull(column) ? TruthCode.UNKNOWN : TruthCode.of(f.row.booleanAt(column));
        }
        return switch (type.storage()) {
            case LONG ->
                (LongCode) f -> {
                    f.isNull = f.row.isNull(column);
                    return f.row.longAt(column);
                };
            case DOUBLE ->
                (DoubleCode) f -> {
                    f.isNull = f.row.isNull(column);
                    return f.row.doubleAt(column);
                };
            case OBJECT -> (ObjectCode) f -> f.row.objectAt(column);
        };
    }
}
