package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Looks at the processor time of a query's stream threads until its process ends, since Linux forgets it then. */
final class StreamThreads {
    private static final long LOOK_MS = 20;

    private final Map<Path, Double> seconds = new HashMap<>();
    private final String query;
    private final Thread thread;

    private StreamThreads(Process process, String query) {
        this.query = query;
        thread = new Thread(() -> look(process), "stream threads of " + process.pid());
        thread.setDaemon(true);
    }

    /** @param query its name, which is how the threads' names begin; of those Linux keeps 15 letters */
    static StreamThreads watch(Process process, String query) {
        StreamThreads watched = new StreamThreads(process, query);
        watched.thread.start();
        return watched;
    }

    private void look(Process process) {
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        try {
            while (process.isAlive()) {
                lookAt(tasks);
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAt(Path tasks) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path task : threads) {
                if (Files.readString(task.resolve("comm")).startsWith(query + "-")) {
                    seconds.put(task, ProcessFacts.cpuSeconds(task.resolve("stat")));
                }
            }
        } catch (IOException | DirectoryIteratorException ended) {
            // a thread or the process has ended meanwhile; what was seen of it before counts
        }
    }

    /** Of all of them together, when the process has ended. */
    double cpuSeconds() throws InterruptedException {
        thread.join();
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
