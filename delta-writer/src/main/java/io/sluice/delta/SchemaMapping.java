package io.sluice.delta;

import io.delta.standalone.types.ArrayType;
import io.delta.standalone.types.BinaryType;
import io.delta.standalone.types.BooleanType;
import io.delta.standalone.types.DateType;
import io.delta.standalone.types.DecimalType;
import io.delta.standalone.types.DoubleType;
import io.delta.standalone.types.FloatType;
import io.delta.standalone.types.IntegerType;
import io.delta.standalone.types.LongType;
import io.delta.standalone.types.MapType;
import io.delta.standalone.types.StringType;
import io.delta.standalone.types.StructField;
import io.delta.standalone.types.StructType;
import io.delta.standalone.types.TimestampType;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
        if (type instanceof DataType.Nested nested) {
            return nestedToDelta(nested);
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

    /** What is inside may be null in the table, whatever is declared: other engines refuse to write where it may not. */
    private static io.delta.standalone.types.DataType nestedToDelta(DataType.Nested type) {
        if (type instanceof DataType.Struct struct) {
            return new StructType(struct.fields().columns().stream()
                    .map(field -> new StructField(field.name(), toDelta(field.type()), true))
                    .toArray(StructField[]::new));
        }
        if (type instanceof DataType.Array array) {
            return new ArrayType(toDelta(array.element()), true);
        }
        return new MapType(new StringType(), toDelta(((DataType.Dictionary) type).value()), true);
    }

    /** Whether every value of our type is one of the table's: the same, but for fields that are never null. */
    static boolean holds(DataType table, DataType ours) {
        if (table instanceof DataType.Struct wide && ours instanceof DataType.Struct narrow) {
            List<Column> have = wide.fields().columns();
            List<Column> want = narrow.fields().columns();
            return have.size() == want.size()
                    && IntStream.range(0, have.size()).allMatch(i -> holdsField(have.get(i), want.get(i)));
        }
        if (table instanceof DataType.Array wide && ours instanceof DataType.Array narrow) {
            return holds(wide.element(), narrow.element());
        }
        if (table instanceof DataType.Dictionary wide && ours instanceof DataType.Dictionary narrow) {
            return holds(wide.value(), narrow.value());
        }
        return table.equals(ours);
    }

    private static boolean holdsField(Column table, Column ours) {
        return table.name().equals(ours.name())
                && (table.nullable() || !ours.nullable())
                && holds(table.type(), ours.type());
    }

    private static Optional<DataType> nestedFromDelta(io.delta.standalone.types.DataType type) {
        if (type instanceof StructType struct && struct.getFields().length > 0) {
            List<Column> fields = Stream.of(struct.getFields())
                    .flatMap(field -> fromDelta(field).stream())
                    .toList();
            return fields.size() == struct.getFields().length
                    ? Optional.of(new DataType.Struct(new Schema(fields)))
                    : Optional.empty();
        }
        if (type instanceof ArrayType array && array.containsNull()) {
            return fromDelta(array.getElementType()).map(DataType.Array::new);
        }
        return type instanceof MapType map && map.valueContainsNull() && map.getKeyType() instanceof StringType
                ? fromDelta(map.getValueType()).map(DataType.Dictionary::new)
                : Optional.empty();
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
        return nestedFromDelta(type);
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
