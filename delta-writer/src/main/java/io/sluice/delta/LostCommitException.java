package io.sluice.delta;

import java.io.Serial;

/** The table has been set back behind rows that were committed to it, while its log still says that they are there. */
public final class LostCommitException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    LostCommitException(String table, String what) {
        super("table " + table + ": " + what);
    }
}
