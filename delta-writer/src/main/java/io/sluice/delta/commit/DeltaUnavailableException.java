package io.sluice.delta.commit;

import java.io.Serial;
import java.time.Duration;

/**
 * The table could not be read or written. Nothing is lost by it: no row is in the table twice or half, and the same call may be
 * made again at any later time, which then also finds out whether a commit took effect after all. When the thread was
 * interrupted, its interrupt flag is set.
 */
public final class DeltaUnavailableException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int attempts;
    private final Duration spent;

    /**
     * @param task what was to be done, as in "could not be written"
     * @param attempts how many were made
     * @param spent time from the first attempt to the end of the last
     */
    public DeltaUnavailableException(String table, String task, int attempts, Duration spent, Throwable cause) {
        super(
                "table " + table + ": " + task + " (" + (attempts == 1 ? "1 attempt" : attempts + " attempts") + " in "
                        + seconds(spent) + "): " + StorageFailure.describe(cause),
                cause);
        this.attempts = attempts;
        this.spent = spent;
    }

    public int attempts() {
        return attempts;
    }

    public Duration spent() {
        return spent;
    }

    private static String seconds(Duration spent) {
        return spent.toMillis() / 1000 + "." + spent.toMillis() % 1000 / 100 + " s";
    }
}
