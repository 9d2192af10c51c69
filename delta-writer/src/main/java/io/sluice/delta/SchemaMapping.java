package io.sluice.delta;

import io.delta.standalone.types.BinaryType;
import io.delta.standalone.types.BooleanType;
import io.delta.standalone.types.DateType;
import io.delta.standalone.types.DecimalType;
import io.delta.standalone.types.DoubleType;
import io.delta.standalone.types.FloatType;
import io.delta.standalone.types.IntegerType;
import io.delta.standalone.types.LongType;
import io.delta.standalone.types.StringType;
import io.delta.standalone.types.StructField;
import io.delta.standalone.types.StructType;
import io.delta.standalone.types.TimestampType;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.util.Optional;

/** Between our types and those of a Delta table. */
final class SchemaMapping {
    private SchemaMapping() {}

    static StructType toDelta(Schema schema) {
        return new StructType(schema.columns().stream()
                .map(column -> new StructField(column.name(), toDelta(column.type()), column.nullable()))
                .toArray(StructField[]::new));
    }

    static io.delta.standalone.types.DataType toDelta(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return new DecimalType(decimal.precision(), decimal.scale());
        }
        return switch ((DataType.Primitive) type) {
            case BOOLEAN -> new BooleanType();
            case INT -> new IntegerType();
            case LONG -> new LongType();
            case FLOAT -> new FloatType();
            case DOUBLE -> new DoubleType();
            case STRING -> new StringType();
            case TIMESTAMP -> new TimestampType();
            case DATE -> new DateType();
            case BINARY -> new BinaryType();
        };
    }

    /** Empty for a type that we do not have. */
    static Optional<DataType> fromDelta(io.delta.standalone.types.DataType type) {
        if (type instanceof DecimalType decimal) {
            return Optional.of(new DataType.Decimal(decimal.getPrecision(), decimal.getScale()));
        }
        for (DataType.Primitive primitive : DataType.Primitive.values()) {
            if (toDelta(primitive).equals(type)) {
                return Optional.of(primitive);
            }
        }
        return Optional.empty();
    }

    /** The column, or empty when its type is one that we do not have. */
    static Optional<Column> fromDelta(StructField field) {
        return fromDelta(field.getDataType()).map(type -> new Column(field.getName(), type, field.isNullable()));
    }

    /** For messages. */
    static String name(StructField field) {
        return fromDelta(field.getDataType())
                        .map(DataType::sqlName)
                        .orElseGet(() -> field.getDataType().getSimpleString())
                + (field.isNullable() ? "" : " not null");
    }
}
