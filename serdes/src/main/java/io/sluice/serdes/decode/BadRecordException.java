package io.sluice.serdes.decode;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message that is no row of its schema. It has no stack trace: it is made per bad record and names no line a user could mend. */
public final class BadRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String column;
    private final String reason;

    /** A message that is wrong as a whole. */
    public BadRecordException(String reason) {
        super(reason, null, false, false);
        this.column = null;
        this.reason = reason;
    }

    /** A message that is wrong in a column; when in several, {@code column} is the first and the reason tells of all. */
    public BadRecordException(String column, String reason) {
        super("column '" + column + "': " + reason, null, false, false);
        this.column = column;
        this.reason = reason;
    }

    /** The first column that is wrong; empty when the message is wrong as a whole. */
    public Optional<String> column() {
        return Optional.ofNullable(column);
    }

    /** What is wrong and what would be right. */
    public String reason() {
        return reason;
    }
}
