package io.sluice.app.progress;

/** Lengths of time as people say them. */
final class Durations {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Durations() {}

    static String inWords(long seconds) {
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        }
        if (seconds < 2 * HOUR) {
            return Math.round(seconds / (double) MINUTE) + " min";
        }
        return seconds < 2 * DAY
                ? Math.round(seconds / (double) HOUR) + " h"
                : Math.round(seconds / (double) DAY) + " d";
    }
}
