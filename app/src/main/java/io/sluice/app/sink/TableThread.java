package io.sluice.app.sink;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The one thread that talks to the table, so that slow storage never holds up the thread that polls. */
final class TableThread {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "sluice-table"));

    /** Runs after all that was asked before; whatever is thrown, errors too, is in the result. */
    <T> CompletableFuture<T> ask(Callable<T> work) {
        Task<T> task = new Task<>(work, new CompletableFuture<>());
        thread.execute(task);
        return task.result;
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
