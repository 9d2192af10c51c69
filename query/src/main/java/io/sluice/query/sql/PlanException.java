package io.sluice.query.sql;

/** A checked query that has no plan; the message says why and the remedy what to change. */
final class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /** Whether it is about the window, whose place is then the place of the problem. */
    private final boolean aboutWindow;

    PlanException(String message, String remedy) {
        this(message, remedy, false);
    }

    private PlanException(String message, String remedy, boolean aboutWindow) {
        super(message);
        this.remedy = remedy;
        this.aboutWindow = aboutWindow;
    }

    static PlanException aboutWindow(String message, String remedy) {
        return new PlanException(message, remedy, true);
    }

    String remedy() {
        return remedy;
    }

    boolean isAboutWindow() {
        return aboutWindow;
    }
}
