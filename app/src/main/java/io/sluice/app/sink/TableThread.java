package io.sluice.app.sink;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The one thread that talks to the table, so that slow storage never holds up the thread that polls. */
final class TableThread {
    private static final long IDLE = 0;

    private final LongSupplier nanoTime;
    private volatile long begunNanos = IDLE;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "sluice-table"));

    TableThread() {
        this(System::nanoTime);
    }

    TableThread(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** For how long the table has been at what it was asked last; zero when it has answered everything. Any thread may ask. */
    Duration busyFor() {
        long begun = begunNanos;
        return begun == IDLE ? Duration.ZERO : Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - begun));
    }

    /** Runs after all that was asked before; whatever is thrown, errors too, is in the result. */
    <T> CompletableFuture<T> ask(Callable<T> work) {
        Task<T> task = new Task<>(() -> timed(work), new CompletableFuture<>());
        thread.execute(task);
        return task.result;
    }

    private <T> T timed(Callable<T> work) throws Exception {
        long now = nanoTime.getAsLong();
        begunNanos = now == IDLE ? 1 : now;
        try {
            return work.call();
        } finally {
            begunNanos = IDLE;
        }
    }

    private record Task<T>(Callable<T> work, CompletableFuture<T> result) implements Runnable {
        @Override
        public void run() {
            try {
                result.complete(work.call());
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        }
    }

    /** Waits for the answer and throws what the work threw. */
    static <T> T answer(CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (failure.getCause() instanceof Error cause) {
                throw cause;
            }
            throw failure;
        }
    }

    /** Takes no more work and waits for what is under way; false when it goes on beyond the timeout. */
    boolean stop(Duration timeout) throws InterruptedException {
        thread.shutdown();
        return thread.awaitTermination(Math.max(0, timeout.toMillis()), TimeUnit.MILLISECONDS);
    }

    /** Interrupts what is under way; what was not begun fails, so that nobody waits for it. */
    void interrupt() {
        for (Runnable task : thread.shutdownNow()) {
            ((Task<?>) task).result.completeExceptionally(new CancellationException("not begun"));
        }
    }
}
