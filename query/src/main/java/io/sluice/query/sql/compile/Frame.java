package io.sluice.query.sql.compile;

import io.sluice.serdes.schema.Row;

/** One evaluation: the row it reads, and whether the number computed last was null. Made anew for every evaluation. */
final class Frame {
    static final Row NO_ROW = new Row(0);

    final Row row;
    boolean isNull;

    Frame(Row row) {
        this.row = row;
    }
}
