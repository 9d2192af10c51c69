package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with the columns of one message. */
final class ColumnProblems {
    private static final int MOST_TOLD = 20;
    /** The same cause has been told of another column. */
    private static final String TOLD = "";

    private final Schema schema;
    private final @Nullable String[] current;
    private final List<String> told = new ArrayList<>();
    private int firstColumn = -1;
    private int untold;
    private int marked;
    private boolean any;

    ColumnProblems(Schema schema) {
        this.schema = schema;
        this.current = new @Nullable String[schema.width()];
    }

    void clear() {
        if (any) {
            Arrays.fill(current, null);
            told.clear();
            firstColumn = -1;
            untold = 0;
            marked = 0;
            any = false;
        }
    }

    /** @param problem null when there is none, also after there was one: of a repeated name the last value counts */
    void set(int column, @Nullable String problem) {
        current[column] = problem;
        any |= problem != null;
    }

    /** One problem of several columns. */
    void set(int[] columns, String problem) {
        for (int i = 0; i < columns.length; i++) {
            set(columns[i], i == 0 ? problem : TOLD);
        }
    }

    /** Whether there has been a problem in this message. */
    boolean any() {
        return any;
    }

    boolean has(int column) {
        return current[column] != null;
    }

    /**
     * The columns' next values are those of another row.
     *
     * @param place of the row in the message
     */
    void endRow(int[] columns, String place) {
        if (any) {
            for (int column : columns) {
                tell(column, place + ": ");
            }
        }
    }

    /** Another value of the same message begins. */
    void mark() {
        marked = told.size();
    }

    /** Forgets the rows that ended since the mark: their name was repeated. */
    void forgetRows() {
        told.subList(marked, told.size()).clear();
        if (told.isEmpty()) {
            firstColumn = -1;
            untold = 0;
        }
    }

    /** Forgets everything since the mark. */
    void forget() {
        forgetRows();
        Arrays.fill(current, null);
    }

    private void tell(int column, String place) {
        String problem = current[column];
        current[column] = null;
        if (problem == null || problem.equals(TOLD)) {
            return;
        }
        if (firstColumn < 0) {
            firstColumn = column;
            told.add(place + problem);
        } else if (told.size() < MOST_TOLD) {
            told.add("column '" + schema.column(column).name() + "': " + place + problem);
        } else {
            untold++;
        }
    }

    /** @throws BadRecordException when there is a problem; it tells of all */
    void throwIfAny() {
        if (!any) {
            return;
        }
        for (int column = 0; column < current.length; column++) {
            tell(column, "");
        }
        if (firstColumn >= 0) {
            String more = untold == 0 ? "" : "; and " + untold + " more";
            throw new BadRecordException(schema.column(firstColumn).name(), String.join("; ", told) + more);
        }
    }
}
