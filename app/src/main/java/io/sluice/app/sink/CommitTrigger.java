package io.sluice.app.sink;

import java.time.Duration;
import java.time.Instant;

/** When the sink stage commits what it has read. Pure: the time is given. */
public sealed interface CommitTrigger {

    /** Whether a commit is due, given rows to commit and none in flight. */
    boolean isDue(Instant now);

    /** A commit was started. */
    default void started(Instant now) {}

    /** As soon as there are rows; while a commit is under way the next rows gather. */
    record AsSoonAsPossible() implements CommitTrigger {
        @Override
        public boolean isDue(Instant now) {
            return true;
        }
    }

    /** Only when the run is about to end, or the buffer is full: as few versions of the table as memory permits. */
    record AtTheEnd() implements CommitTrigger {
        @Override
        public boolean isDue(Instant now) {
            return false;
        }
    }

    /**
     * Once per interval, at multiples of the interval since the epoch: every minute means on the minute. When a commit takes
     * longer than the interval, the next one waits for the next multiple, as in Structured Streaming.
     */
    final class EveryInterval implements CommitTrigger {
        private final long intervalMs;
        private long nextMs;

        /**
         * @param interval 1 ms or more
         * @param start the first commit is due at the first multiple after it
         */
        public EveryInterval(Duration interval, Instant start) {
            this.intervalMs = interval.toMillis();
            if (intervalMs < 1) {
                throw new IllegalArgumentException("trigger.processingTime = " + interval + ": must be 1 ms or more");
            }
            this.nextMs = after(start);
        }

        @Override
        public boolean isDue(Instant now) {
            long nowMs = now.toEpochMilli();
            // more than an interval away: the clock was set back, and would have to make that up before anything is
            // committed
            return nowMs >= nextMs || nowMs < nextMs - intervalMs;
        }

        @Override
        public void started(Instant now) {
            nextMs = after(now);
        }

        private long after(Instant now) {
            return (Math.floorDiv(now.toEpochMilli(), intervalMs) + 1) * intervalMs;
        }
    }
}
