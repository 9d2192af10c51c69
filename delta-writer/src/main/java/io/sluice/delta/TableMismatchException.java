package io.sluice.delta;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** The table at the path, or one made as asked, cannot take the rows. Nothing was written. The message lists every difference. */
public final class TableMismatchException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient List<Difference> differences;

    /**
     * One thing that is in the way.
     *
     * @param place what it concerns: a column, a table property, the protocol
     * @param expected what the rows need
     * @param found what the table has
     * @param remedy what can be done about it
     */
    public record Difference(String place, String expected, String found, String remedy) {
        @Override
        public String toString() {
            return place + ": expected " + expected + ", found " + found + "; " + remedy;
        }
    }

    TableMismatchException(String table, List<Difference> differences) {
        super("table " + table + " cannot take the rows:\n"
                + differences.stream().map(each -> "  - " + each).collect(Collectors.joining("\n")));
        this.differences = List.copyOf(differences);
    }

    public List<Difference> differences() {
        return differences;
    }
}
