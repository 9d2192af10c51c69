package io.sluice.app.window;

import java.util.List;
import java.util.Optional;

/**
 * Which groups of open windows are asked for: those that fulfil every condition.
 *
 * @param windowStart of one window, in microseconds since 1970-01-01T00:00Z; empty for all windows
 * @param conditions on the group-by columns
 * @param after the cursor of the last row of the page before; empty for the first page
 * @param limit how many rows at most, 1 to {@link #MOST_ROWS}
 */
public record WindowQuestion(
        Optional<Long> windowStart, List<Condition> conditions, Optional<Cursor> after, int limit) {
    public static final int MOST_ROWS = 1_000;

    public WindowQuestion {
        conditions = List.copyOf(conditions);
        if (limit < 1 || limit > MOST_ROWS) {
            throw new IllegalArgumentException("limit = " + limit + ": must be from 1 to " + MOST_ROWS);
        }
    }

    /** How a column's value has to compare. A null fulfils no condition. */
    public enum Comparison {
        EQUAL,
        /** At least. */
        FROM,
        /** Less than. */
        TO
    }

    /**
     * @param column name of a group-by column, in any case
     * @param value as text: numbers and truths as in JSON, times in ISO-8601, binary in base64
     */
    public record Condition(String column, Comparison comparison, String value) {}

    /** All groups of all open windows. */
    public static WindowQuestion all(int limit) {
        return new WindowQuestion(Optional.empty(), List.of(), Optional.empty(), limit);
    }

    /** The next page of the same. */
    public WindowQuestion after(Cursor last) {
        return new WindowQuestion(windowStart, conditions, Optional.of(last), limit);
    }
}
