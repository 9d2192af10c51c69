package io.sluice.app.cli;

import io.sluice.app.run.StreamingQuery;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run in order when the process is asked to end, and sees to the exit code, which otherwise tells of the signal. Thread-safe.
 */
final class EndOnSignal {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final IntConsumer halt;
    private @Nullable StreamingQuery query;
    private final CountDownLatch asked = new CountDownLatch(1);
    private ExitCode code = ExitCode.SUCCESS;

    /** @param halt ends the process at once with a code */
    EndOnSignal(IntConsumer halt) {
        this.halt = halt;
    }

    static EndOnSignal install() {
        EndOnSignal installed = new EndOnSignal(Runtime.getRuntime()::halt);
        Runtime.getRuntime().addShutdownHook(new Thread(installed::end, "sluice-signal"));
        return installed;
    }

    /** From now on there is something to end in order. */
    synchronized void started(StreamingQuery running) {
        query = running;
    }

    /** All that was to be done and said is; a process that was asked to end does so with that code. */
    void ended(ExitCode with) {
        synchronized (this) {
            code = with;
        }
        ended.countDown();
    }

    /** Whether the process is asked to end; what breaks from then on is no failure. */
    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits, and returns whether the process is asked to end. */
    boolean awaitAsk(Duration time) throws InterruptedException {
        return asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized @Nullable StreamingQuery running() {
        return query;
    }

    /** Ends the process with the run's own exit code when a signal ended it; one that ends by itself has its code. */
    void end() {
        if (ended.getCount() == 0) {
            // other hooks have their turn: the exit that runs them all carries the code
            return;
        }
        asked.countDown();
        StreamingQuery running = running();
        try {
            if (running != null) {
                running.requestStop();
                // awaitTermination keeps shutdownTimeout; beyond it there is nothing left to wait for
                ended.await(10, TimeUnit.MINUTES);
            }
            // a start has done nothing yet that a kill could harm, and may be waiting for a broker
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        halt.accept(result().code());
    }

    private synchronized ExitCode result() {
        return code;
    }
}
