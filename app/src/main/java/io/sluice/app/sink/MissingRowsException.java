package io.sluice.app.sink;

/** The table does not hold what was committed to it, or the closed-windows topic no longer holds what the table lacks. */
public final class MissingRowsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingRowsException(String message) {
        super(message);
    }

    MissingRowsException(String message, Throwable cause) {
        super(message, cause);
    }
}
