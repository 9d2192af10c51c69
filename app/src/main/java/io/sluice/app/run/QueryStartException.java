package io.sluice.app.run;

/** A query that cannot start as things are. The message names what is wrong and what to do; nothing was read or written. */
public final class QueryStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    QueryStartException(String message) {
        super(message);
    }

    QueryStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
