package io.sluice.topology.ledger;

import io.sluice.query.plan.Window;

/** The window of the row that was looked at last, which most likely is also that of the next. Confined to one stream thread. */
final class RecentWindow {
    private final Window window;
    private long start;
    /** Empty at first. */
    private long end;

    RecentWindow(Window window) {
        this.window = window;
    }

    /** Start of the window of an instant. */
    long startOf(long instant) {
        find(instant);
        return start;
    }

    /** End of the window of an instant, exclusive. */
    long endOf(long instant) {
        find(instant);
        return end;
    }

    private void find(long instant) {
        if (instant < start || instant >= end) {
            start = window.startOf(instant);
            end = window.endOf(start);
        }
    }
}
