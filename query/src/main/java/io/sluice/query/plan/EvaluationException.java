package io.sluice.query.plan;

/** A row for which an expression has no value. The message says which expression, which values and why; the row is a bad record. */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EvaluationException(String message) {
        // no stack trace: it is made per bad record and names no line a user could mend
        super(message, null, false, false);
    }
}
