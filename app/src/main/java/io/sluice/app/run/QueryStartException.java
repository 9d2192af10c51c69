package io.sluice.app.run;

/** A query that cannot start as things are. The message names what is wrong and what to do; nothing was read or written. */
public final class QueryStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What stands in the way. */
    public enum Subject {
        KAFKA,
        CHECKPOINT,
        SETTINGS
    }

    private final Subject subject;

    QueryStartException(Subject subject, String message) {
        super(message);
        this.subject = subject;
    }

    public QueryStartException(Subject subject, String message, Throwable cause) {
        super(message, cause);
        this.subject = subject;
    }

    public Subject subject() {
        return subject;
    }
}
