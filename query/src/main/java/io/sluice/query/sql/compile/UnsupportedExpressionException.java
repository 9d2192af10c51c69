package io.sluice.query.sql.compile;

/** A query uses a construct that the expression compiler does not have. The message names it, the remedy says the way out. */
public final class UnsupportedExpressionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    public UnsupportedExpressionException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
