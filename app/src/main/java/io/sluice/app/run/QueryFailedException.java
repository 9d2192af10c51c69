package io.sluice.app.run;

/** A running query ended by an error. The cause is what a stream thread or the sink stage met. */
public final class QueryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    QueryFailedException(String query, Throwable cause) {
        super("query " + query + " failed: " + cause.getMessage(), cause);
    }
}
