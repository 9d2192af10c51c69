package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.Await;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three instances of one query; one is killed, one is added, all are rolled one by one; readings keep coming all the time. */
class ScaleOutTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final int PARTITIONS = 6;

    @TempDir
    private Path folder;

    @Test
    void instancesThatComeAndGoWriteTheRowsOfOne() {
        Job query = Job.shuffledReadings(folder, BROKER, "scale");
        try (Topics topics = BROKER.topics();
                Fleet fleet = new Fleet(query)) {
            Feed feed = new Feed(topics, "scale-readings", PARTITIONS, 12, true, new Random(31));
            feed.send(30);
            for (int instance = 0; instance < 3; instance++) {
                fleet.start(instance);
            }
            fleet.awaitMembers(topics, feed, "three started");
            fleet.kill(2);
            fleet.awaitMembers(topics, feed, "one killed");
            fleet.start(3);
            fleet.awaitMembers(topics, feed, "one added");
            for (int instance : new int[] {0, 1, 3}) {
                fleet.roll(instance);
                fleet.awaitMembers(topics, feed, "instance " + instance + " rolled");
            }
            feed.closeAll();
            Await.until("all rows", Job.SOON, () -> query.rows().equals(feed.closed()));
            fleet.terminateAll();
            assertThat(query.rows()).isEqualTo(feed.closed());
            System.out.println("scale-out, longest time without a new version: " + fleet.pauses);
        }
    }

    /** The instances by number, each with a checkpoint of its own. */
    private static final class Fleet implements AutoCloseable {
        private final Job query;
        private final ChildProcess[] processes = new ChildProcess[4];
        private final List<String> pauses = new ArrayList<>();

        Fleet(Job query) {
            this.query = query;
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
            processes[instance].kill();
            processes[instance] = null;
        }

        void roll(int instance) {
            processes[instance].terminate();
            processes[instance].awaitExit(0, Job.SOON);
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

        private void assertAllAlive() {
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
}
