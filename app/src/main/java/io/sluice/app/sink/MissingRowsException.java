package io.sluice.app.sink;

/** The table does not hold what was committed to it, or the closed-windows topic no longer holds what the table lacks. */
public final class MissingRowsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingRowsException(String message) {
        super(message);
    }

    /** @param told positions of rows that were committed to a table that is not there */
    public static MissingRowsException noTable(String table, String told) {
        return new MissingRowsException("table " + table
                + ": there is none, or one that has never heard of this query, and rows of" + " it were committed: "
                + told + ". The table was deleted or replaced. " + PartitionStart.WAYS_OUT);
    }

    MissingRowsException(String message, Throwable cause) {
        super(message, cause);
    }
}
