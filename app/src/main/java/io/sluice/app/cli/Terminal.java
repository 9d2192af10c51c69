package io.sluice.app.cli;

/** Whether a person looks on. */
final class Terminal {
    private Terminal() {}

    /** Standard error goes to a terminal: only the start script can tell, Java looks at input and output alone. */
    static boolean isWatched() {
        return "1".equals(System.getenv("SLUICE_TERMINAL"));
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
