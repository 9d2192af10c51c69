package io.sluice.topology;

import java.util.Optional;

/** The query stops at what it cannot use, as {@link BadRecords#FAIL} wants it. The next run would stop there again. */
public final class BadRecordStopException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String WAYS_OUT =
            " badRecords = fail stops the query here: nothing from this place on is read or committed. Mend the query file so that it can"
                    + " be used, or set badRecords to deadLetter, which keeps it apart with its reason, or to toNull, which takes null for"
                    + " a column that cannot be read; then start again";

    private BadRecordStopException(String message) {
        super(message + ";" + WAYS_OUT);
    }

    static BadRecordStopException at(Origin record, Rejection rejection) {
        return new BadRecordStopException("topic " + record.topic() + ", partition " + record.partition() + ", offset "
                + record.offset() + ": "
                + rejection.column().map(column -> "column '" + column + "': ").orElse("") + rejection.reason());
    }

    /** @param aggregate the group of a closed window, as JSON */
    static BadRecordStopException atWindow(String aggregate, Optional<Origin> closedBy, String reason) {
        return new BadRecordStopException("the closed window " + aggregate + " has no result: " + reason
                + closedBy.map(record -> " (it was closed by topic " + record.topic() + ", partition "
                                + record.partition() + ", offset " + record.offset() + ")")
                        .orElse(""));
    }
}
