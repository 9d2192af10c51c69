package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measures how long readings wait when instances come, go and die, with either group protocol. No test of the build; run it by
 * {@code -Dtest=RebalanceTimes}. What is printed is the longest time from the sending of a reading to the commit of its offset.
 */
class RebalanceTimes {
    private static final int PARTITIONS = 4;
    private static final Duration QUIET = Duration.ofSeconds(5);
    /** Above the session timeout of both protocols. */
    private static final Duration LONG = Duration.ofSeconds(150);

    private static final BrokerProcess BROKER = BrokerProcess.shared();

    @TempDir
    private Path folder;

    private String query = "";
    private Topics topics = BROKER.topics();
    private final Deque<long[]> waiting = new ArrayDeque<>();

    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    void times(String protocol) {
        query = "rebalance-" + protocol;
        Job one = Job.readings(folder, BROKER, query)
                .with("kafka.session.timeout.ms", "45000")
                .with("streams.group.protocol", protocol);
        Job two = one.with(
                "checkpointLocation",
                folder.toAbsolutePath().resolve("checkpoint-2").toString());
        try (Topics clients = topics) {
            Feed feed = new Feed(clients, query + "-readings", PARTITIONS, 8, false, new Random(1));
            ChildProcess first = one.start("first");
            print(protocol, "first start", worst(feed, () -> true));
            first.terminate();
            first.awaitExit(0, Job.SOON);
            first = one.start("again");
            print(protocol, "start after an orderly end", worst(feed, () -> true));
            first.kill();
            first = one.start("after-kill");
            print(protocol, "start after SIGKILL", worst(feed, () -> true));
            ChildProcess second = two.start("second");
            print(protocol, "a second joins", worst(feed, () -> sharing(two)));
            second.terminate();
            print(protocol, "the second leaves", worst(feed, () -> !second.isAlive()));
            Damage.delete(two.checkpoint().resolve("progress.json"));
            ChildProcess third = two.start("second-again");
            print(protocol, "the second joins again", worst(feed, () -> sharing(two)));
            third.kill();
            print(protocol, "the second is killed for good", worst(feed, () -> true));
            first.terminate();
            first.awaitExit(0, Job.SOON);
            feed.closeAll();
            one.runToEnd("rest");
            assertThat(one.rows()).isEqualTo(feed.closed());
        }
    }

    /** Whether a commit of the second instance has been reported since it was started. */
    private static boolean sharing(Job second) {
        return Files.exists(second.checkpoint().resolve("progress.json"))
                && second.reports().size() > 0
                && second.progress().get("partitions").size() == PARTITIONS / 2;
    }

    private static void print(String protocol, String event, long millis) {
        System.out.printf("%-8s %-32s %6d ms%n", protocol, event, millis);
    }

    /** Sends on until nothing has waited for a while, and returns how long the slowest reading has waited. */
    private long worst(Feed feed, BooleanSupplier settled) {
        long[] worst = {0};
        long[] calmSince = {System.nanoTime()};
        Await.until("readings flow again", LONG, () -> {
            feed.sendNowAndThen(1);
            long now = System.nanoTime();
            if (waiting.isEmpty() || waiting.getLast()[0] != feed.sent()) {
                waiting.addLast(new long[] {feed.sent(), now});
            }
            // readings are spread evenly, so the slowest partition tells how far all are
            long committed = PARTITIONS * Groups.leastCommitted(topics, query, query + "-readings", PARTITIONS);
            while (!waiting.isEmpty() && waiting.getFirst()[0] <= committed) {
                long waited = now - waiting.removeFirst()[1];
                worst[0] = Math.max(worst[0], waited);
                calmSince[0] = waited > Duration.ofSeconds(1).toNanos() ? now : calmSince[0];
            }
            boolean late = !waiting.isEmpty()
                    && now - waiting.getFirst()[1] > Duration.ofSeconds(1).toNanos();
            calmSince[0] = late || !settled.getAsBoolean() ? now : calmSince[0];
            return now - calmSince[0] > QUIET.toNanos();
        });
        return Duration.ofNanos(worst[0]).toMillis();
    }
}
