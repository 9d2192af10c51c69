package io.sluice.serdes.schema;

import java.util.ArrayList;
import java.util.List;

/** The rows of one message: a list that is filled again and again and keeps its rows, so that nothing is allocated. Confined to one thread. */
public final class Rows {
    private final int width;
    private final List<Row> rows = new ArrayList<>();
    private int size;

    /** @param width of each row */
    public Rows(int width) {
        this.width = width;
    }

    public int width() {
        return width;
    }

    public int size() {
        return size;
    }

    /** @param index from 0 to less than {@link #size} */
    public Row row(int index) {
        if (index >= size) {
            throw new IndexOutOfBoundsException("row " + index + " of " + size);
        }
        return rows.get(index);
    }

    /** One more row, of nulls. */
    public Row add() {
        if (size == rows.size()) {
            rows.add(new Row(width));
        }
        Row row = rows.get(size++);
        row.clear();
        return row;
    }

    public void clear() {
        shrink(0);
    }

    /** Drops all rows but the first {@code kept}. */
    public void shrink(int kept) {
        if (kept > size) {
            throw new IllegalArgumentException("kept = " + kept + ": there are " + size + " rows");
        }
        size = kept;
    }
}
