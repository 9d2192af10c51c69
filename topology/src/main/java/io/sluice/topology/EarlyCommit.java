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
    private static final Duration QUIET = Duration.ofMillis(100);

    private final ProcessorContext<?, ?> context;
    private final long pauseMs;
    private long committedMs;
    private boolean awaited;
    private boolean uncommitted;
    private boolean quiet;

    /** @param pause the shortest time between two commits, as far as they depend on this */
    EarlyCommit(ProcessorContext<?, ?> context, Duration pause) {
        this.context = context;
        this.pauseMs = pause.toMillis();
    }

    /** The schedule ends with the task. */
    void begin() {
        context.schedule(QUIET, PunctuationType.WALL_CLOCK_TIME, this::look);
    }

    /** @param awaits whether the records just taken in lead to something that others wait for */
    void taken(boolean awaits) {
        awaited |= awaits;
        uncommitted = true;
        quiet = false;
        commitIfAwaited(context.currentSystemTimeMs());
    }

    private void look(long nowMs) {
        if (uncommitted && quiet) {
            context.commit();
        } else {
            commitIfAwaited(nowMs);
        }
        quiet = true;
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
