package io.sluice.serdes.wire;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The compact binary form of the rows of one schema. It holds no names and no types: only the same schema reads it back.
 *
 * <p>Byte 0 is the format version, 1. Then one bit per column, lowest first, set where the value is null, padded with zeros to
 * whole bytes. Then the values that are not null in column order: boolean one byte 0 or 1; int, long and date zigzag varints;
 * timestamp, double and float their 8, 8 and 4 bytes, highest first; string (UTF-8), binary and decimal (unscaled value in two's
 * complement, shortest form) a varint length and bytes. Each row has exactly one form, and any other bytes are refused; so two
 * rows are equal when their bytes are, doubles compared by their bits.
 *
 * <p>A codec reuses its buffer and belongs to one thread.
 */
public final class RowCodec {
    private static final int FORMAT_VERSION = 1;
    private static final long CANONICAL_NAN = Double.doubleToLongBits(Double.NaN);
    private static final int CANONICAL_FLOAT_NAN = Float.floatToIntBits(Float.NaN);

    private final Schema schema;
    private final DataType[] types;
    private final String[] names;
    private final int bitmapLength;
    private final ByteWriter writer = new ByteWriter();

    public RowCodec(Schema schema) {
        this.schema = schema;
        this.types = new DataType[schema.width()];
        this.names = new String[schema.width()];
        for (int i = 0; i < types.length; i++) {
            types[i] = schema.column(i).type();
            names[i] = "column '" + schema.column(i).name() + "' " + types[i].sqlName();
        }
        this.bitmapLength = (types.length + 7) / 8;
    }

    /**
     * The row's bytes. They keep the sign of zero and the bits of a double's NaN; those of a float's NaN are lost already where a
     * row widens it to a double.
     *
     * @throws IllegalArgumentException when a value does not belong to its column's type: an int out of range, a decimal of
     *     another scale or of too many digits, a row of another width
     */
    public byte[] encode(Row row) {
        return encode(row, false);
    }

    /**
     * The row's bytes as a map key: -0.0 is written as 0.0 and every NaN as the one canonical NaN, as Spark groups them.
     *
     * @throws IllegalArgumentException as {@link #encode(Row)} does
     */
    public byte[] encodeKey(Row row) {
        return encode(row, true);
    }

    private byte[] encode(Row row, boolean key) {
        requireWidth(row);
        writer.reset();
        writer.writeByte(FORMAT_VERSION);
        int bitmap = writer.writeZeros(bitmapLength);
        for (int i = 0; i < types.length; i++) {
            if (row.isNull(i)) {
                writer.setBit(bitmap, i);
            } else if (types[i] instanceof Primitive primitive) {
                writePrimitive(primitive, row, i, key);
            } else {
                writeDecimal((Decimal) types[i], row, i);
            }
        }
        return writer.copy();
    }

    private void writePrimitive(Primitive type, Row row, int column, boolean key) {
        switch (type) {
            case BOOLEAN -> writer.writeByte(row.booleanAt(column) ? 1 : 0);
            case INT, DATE -> writer.writeSigned(requireInt(row.longAt(column), column));
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

    private int requireInt(long value, int column) {
        if (value != (int) value) {
            throw new IllegalArgumentException(
                    names[column] + " = " + value + ": must be from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    private void writeDecimal(Decimal type, Row row, int column) {
        BigDecimal value = row.decimalAt(column);
        if (value.scale() != type.scale() || value.precision() > type.precision()) {
            throw new IllegalArgumentException(names[column] + " = " + value.unscaledValue() + "E" + -value.scale()
                    + ": must have scale " + type.scale() + " and at most " + type.precision() + " digits");
        }
        writer.writeBytes(value.unscaledValue().toByteArray());
    }

    /**
     * Sets every column of {@code row}.
     *
     * @throws CorruptRowException when the bytes are no row of this schema; the row's content is then undefined
     */
    public void decode(byte[] bytes, Row row) {
        requireWidth(row);
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte("format version " + FORMAT_VERSION);
        if (version != FORMAT_VERSION) {
            throw reader.corrupt(0, "format version " + FORMAT_VERSION, "version " + version);
        }
        int bitmap = readBitmap(reader);
        for (int i = 0; i < types.length; i++) {
            if (reader.bit(bitmap, i)) {
                row.setNull(i);
            } else if (types[i] instanceof Primitive primitive) {
                readPrimitive(primitive, reader, row, i);
            } else {
                readDecimal((Decimal) types[i], reader, row, i);
            }
        }
        if (reader.remaining() > 0) {
            throw reader.corrupt(reader.position(), "the end of the row", reader.remaining() + " more bytes");
        }
    }

    private int readBitmap(ByteReader reader) {
        int bitmap = reader.skip(bitmapLength, "the null bits of " + types.length + " columns");
        for (int i = types.length; i < bitmapLength * 8; i++) {
            if (reader.bit(bitmap, i)) {
                throw reader.corrupt(
                        bitmap + i / 8, "the null bits of " + types.length + " columns", "a bit for column " + (i + 1));
            }
        }
        return bitmap;
    }

    private void readPrimitive(Primitive type, ByteReader reader, Row row, int column) {
        String expected = names[column];
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

    private void readDecimal(Decimal type, ByteReader reader, Row row, int column) {
        int start = reader.position();
        byte[] unscaled = reader.readBytes(names[column]);
        if (unscaled.length == 0 || unscaled.length > 16 || isPadded(unscaled)) {
            throw reader.corrupt(start, names[column], unscaled.length + " bytes that are no shortest form");
        }
        BigDecimal value = new BigDecimal(new BigInteger(unscaled), type.scale());
        if (value.precision() > type.precision()) {
            throw reader.corrupt(start, names[column], value.precision() + " digits");
        }
        row.setObject(column, value);
    }

    private static boolean isPadded(byte[] unscaled) {
        return unscaled.length > 1
                && ((unscaled[0] == 0 && unscaled[1] >= 0) || (unscaled[0] == (byte) 0xFF && unscaled[1] < 0));
    }

    private void requireWidth(Row row) {
        if (row.width() != schema.width()) {
            throw new IllegalArgumentException(
                    "row width = " + row.width() + ": must be that of the schema, " + schema.width());
        }
    }
}
