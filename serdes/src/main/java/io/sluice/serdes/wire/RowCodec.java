package io.sluice.serdes.wire;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;

/**
 * The compact binary form of the rows of one schema. It holds no names and no types: only the same schema reads it back.
 *
 * <p>Byte 0 is the format version, 1. Then one bit per column, lowest first, set where the value is null, padded with zeros to
 * whole bytes. Then the values that are not null in column order: boolean one byte 0 or 1; int, long and date zigzag varints;
 * timestamp, double and float their 8, 8 and 4 bytes, highest first; string (UTF-8), binary and decimal (unscaled value in two's
 * complement, shortest form) a varint length and bytes. A struct has the bits and values of its fields as a row has those of its
 * columns; an array its length as a varint, bits and values; a map its length, the bits of its values, then each key, as a string,
 * and its value. Each row has exactly one form, and any other bytes are refused; so two rows are equal when their bytes are, doubles
 * compared by their bits, maps in the order of their entries.
 *
 * <p>A codec reuses its buffer and belongs to one thread.
 */
public final class RowCodec {
    private static final int FORMAT_VERSION = 1;

    private final Schema schema;
    private final Cells cells;
    private final ByteWriter writer = new ByteWriter();

    public RowCodec(Schema schema) {
        this.schema = schema;
        this.cells = Cells.of(schema);
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
        cells.write(writer, row, key);
        return writer.copy();
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
        cells.read(reader, row);
        if (reader.remaining() > 0) {
            throw reader.corrupt(reader.position(), "the end of the row", reader.remaining() + " more bytes");
        }
    }

    private void requireWidth(Row row) {
        if (row.width() != schema.width()) {
            throw new IllegalArgumentException(
                    "row width = " + row.width() + ": must be that of the schema, " + schema.width());
        }
    }
}
