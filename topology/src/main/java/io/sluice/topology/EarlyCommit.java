package io.sluice.topology;

import java.time.Duration;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Asks for a commit before Kafka Streams' interval is over: soon after something has come up that others wait for, and when the input
 * has paused. So the interval can be long, and a task that has much to read does not write its state over and over. Confined to one
 * stream thread.
 */
final class EarlyCommit {
    /** An input that brings nothing for so long, or up to twice that, has paused. */
    private static final long QUIET_MS = 100;

    private final ProcessorContext<?, ?> context;
    private final long pauseMs;
    private final Activity activity;
    private long committedMs;
    private boolean awaited;
    private boolean uncommitted;

    /** How commits are asked for, in all tasks of a topology. Thread-safe. */
    static final class Rule {
        private final Duration pause;
        private final ThreadLocal<Activity> activity = ThreadLocal.withInitial(Activity::new);

        /** @param pause the shortest time between two commits that are asked for because something waits for them */
        Rule(Duration pause) {
            this.pause = pause;
        }

        /** For the task that is being opened on this stream thread. It looks by itself until the task ends. */
        EarlyCommit begin(ProcessorContext<?, ?> context) {
            EarlyCommit commit = new EarlyCommit(context, pause.toMillis(), activity.get());
            context.schedule(Duration.ofMillis(QUIET_MS), PunctuationType.WALL_CLOCK_TIME, commit::look);
            return commit;
        }
    }

    /**
     * What the tasks of a stream thread share: a commit is of all of them. The task behind a shuffle has a pause after what each commit
     * has sent to it, and with a commit in each pause there would be no end of them.
     */
    private static final class Activity {
        long takenMs;
    }

    private EarlyCommit(ProcessorContext<?, ?> context, long pauseMs, Activity activity) {
        this.context = context;
        this.pauseMs = pauseMs;
        this.activity = activity;
    }

    /** @param awaits whether the records just taken in lead to something that others wait for */
    void taken(boolean awaits) {
        awaited |= awaits;
        uncommitted = true;
        activity.takenMs = context.currentSystemTimeMs();
        commitIfAwaited(activity.takenMs);
    }

    private void look(long nowMs) {
        // a clock that was set back makes the input look busy for as long, and then the interval counts
        if (uncommitted && nowMs - activity.takenMs >= QUIET_MS) {
            context.commit();
        } else {
            commitIfAwaited(nowMs);
        }
    }

    private void commitIfAwaited(long nowMs) {
        if (awaited && nowMs - committedMs >= pauseMs) {
            context.commit();
        }
    }

    /** A commit is being prepared. */
    void committing() {
        committedMs = context.currentSystemTimeMs();
        awaited = false;
        uncommitted = false;
    }
}
