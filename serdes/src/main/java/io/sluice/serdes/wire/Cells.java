package io.sluice.serdes.wire;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values of a row, a struct, an array or a map, in the form of {@link RowCodec}. */
final class Cells {
    private static final long CANONICAL_NAN = Double.doubleToLongBits(Double.NaN);
    private static final int CANONICAL_FLOAT_NAN = Float.floatToIntBits(Float.NaN);

    private final DataType[] types;
    private final String[] names;
    private final @Nullable Cells[] inside;

    private Cells(List<DataType> types, List<String> places) {
        this.types = types.toArray(new DataType[0]);
        this.names = new String[this.types.length];
        this.inside = new @Nullable Cells[this.types.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = places.get(i) + " " + this.types[i].sqlName();
            inside[i] = this.types[i] instanceof DataType.Nested nested ? of(nested, places.get(i)) : null;
        }
    }

    static Cells of(Schema schema) {
        return new Cells(
                types(schema),
                schema.columns().stream()
                        .map(column -> "column '" + column.name() + "'")
                        .toList());
    }

    private static List<DataType> types(Schema schema) {
        return schema.columns().stream().map(Column::type).toList();
    }

    private static Cells of(DataType.Nested type, String place) {
        if (type instanceof DataType.Struct struct) {
            return new Cells(
                    types(struct.fields()),
                    struct.fields().columns().stream()
                            .map(field -> place + "." + field.name())
                            .toList());
        }
        DataType element =
                type instanceof DataType.Array array ? array.element() : ((DataType.Dictionary) type).value();
        return new Cells(List.of(element), List.of(place + "[]"));
    }

    private static int bitmapLength(int count) {
        return (count + 7) / 8;
    }

    void write(ByteWriter writer, Row row, boolean key) {
        int bitmap = writer.writeZeros(bitmapLength(types.length));
        for (int i = 0; i < types.length; i++) {
            if (row.isNull(i)) {
                writer.setBit(bitmap, i);
            } else {
                writeCell(i, writer, row, i, key);
            }
        }
    }

    private void writeCell(int type, ByteWriter writer, Row row, int column, boolean key) {
        if (types[type] instanceof Primitive primitive) {
            writePrimitive(primitive, names[type], writer, row, column, key);
        } else if (types[type] instanceof Decimal decimal) {
            writeDecimal(decimal, names[type], writer, row, column);
        } else {
            writeNested(type, writer, row.nestedAt(column), key);
        }
    }

    private void writeNested(int type, ByteWriter writer, Row value, boolean key) {
        Cells cells = Objects.requireNonNull(inside[type]);
        if (types[type] instanceof DataType.Struct struct) {
            requireWidth(value.width() == struct.fields().width(), type, value);
            cells.write(writer, value, key);
        } else if (types[type] instanceof DataType.Array) {
            cells.writeElements(writer, value, key);
        } else {
            requireWidth(value.width() % 2 == 0, type, value);
            cells.writeEntries(writer, value, key);
        }
    }

    private void requireWidth(boolean legal, int type, Row value) {
        if (!legal) {
            throw new IllegalArgumentException(names[type] + ": has a row of width " + value.width());
        }
    }

    private void writeElements(ByteWriter writer, Row value, boolean key) {
        writer.writeUnsigned(value.width());
        int bitmap = writer.writeZeros(bitmapLength(value.width()));
        for (int i = 0; i < value.width(); i++) {
            if (value.isNull(i)) {
                writer.setBit(bitmap, i);
            } else {
                writeCell(0, writer, value, i, key);
            }
        }
    }

    private void writeEntries(ByteWriter writer, Row value, boolean key) {
        int count = value.width() / 2;
        writer.writeUnsigned(count);
        int bitmap = writer.writeZeros(bitmapLength(count));
        for (int i = 0; i < count; i++) {
            writer.writeText(value.stringAt(2 * i));
            if (value.isNull(2 * i + 1)) {
                writer.setBit(bitmap, i);
            } else {
                writeCell(0, writer, value, 2 * i + 1, key);
            }
        }
    }

    private static void writePrimitive(
            Primitive type, String name, ByteWriter writer, Row row, int column, boolean key) {
        switch (type) {
            case BOOLEAN -> writer.writeByte(row.booleanAt(column) ? 1 : 0);
            case INT, DATE -> writer.writeSigned(requireInt(row.longAt(column), name));
            case LONG -> writer.writeSigned(row.longAt(column));
            case TIMESTAMP -> writer.writeLong(row.longAt(column));
            case FLOAT -> writer.writeInt(floatBits((float) row.doubleAt(column), key));
            case DOUBLE -> writer.writeLong(doubleBits(row.doubleAt(column), key));
            case STRING -> writer.writeText(row.stringAt(column));
            case BINARY -> writer.writeBytes(row.binaryAt(column));
        }
    }

    private static long doubleBits(double value, boolean key) {
        if (!key) {
            return Double.doubleToRawLongBits(value);
        }
        // + 0.0 turns -0.0 into 0.0 and changes nothing else
        return Double.isNaN(value) ? CANONICAL_NAN : Double.doubleToRawLongBits(value + 0.0);
    }

    private static int floatBits(float value, boolean key) {
        if (Float.isNaN(value)) {
            return CANONICAL_FLOAT_NAN;
        }
        return Float.floatToRawIntBits(key ? value + 0.0f : value);
    }

