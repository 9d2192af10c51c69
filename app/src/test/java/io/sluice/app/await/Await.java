package io.sluice.app.await;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for something that another thread or process does. The one place in the tests where time is let pass. */
public final class Await {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Await() {}

    /**
     * Returns as soon as the condition holds; it is asked about every 20 ms, and once more after the deadline.
     *
     * @param what completes the sentence "not within 30 seconds: ..."
     * @throws AssertionError when it does not hold within the deadline, or the thread is interrupted
     */
    public static void until(String what, Duration deadline, BooleanSupplier condition) {
        until(() -> what, deadline, condition);
    }

    /** As {@link #until(String, Duration, BooleanSupplier)}, with a text made only when it is needed, so that it can tell the state reached. */
    public static void until(Supplier<String> what, Duration deadline, BooleanSupplier condition) {
        long end = System.nanoTime() + deadline.toNanos();
        boolean lastTry = false;
        while (!condition.getAsBoolean()) {
            if (lastTry) {
                throw new AssertionError("not within " + deadline.toMillis() / 1000.0 + " seconds: " + what.get());
            }
            pause(what);
            lastTry = System.nanoTime() - end >= 0;
        }
    }

    /** Returns the value as soon as there is one; else as {@link #until(String, Duration, BooleanSupplier)}. */
    public static <T> T value(String what, Duration deadline, Supplier<Optional<T>> source) {
        Poll<T> poll = new Poll<>(source);
        until(what, deadline, poll);
        return poll.last.orElseThrow();
    }

    private static void pause(Supplier<String> what) {
        LockSupport.parkNanos(STEP_NANOS);
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("interrupted while waiting for: " + what.get());
        }
    }

    private static final class Poll<T> implements BooleanSupplier {
        private final Supplier<Optional<T>> source;
        private Optional<T> last = Optional.empty();

        Poll(Supplier<Optional<T>> source) {
            this.source = source;
        }

        @Override
        public boolean getAsBoolean() {
            last = source.get();
            return last.isPresent();
        }
    }
}
