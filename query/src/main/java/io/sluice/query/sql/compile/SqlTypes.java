package io.sluice.query.sql.compile;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The correspondence of Calcite's types and ours. */
public final class SqlTypes {
    /** The way out where a struct, an array or a map as a whole is of no use. */
    public static final String INSTEAD_OF_NESTED =
            "take a field, an element or a value of it, such as Device.id, Values[0] or Tags['site']";

    private SqlTypes() {}

    /** Calcite's type for a column. */
    public static RelDataType relType(RelDataTypeFactory factory, DataType type, boolean nullable) {
        return factory.createTypeWithNullability(relType(factory, type), nullable);
    }

    private static RelDataType relType(RelDataTypeFactory factory, DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return factory.createSqlType(SqlTypeName.DECIMAL, decimal.precision(), decimal.scale());
        }
        if (type instanceof DataType.Struct struct) {
            RelDataTypeFactory.Builder fields = factory.builder();
            struct.fields()
                    .columns()
                    .forEach(field -> fields.add(field.name(), relType(factory, field.type(), field.nullable())));
            return fields.build();
        }
        if (type instanceof DataType.Array array) {
            return factory.createArrayType(relType(factory, array.element(), true), -1);
        }
        if (type instanceof DataType.Dictionary map) {
            return factory.createMapType(
                    relType(factory, Primitive.STRING, false), relType(factory, map.value(), true));
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
            case INT -> factory.createSqlType(SqlTypeName.INTEGER);
            case LONG -> factory.createSqlType(SqlTypeName.BIGINT);
            case FLOAT -> factory.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
            case STRING -> factory.createSqlType(SqlTypeName.VARCHAR);
            case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, 6);
            case DATE -> factory.createSqlType(SqlTypeName.DATE);
            case BINARY -> factory.createSqlType(SqlTypeName.VARBINARY);
        };
    }

    /**
     * Our type for Calcite's; empty for those no row can hold, such as intervals. Lengths of strings and precisions of
     * timestamps are dropped: a string has no limit, a timestamp always has microseconds.
     */
    public static Optional<DataType> dataType(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> Optional.of(Primitive.BOOLEAN);
            case TINYINT, SMALLINT, INTEGER -> Optional.of(Primitive.INT);
            case BIGINT -> Optional.of(Primitive.LONG);
            case REAL, FLOAT -> Optional.of(Primitive.FLOAT);
            case DOUBLE -> Optional.of(Primitive.DOUBLE);
            case DECIMAL -> Optional.of(new DataType.Decimal(type.getPrecision(), type.getScale()));
            case CHAR, VARCHAR -> Optional.of(Primitive.STRING);
            case TIMESTAMP -> Optional.of(Primitive.TIMESTAMP);
            case DATE -> Optional.of(Primitive.DATE);
            case BINARY, VARBINARY -> Optional.of(Primitive.BINARY);
            default -> Optional.empty();
        };
    }

    /** @throws UnsupportedExpressionException for a type no row can hold */
    static DataType required(RelDataType type) {
        if (type.getSqlTypeName() == SqlTypeName.NULL) {
            throw new UnsupportedExpressionException(
                    "NULL has no type here", "give it one, for example CAST(NULL AS STRING)");
        }
        if (isNested(type)) {
            throw new UnsupportedExpressionException(
                    "a struct, an array or a map cannot be the result of an expression", INSTEAD_OF_NESTED);
        }
        return dataType(type)
                .orElseThrow(
                        () -> new UnsupportedExpressionException(
                                "type " + type.getSqlTypeName().getSpaceName() + " is not supported",
                                "the types are boolean, int, long, float, double, decimal(p,s), string, timestamp, date and binary"));
    }

    /** Whether it is the type of a struct, an array or a map. */
    public static boolean isNested(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case ROW, ARRAY, MAP -> true;
            default -> false;
        };
    }

    static boolean isInterval(RelDataType type) {
        return SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName());
    }

    static boolean isMonthInterval(RelDataType type) {
        return SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName());
    }
}
