package io.sluice.app.window;

/** The question cannot be answered in full right now: the query starts, or partitions are on the move. Ask again in a second. */
public final class WindowsMovingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WindowsMovingException(String message) {
        super(message, null, false, false);
    }
}
