package io.sluice.serdes.schema;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row's values: mutable and made to be reused, so that a stream thread boxes and allocates nothing for a number. Where a
 * value lies is told by its type's {@link DataType.Storage}; the row itself does not know its schema. Confined to one thread.
 */
public final class Row {
    private final long[] longs;
    private final @Nullable Object[] objects;
    private final boolean[] present;

    /** A row of {@code width} nulls. */
    public Row(int width) {
        longs = new long[width];
        objects = new @Nullable Object[width];
        present = new boolean[width];
    }

    public int width() {
        return present.length;
    }

    public boolean isNull(int column) {
        return !present[column];
    }

    public void setNull(int column) {
        present[column] = false;
        objects[column] = null;
    }

    /** Makes every column null. */
    public void clear() {
        Arrays.fill(present, false);
        Arrays.fill(objects, null);
    }

    /** The value of a column of {@link DataType.Storage#LONG}; meaningless when the column is null. */
    public long longAt(int column) {
        return longs[column];
    }

    public void setLong(int column, long value) {
        longs[column] = value;
        present[column] = true;
    }

    public boolean booleanAt(int column) {
        return longs[column] != 0;
    }

    public void setBoolean(int column, boolean value) {
        setLong(column, value ? 1 : 0);
    }

    /** The value of a column of {@link DataType.Storage#DOUBLE}; meaningless when the column is null. */
    public double doubleAt(int column) {
        return Double.longBitsToDouble(longs[column]);
    }

    public void setDouble(int column, double value) {
        setLong(column, Double.doubleToRawLongBits(value));
    }

    /** The value of a column of {@link DataType.Storage#OBJECT}, or null. */
    public @Nullable Object objectAt(int column) {
        return objects[column];
    }

    /** Sets a column of {@link DataType.Storage#OBJECT}; the row keeps the reference. */
    public void setObject(int column, Object value) {
        objects[column] = Objects.requireNonNull(value, "value is null, use setNull");
        present[column] = true;
    }

    /** The value of a string column that is not null. */
    public String stringAt(int column) {
        return (String) present(column);
    }

    /** The value of a decimal column that is not null. */
    public BigDecimal decimalAt(int column) {
        return (BigDecimal) present(column);
    }

    /** The value of a binary column that is not null; not a copy. */
    public byte[] binaryAt(int column) {
        return (byte[]) present(column);
    }

    /** The value of a nested column that is not null; not a copy. What lies where is told by {@link DataType.Nested}. */
    public Row nestedAt(int column) {
        return (Row) present(column);
    }

    /** A copy of another width, nulls where there is nothing to copy; the values themselves are shared. */
    public Row resized(int width) {
        Row copy = new Row(width);
        int kept = Math.min(width, width());
        System.arraycopy(longs, 0, copy.longs, 0, kept);
        System.arraycopy(objects, 0, copy.objects, 0, kept);
        System.arraycopy(present, 0, copy.present, 0, kept);
        return copy;
    }

    private Object present(int column) {
        return Objects.requireNonNull(objects[column], "the column is null");
    }

    /** Copies one value, null included, whatever its storage. */
    public void copy(int column, Row from, int fromColumn) {
        longs[column] = from.longs[fromColumn];
        objects[column] = from.objects[fromColumn];
        present[column] = from.present[fromColumn];
    }

    /** The value as a Java object for messages and JSON: Boolean, Long, Double, String, BigDecimal, byte[], Row or null. */
    public @Nullable Object boxed(int column, DataType type) {
        if (isNull(column)) {
            return null;
        }
        return switch (type.storage()) {
            case LONG -> type == DataType.Primitive.BOOLEAN ? (Object) booleanAt(column) : (Object) longAt(column);
            case DOUBLE -> doubleAt(column);
            case OBJECT -> objectAt(column);
        };
    }
}
