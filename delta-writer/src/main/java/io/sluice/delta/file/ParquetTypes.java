package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;
import java.math.BigInteger;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** The Parquet types that Spark and the other Delta readers expect for each of our types. */
final class ParquetTypes {
    /** Digits that surely fit into an int32 and an int64. */
    static final int INT_DIGITS = 9;

    static final int LONG_DIGITS = 18;

    static final String LIST = "list";
    static final String ELEMENT = "element";
    static final String ENTRIES = "key_value";
    static final String KEY = "key";
    static final String VALUE = "value";

    private ParquetTypes() {}

    static MessageType message(FileLayout layout) {
        Types.MessageTypeBuilder message = Types.buildMessage();
        layout.data().forEach(column -> message.addField(field(column.name(), column.type(), column.nullable())));
        return message.named("sluice");
    }

    private static Type field(String name, DataType type, boolean nullable) {
        Type.Repetition repetition = nullable ? Type.Repetition.OPTIONAL : Type.Repetition.REQUIRED;
        if (type instanceof DataType.Decimal decimal) {
            return decimal(repetition, decimal).named(name);
        }
        if (type instanceof DataType.Nested nested) {
            return nested(name, nested, repetition);
        }
        return switch ((DataType.Primitive) type) {
            case BOOLEAN ->
                Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case INT -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case BINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case STRING ->
                Types.primitive(PrimitiveTypeName.BINARY, repetition)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(name);
            case DATE ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(LogicalTypeAnnotation.dateType())
                        .named(name);
            case TIMESTAMP ->
                Types.primitive(PrimitiveTypeName.INT64, repetition)
                        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
                        .named(name);
        };
    }

    /** Lists and maps in the form of three levels; what is inside may be null, as in the table's schema. */
    private static Type nested(String name, DataType.Nested type, Type.Repetition repetition) {
        if (type instanceof DataType.Struct struct) {
            return new GroupType(
                    repetition,
                    name,
                    struct.fields().columns().stream()
                            .map(field -> field(field.name(), field.type(), true))
                            .toList());
        }
        if (type instanceof DataType.Array array) {
            return Types.buildGroup(repetition)
                    .as(LogicalTypeAnnotation.listType())
                    .addField(repeated(LIST, field(ELEMENT, array.element(), true)))
                    .named(name);
        }
        Type key = field(KEY, DataType.Primitive.STRING, false);
        Type value = field(VALUE, ((DataType.Dictionary) type).value(), true);
        return Types.buildGroup(repetition)
                .as(LogicalTypeAnnotation.mapType())
                .addField(repeated(ENTRIES, key, value))
                .named(name);
    }

    private static Type repeated(String name, Type... fields) {
        return new GroupType(Type.Repetition.REPEATED, name, fields);
    }

    private static Types.PrimitiveBuilder<? extends Type> decimal(
            Type.Repetition repetition, DataType.Decimal decimal) {
        LogicalTypeAnnotation annotation = LogicalTypeAnnotation.decimalType(decimal.scale(), decimal.precision());
        if (decimal.precision() <= INT_DIGITS) {
            return Types.primitive(PrimitiveTypeName.INT32, repetition).as(annotation);
        }
        if (decimal.precision() <= LONG_DIGITS) {
            return Types.primitive(PrimitiveTypeName.INT64, repetition).as(annotation);
        }
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(fixedLength(decimal))
                .as(annotation);
    }

    /** The least number of bytes that holds every two's complement number of that many digits. */
    static int fixedLength(DataType.Decimal decimal) {
        return BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
    }
}
