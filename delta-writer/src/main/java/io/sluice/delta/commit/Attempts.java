package io.sluice.delta.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the failures of one call against its policy, and waits between attempts. Confined to one thread. */
final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final String table;
    private final RetryPolicy policy;
    private final InstantSource clock;
    private final Pause pause;
    private final Instant start;
    private int failures;

    /** @param table name for messages */
    Attempts(String table, RetryPolicy policy, InstantSource clock, Pause pause) {
        this.table = table;
        this.policy = policy;
        this.clock = clock;
        this.pause = pause;
        this.start = clock.instant();
    }

    void failed(Throwable failure) {
        failures++;
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt(); // whoever threw it has cleared the flag
        }
        LOG.warn(
                "table {}: attempt {} of {} failed: {}",
                table,
                failures,
                policy.attempts(),
                StorageFailure.describe(failure));
        LOG.debug("table {}: attempt {} of {} failed", table, failures, policy.attempts(), failure);
    }

    boolean areUsedUp() {
        return failures >= policy.attempts();
    }

    /** @throws DeltaUnavailableException when the thread was interrupted, before or meanwhile; the flag stays set */
    void pauseAfter(Throwable failure) {
        try {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            pause.of(policy.pauseAfter(failures));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            DeltaUnavailableException stopped = unavailable("reading or writing was interrupted", failure);
            stopped.addSuppressed(interrupted);
            throw stopped;
        }
    }

    /** @param task what was to be done, as in "could not be written" */
    DeltaUnavailableException unavailable(String task, Throwable failure) {
        return new DeltaUnavailableException(table, task, failures, Duration.between(start, clock.instant()), failure);
    }
}
