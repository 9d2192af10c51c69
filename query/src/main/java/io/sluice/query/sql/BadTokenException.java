package io.sluice.query.sql;

/** A piece of the text that is no token. */
final class BadTokenException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient SqlProblem problem;

    BadTokenException(Position position, String message, String remedy) {
        super(message);
        this.problem = new SqlProblem(position.line(), position.column(), message, remedy);
    }

    SqlProblem problem() {
        return problem;
    }
}