    private static int requireInt(long value, String name) {
        if (value != (int) value) {
            throw new IllegalArgumentException(
                    name + " = " + value + ": must be from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    private static void writeDecimal(Decimal type, String name, ByteWriter writer, Row row, int column) {
        BigDecimal value = row.decimalAt(column);
        if (value.scale() != type.scale() || value.precision() > type.precision()) {
            throw new IllegalArgumentException(name + " = " + value.unscaledValue() + "E" + -value.scale()
                    + ": must have scale " + type.scale() + " and at most " + type.precision() + " digits");
        }
        writer.writeBytes(value.unscaledValue().toByteArray());
    }

    void read(ByteReader reader, Row row) {
        int bitmap = readBitmap(reader, types.length, "column");
        for (int i = 0; i < types.length; i++) {
            if (reader.bit(bitmap, i)) {
                row.setNull(i);
            } else {
                readCell(i, reader, row, i);
            }
        }
    }

    private static int readBitmap(ByteReader reader, int count, String what) {
        int length = bitmapLength(count);
        int bitmap = reader.skip(length, nullBits(count, what));
        for (int i = count; i < length * 8; i++) {
            if (reader.bit(bitmap, i)) {
                throw reader.corrupt(bitmap + i / 8, nullBits(count, what), "a bit for " + what + " " + (i + 1));
            }
        }
        return bitmap;
    }

    private static String nullBits(int count, String what) {
        return "the null bits of " + count + " " + what + "s";
    }

    private void readCell(int type, ByteReader reader, Row row, int column) {
        if (types[type] instanceof Primitive primitive) {
            readPrimitive(primitive, names[type], reader, row, column);
        } else if (types[type] instanceof Decimal decimal) {
            readDecimal(decimal, names[type], reader, row, column);
        } else {
            row.setObject(column, readNested(type, reader));
        }
    }

    private Row readNested(int type, ByteReader reader) {
        Cells cells = Objects.requireNonNull(inside[type]);
        if (types[type] instanceof DataType.Struct struct) {
            Row value = struct.fields().newRow();
            cells.read(reader, value);
            return value;
        }
        return types[type] instanceof DataType.Array
                ? cells.readElements(reader, names[type])
                : cells.readEntries(reader, names[type]);
    }

    /** The null bits come first: a damaged count finds too few bytes for them before memory is taken for it. */
    private static int readCount(ByteReader reader, String expected) {
        int start = reader.position();
        long count = reader.readUnsigned(expected);
        if (count < 0 || count > Math.min(8L * reader.remaining(), Integer.MAX_VALUE / 2)) {
            throw reader.corrupt(
                    start,
                    expected,
                    Long.toUnsignedString(count) + " elements where " + reader.remaining() + " bytes are left");
        }
        return (int) count;
    }

    private Row readElements(ByteReader reader, String expected) {
        int count = readCount(reader, expected);
        int bitmap = readBitmap(reader, count, "element");
        Row value = new Row(count);
        for (int i = 0; i < count; i++) {
            if (!reader.bit(bitmap, i)) {
                readCell(0, reader, value, i);
            }
        }
        return value;
    }

    private Row readEntries(ByteReader reader, String expected) {
        int count = readCount(reader, expected);
        int bitmap = readBitmap(reader, count, "element");
        if (count > reader.remaining()) {
            throw reader.corrupt(reader.position(), expected, count + " keys in " + reader.remaining() + " bytes");
        }
        Row value = new Row(2 * count);
        for (int i = 0; i < count; i++) {
            value.setObject(2 * i, reader.readText(expected));
            if (!reader.bit(bitmap, i)) {
                readCell(0, reader, value, 2 * i + 1);
            }
        }
        return value;
    }

    private static void readPrimitive(Primitive type, String expected, ByteReader reader, Row row, int column) {
        switch (type) {
            case BOOLEAN -> row.setBoolean(column, readBoolean(reader, expected));
            case INT, DATE -> row.setLong(column, readInt(reader, expected));
            case LONG -> row.setLong(column, reader.readSigned(expected));
            case TIMESTAMP -> row.setLong(column, reader.readLong(expected));
            case FLOAT -> row.setDouble(column, readFloat(reader, expected));
            case DOUBLE -> row.setDouble(column, Double.longBitsToDouble(reader.readLong(expected)));
            case STRING -> row.setObject(column, reader.readText(expected));
            case BINARY -> row.setObject(column, reader.readBytes(expected));
        }
    }

    private static boolean readBoolean(ByteReader reader, String expected) {
        int value = reader.readByte(expected);
        if (value > 1) {
            throw reader.corrupt(reader.position() - 1, expected, "byte " + value);
        }
        return value == 1;
    }

    private static float readFloat(ByteReader reader, String expected) {
        int bits = reader.readInt(expected);
        float value = Float.intBitsToFloat(bits);
        if (Float.isNaN(value) && bits != CANONICAL_FLOAT_NAN) {
            throw reader.corrupt(reader.position() - 4, expected, "a NaN with the bits " + Integer.toHexString(bits));
        }
        return value;
    }

    private static int readInt(ByteReader reader, String expected) {
        int start = reader.position();
        long value = reader.readSigned(expected);
        if (value != (int) value) {
            throw reader.corrupt(start, expected, "" + value);
        }
        return (int) value;
    }

    private static void readDecimal(Decimal type, String expected, ByteReader reader, Row row, int column) {
        int start = reader.position();
        byte[] unscaled = reader.readBytes(expected);
        if (unscaled.length == 0 || unscaled.length > 16 || isPadded(unscaled)) {
            throw reader.corrupt(start, expected, unscaled.length + " bytes that are no shortest form");
        }
        BigDecimal value = new BigDecimal(new BigInteger(unscaled), type.scale());
        if (value.precision() > type.precision()) {
            throw reader.corrupt(start, expected, value.precision() + " digits");
        }
        row.setObject(column, value);
    }

    private static boolean isPadded(byte[] unscaled) {
        return unscaled.length > 1
                && ((unscaled[0] == 0 && unscaled[1] >= 0) || (unscaled[0] == (byte) 0xFF && unscaled[1] < 0));
    }
}
