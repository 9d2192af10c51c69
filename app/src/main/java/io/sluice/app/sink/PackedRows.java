package io.sluice.app.sink;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows kept by column, many in one array: as objects of their own they would cost a multiple of their values, and the garbage
 * collector would copy them while they wait. Each row that is asked for is made anew. Confined to one thread at a time.
 */
final class PackedRows extends AbstractList<Row> implements RandomAccess, Consumer<Row> {
    private static final int CHUNK = 1024;

    private final int width;
    /** Which columns hold objects, by ordinal; the others hold longs only. */
    private final boolean[] objectColumns;

    private final List<Chunk> chunks = new ArrayList<>();
    private int size;

    private static final class Chunk {
        final long[] longs;
        final boolean[] present;
        final @Nullable Object[] objects;

        Chunk(int width) {
            longs = new long[CHUNK * width];
            present = new boolean[CHUNK * width];
            objects = new @Nullable Object[CHUNK * width];
        }
    }

    PackedRows(Schema schema) {
        this.width = schema.width();
        this.objectColumns = new boolean[width];
        for (int column = 0; column < width; column++) {
            objectColumns[column] = schema.column(column).type().storage() == DataType.Storage.OBJECT;
        }
    }

    /** What a row of the schema takes beside the contents of its objects, in bytes, about. */
    static long rowBytes(Schema schema) {
        long objects = schema.columns().stream()
                .filter(column -> column.type().storage() == DataType.Storage.OBJECT)
                .count();
        return schema.width() * 17L + objects * 48;
    }

    /** What the objects of a row take at most, as a multiple of the bytes of the message that they came in, about. */
    static int contentFactor(Schema schema) {
        boolean plain = schema.columns().stream()
                .allMatch(column ->
                        column.type() instanceof DataType.Primitive || column.type() instanceof DataType.Decimal);
        // a struct, array or map is a row of its own, with 17 bytes for each cell
        return plain ? 1 : 6;
    }

    /** Copies the row's values; the objects among them are shared. */
    @Override
    public void accept(Row row) {
        int index = size % CHUNK;
        if (index == 0) {
            chunks.add(new Chunk(width));
        }
        Chunk chunk = chunks.get(chunks.size() - 1);
        int at = index * width;
        for (int column = 0; column < width; column++, at++) {
            if (row.isNull(column)) {
                continue;
            }
            chunk.present[at] = true;
            if (objectColumns[column]) {
                chunk.objects[at] = row.objectAt(column);
            } else {
                chunk.longs[at] = row.longAt(column);
            }
        }
        size++;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Row get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        Chunk chunk = chunks.get(index / CHUNK);
        int at = index % CHUNK * width;
        Row row = new Row(width);
        for (int column = 0; column < width; column++, at++) {
            if (!chunk.present[at]) {
                continue;
            }
            Object object = chunk.objects[at];
            if (object == null) {
                row.setLong(column, chunk.longs[at]);
            } else {
                row.setObject(column, object);
            }
        }
        return row;
    }

    /** The rows of all parts, one part after the other. */
    static List<Row> joined(List<PackedRows> parts) {
        return parts.size() == 1 ? parts.get(0) : new Joined(parts);
    }

    private static final class Joined extends AbstractList<Row> implements RandomAccess {
        private final List<PackedRows> parts;
        /** Index behind the last row of each part. */
        private final int[] ends;

        Joined(List<PackedRows> parts) {
            this.parts = List.copyOf(parts);
            this.ends = new int[parts.size()];
            int end = 0;
            for (int i = 0; i < ends.length; i++) {
                end = Math.addExact(end, parts.get(i).size());
                ends[i] = end;
            }
        }

        @Override
        public int size() {
            return ends.length == 0 ? 0 : ends[ends.length - 1];
        }

        @Override
        public Row get(int index) {
            int found = Arrays.binarySearch(ends, index);
            int part = found < 0 ? -found - 1 : found + 1;
            while (part < ends.length && ends[part] <= index) {
                part++; // parts without rows end where the one before does
            }
            if (index < 0 || part >= ends.length) {
                throw new IndexOutOfBoundsException(index);
            }
            return parts.get(part).get(index - (part == 0 ? 0 : ends[part - 1]));
        }
    }
}
