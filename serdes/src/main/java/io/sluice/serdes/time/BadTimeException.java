package io.sluice.serdes.time;

/** A text that is no timestamp or no date. It has no stack trace: it can be made once per record of a stream. */
public final class BadTimeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 64;

    private final String reason;

    BadTimeException(CharSequence text, String kind, String reason) {
        super("'" + shown(text) + "' is no " + kind + ": " + reason, null, false, false);
        this.reason = reason;
    }

    /** What is wrong and what would be right, without the text itself. */
    public String reason() {
        return reason;
    }

    private static String shown(CharSequence text) {
        return text.length() <= SHOWN ? text.toString() : text.subSequence(0, SHOWN) + "...";
    }
}
