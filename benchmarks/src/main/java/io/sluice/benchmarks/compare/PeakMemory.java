package io.sluice.benchmarks.compare;

import java.util.concurrent.atomic.AtomicLong;

/** Looks at a process's memory until it ends: Linux keeps the largest value as long as the process lives, and no longer. */
final class PeakMemory {
    private static final long LOOK_MS = 20;

    private final AtomicLong mebibytes = new AtomicLong();
    private final Thread thread;

    private PeakMemory(Process process) {
        thread = new Thread(() -> look(process), "memory of " + process.pid());
        thread.setDaemon(true);
    }

    static PeakMemory watch(Process process) {
        PeakMemory watched = new PeakMemory(process);
        watched.thread.start();
        return watched;
    }

    private void look(Process process) {
        try {
            while (process.isAlive()) {
                mebibytes.accumulateAndGet(ProcessFacts.peakMebibytes(process.pid()), Math::max);
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long mebibytes() throws InterruptedException {
        thread.join();
        return mebibytes.get();
    }
}
