package io.sluice.delta.commit;

import java.time.Duration;

/**
 * How often and how patiently a commit is tried.
 *
 * @param attempts how many failures end the call; an attempt is not a retry: 1 means none is made again
 * @param firstPause before the second attempt; doubled before each further one
 * @param longestPause what the pause never exceeds
 */
public record RetryPolicy(int attempts, Duration firstPause, Duration longestPause) {
    /** Six attempts with 6.2 seconds of pauses in all: rides out a hiccup, and reports an outage before a minute is over. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(6, Duration.ofMillis(200), Duration.ofSeconds(10));

    private static final int LONGEST_DOUBLING = 30;

    public RetryPolicy {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts = " + attempts + ": must be at least 1");
        }
        if (firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException("pauses = " + firstPause + " to " + longestPause
                    + ": must not be negative, and the longest not shorter than the first");
        }
    }

    /** @param failures so far, at least 1 */
    Duration pauseAfter(int failures) {
        Duration pause = firstPause.multipliedBy(1L << Math.min(failures - 1, LONGEST_DOUBLING));
        return pause.compareTo(longestPause) > 0 ? longestPause : pause;
    }
}
