package io.sluice.app.cli;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Whether a person looks on. */
final class Terminal {
    private static final int USUAL_COLUMNS = 80;

    private Terminal() {}

    /** Standard error goes to a terminal: only the start script can tell, Java looks at input and output alone. */
    static boolean isWatched() {
        return System.getenv("SLUICE_TERMINAL") != null;
    }

    /** Its width, as the start script found it. */
    static int columns() {
        return columns(System.getenv("SLUICE_TERMINAL"));
    }

    /** The width of standard output where that is a terminal, and not a file or another program; the start script tells that, too. */
    static OptionalInt width() {
        String columns = System.getenv("SLUICE_OUTPUT");
        return columns == null ? OptionalInt.empty() : OptionalInt.of(columns(columns));
    }

    private static int columns(@Nullable String columns) {
        return columns != null && columns.matches("[1-9]\\d{1,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS;
    }

    /** How this program was called, for commands to copy. */
    static String command() {
        String called = System.getenv("SLUICE_COMMAND");
        return called == null ? "sluice" : quoted(called);
    }

    /** A word as a shell takes it. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
