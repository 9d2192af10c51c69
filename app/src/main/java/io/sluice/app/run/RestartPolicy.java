package io.sluice.app.run;

import io.sluice.app.checkpoint.CheckpointException;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.app.sink.MissingRowsException;
import io.sluice.delta.TableMismatchException;
import io.sluice.delta.TablePathException;
import io.sluice.topology.BadRecordStopException;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Whether and when a query that has failed is started again. Retries count in a row: a query that has run for ten times the longest
 * pause has recovered, and begins to count anew. Not thread-safe.
 */
public final class RestartPolicy {
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final int RECOVERED_AFTER_PAUSES = 10;

    private final int maxRetries;
    private final Duration backoff;
    private int retries;

    /**
     * @param maxRetries how often in a row; 0 for never
     * @param backoff the pause before the first; each further one is twice as long, five minutes at most
     */
    public RestartPolicy(int maxRetries, Duration backoff) {
        this.maxRetries = maxRetries;
        this.backoff = backoff;
    }

    /**
     * What to do after a failure.
     *
     * @param ranFor how long the query had run, or tried to start
     * @return how long to wait for the next attempt; empty when there is none
     */
    public Optional<Duration> pauseAfter(Throwable failure, Duration ranFor) {
        if (ranFor.compareTo(pause(retries).multipliedBy(RECOVERED_AFTER_PAUSES)) >= 0) {
            retries = 0;
        }
        if (isFatal(failure) || retries >= maxRetries) {
            return Optional.empty();
        }
        retries++;
        return Optional.of(pause(retries));
    }

    /** How many attempts have been made since the query last ran well. */
    public int retries() {
        return retries;
    }

    private Duration pause(int retry) {
        Duration pause = backoff;
        for (int i = 1; i < retry && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(LONGEST_PAUSE) < 0 || backoff.compareTo(LONGEST_PAUSE) > 0 ? pause : LONGEST_PAUSE;
    }

    /** Whether the same would happen again: somebody has to change something first. */
    static boolean isFatal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error
                    || cause instanceof CheckpointException
                    || cause instanceof TableMismatchException
                    || cause instanceof TablePathException
                    || cause instanceof MissingRowsException
                    || cause instanceof DataLossException
                    || cause instanceof BadRecordStopException
                    || cause instanceof AuthenticationException
                    || cause instanceof AuthorizationException
                    || cause instanceof UnsupportedVersionException
                    || cause instanceof ShutdownTimeoutException
                    || cause instanceof QueryStartException) {
                return true;
            }
        }
        return false;
    }
}
