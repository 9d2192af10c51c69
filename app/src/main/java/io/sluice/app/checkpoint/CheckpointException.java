package io.sluice.app.checkpoint;

/** The checkpoint cannot be used: in use, unreadable, or of another query. The message says which, where and what to do. */
public final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CheckpointException(String message) {
        super(message);
    }

    public CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
