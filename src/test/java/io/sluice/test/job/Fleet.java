package io.sluice.test.job;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The instances by number, each with a checkpoint of its own. */
final class Fleet implements AutoCloseable {
    private final Job query;
    private final @Nullable ChildProcess[] processes;
    private final List<String> pauses = new ArrayList<>();

    Fleet(Job query, int most) {
        this.query = query;
        this.processes = new ChildProcess[most];
    }

    /** For each change, the longest time without a new version until it had settled. */
    List<String> pauses() {
        return pauses;
    }

    boolean runs(int instance) {
        return processes[instance] != null;
    }

    ChildProcess process(int instance) {
        return Objects.requireNonNull(processes[instance], () -> "instance " + instance + " does not run");
    }

    Path checkpoint(int instance) {
        return query.folder().toAbsolutePath().resolve("checkpoint-" + instance);
    }

    void start(int instance) {
        processes[instance] = query.with(
                        "checkpointLocation",
                        query.folder()
                                .toAbsolutePath()
                                .resolve("checkpoint-" + instance)
                                .toString())
                .start("instance-" + instance);
    }

    void kill(int instance) {
        process(instance).kill();
        processes[instance] = null;
    }

    void terminate(int instance) {
        process(instance).terminate();
        process(instance).awaitExit(0, Job.SOON);
        processes[instance] = null;
    }

    /** SIGTERM, also of one that is still starting: then it ends by the signal. */
    void end(int instance) {
        ChildProcess process = process(instance);
        process.terminate();
        int exit = process.awaitExit(Job.SOON);
        if (exit != 0 && exit != 128 + 15) {
            throw new AssertionError(process.describe("exit code " + exit + " after SIGTERM"));
        }
        processes[instance] = null;
    }

    void roll(int instance) {
        terminate(instance);
        start(instance);
    }

    /** Waits until the sink's group consists of these instances and a new version has come since; all processes must live on. */
    void awaitMembers(Topics topics, Feed feed, String after) {
        long[] last = {query.version(), System.nanoTime()};
        long[] longest = {0};
        long[] settledAt = {-1};
        Await.until(() -> describe(after), Job.SOON, () -> {
            assertAllAlive();
            feed.sendNowAndThen(2);
            long version = query.version();
            longest[0] = Math.max(longest[0], System.nanoTime() - last[1]);
            if (version > last[0]) {
                last[0] = version;
                last[1] = System.nanoTime();
            }
            if (settledAt[0] < 0 && areMembers(topics)) {
                settledAt[0] = version;
            }
            return settledAt[0] >= 0 && version > settledAt[0];
        });
        pauses.add(after + " " + Duration.ofNanos(longest[0]).toMillis() + " ms");
    }

    private boolean areMembers(Topics topics) {
        long running = Stream.of(processes).filter(Objects::nonNull).count();
        return Groups.stableMembers(topics, query.definition().name() + "-sink") == running;
    }

    /** None has ended by itself. */
    void assertAllAlive() {
        for (ChildProcess process : processes) {
            if (process != null && !process.isAlive()) {
                throw new AssertionError(process.describe("ended by itself"));
            }
        }
    }

    private String describe(String after) {
        StringBuilder text = new StringBuilder(after);
        for (ChildProcess process : processes) {
            if (process != null) {
                text.append('\n').append(process.describe("is one of them"));
            }
        }
        return text.toString();
    }

    void terminateAll() {
        for (ChildProcess process : processes) {
            if (process != null) {
                process.terminate();
            }
        }
        for (ChildProcess process : processes) {
            if (process != null) {
                process.awaitExit(0, Job.SOON);
            }
        }
    }

    @Override
    public void close() {
        for (ChildProcess process : processes) {
            if (process != null) {
                process.close();
            }
        }
    }
}
