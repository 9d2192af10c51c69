package io.sluice.app.run;

/** There was something to read or to write and nothing moved for long, and the query is set to end then. */
public final class StalledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StalledException(String reason) {
        super(reason + "; the query ends because health.stopWhenStalled is set");
    }
}
