package io.sluice.topology;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Asks for a commit before Kafka Streams' interval is over: soon after something has come up that others wait for, and when the input
 * has paused. So the interval can be long, and a task that has much to read does not write its state over and over. Where reading
 * ends by itself, what is read may wait longer the more there is to write each time: with a million groups that change all the time,
 * each commit writes them all. Confined to one stream thread.
 */
final class EarlyCommit {
    /** An input that brings nothing for so long, or up to twice that, has paused. */
    private static final long QUIET_MS = 100;

    /** Where reading ends by itself, writing may take about this part of the time: one in so many. */
    private static final int WRITING_PART = 5;

    private final ProcessorContext<?, ?> context;
    private final Rule rule;
    private final Activity activity;
    private final long end;
    private long committedMs;
    private boolean awaited;
    private boolean uncommitted;
    private boolean reading;

    /** How commits are asked for, in all tasks of a topology. Thread-safe. */
    static final class Rule {
        private final long pauseMs;
        private final boolean readingEnds;
        private final LongSupplier clockMs;
        private final ThreadLocal<Activity> activity = ThreadLocal.withInitial(Activity::new);

        /**
         * @param pause the shortest time between two commits that are asked for because something waits for them
         * @param readingEnds whether the run ends by itself: nobody looks at what it has not committed yet
         */
        Rule(Duration pause, boolean readingEnds) {
            // a task's own clock stands still while it writes, and while it processes a record, which is a whole poll
            this(pause, readingEnds, () -> System.nanoTime() / 1_000_000);
        }

        /** @param clockMs steady, in milliseconds */
        Rule(Duration pause, boolean readingEnds, LongSupplier clockMs) {
            this.pauseMs = pause.toMillis();
            this.readingEnds = readingEnds;
            this.clockMs = clockMs;
        }

        /** For a task that is being opened on this stream thread and reads for ever. It looks by itself until the task ends. */
        EarlyCommit begin(ProcessorContext<?, ?> context) {
            return begin(context, 0, Long.MAX_VALUE);
        }

        /**
         * The same for one that reads up to an end.
         *
         * @param position where it is, in its input
         * @param end the first offset that it does not read
         */
        EarlyCommit begin(ProcessorContext<?, ?> context, long position, long end) {
            EarlyCommit commit = new EarlyCommit(context, this, activity.get(), position, end);
            context.schedule(Duration.ofMillis(QUIET_MS), PunctuationType.WALL_CLOCK_TIME, now -> commit.look());
            return commit;
        }
    }

    /**
     * What the tasks of a stream thread share: a commit is of all of them. The task behind a shuffle has a pause after what each commit
     * has sent to it, and with a commit in each pause there would be no end of them.
     */
    private static final class Activity {
        long takenMs;
        boolean takenSinceCommit;
        /** How long the tasks wrote at the last commit. */
        long writtenMs;
        /** Tasks that have not read to their end. */
        int reading;
    }

    private EarlyCommit(ProcessorContext<?, ?> context, Rule rule, Activity activity, long position, long end) {
        this.context = context;
        this.rule = rule;
        this.activity = activity;
        this.end = end;
        this.committedMs = rule.clockMs.getAsLong();
        if (end < Long.MAX_VALUE && position < end) {
            reading = true;
            activity.reading++;
        }
    }

    /** @param awaits whether the records just taken in lead to something that others wait for */
    void taken(boolean awaits) {
        awaited |= awaits;
        uncommitted = true;
        activity.takenMs = rule.clockMs.getAsLong();
        activity.takenSinceCommit = true;
        commitIfDue(activity.takenMs);
    }

    /**
     * The same of a task that reads up to an end. The last one of its thread that gets there asks at once: nothing more will come.
     *
     * @param position where it is now
     */
    void taken(boolean awaits, long position) {
        taken(awaits);
        if (reading && position >= end) {
            reading = false;
            activity.reading--;
            if (activity.reading == 0) {
                context.commit();
            }
        }
    }

    private void look() {
        long nowMs = rule.clockMs.getAsLong();
        if (uncommitted && nowMs - activity.takenMs >= QUIET_MS) {
            context.commit();
        } else {
            commitIfDue(nowMs);
        }
    }

    private void commitIfDue(long nowMs) {
        if ((awaited || (rule.readingEnds && uncommitted)) && nowMs - committedMs >= pauseMs()) {
            context.commit();
        }
    }

    private long pauseMs() {
        return rule.readingEnds ? Math.max(rule.pauseMs, WRITING_PART * activity.writtenMs) : rule.pauseMs;
    }

    /**
     * A commit is being prepared.
     *
     * @param write writes what has changed
     */
    void committing(Runnable write) {
        if (activity.takenSinceCommit) {
            // the first task of this commit
            activity.takenSinceCommit = false;
            activity.writtenMs = 0;
        }
        long startMs = rule.clockMs.getAsLong();
        write.run();
        committedMs = rule.clockMs.getAsLong();
        if (uncommitted) {
            activity.writtenMs += committedMs - startMs;
        }
        awaited = false;
        uncommitted = false;
    }

    /** The task is being closed, on its thread. */
    void close() {
        if (reading) {
            reading = false;
            activity.reading--;
        }
    }
}
