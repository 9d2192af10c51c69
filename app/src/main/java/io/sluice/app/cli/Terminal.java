package io.sluice.app.cli;

/** Whether a person looks on. */
final class Terminal {
    private Terminal() {}

    /** Standard error goes to a terminal: only the start script can tell, Java looks at input and output alone. */
    static boolean isWatched() {
        return "1".equals(System.getenv("SLUICE_TERMINAL"));
    }
}
