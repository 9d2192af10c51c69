package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Message;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a query without a window around its commits, while messages keep coming, some of them bad. */
class AppendKillTest {
    private static final int KILLS = 4;
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final String TEXT = """
            name: %1$s
            kafka: {bootstrap.servers: "%2$s", session.timeout.ms: "6000"}
            sources:
              numbers:
                kafka: {topic: %1$s-numbers, startingOffsets: earliest}
                schema: {n: long}
            query: SELECT n FROM numbers WHERE MOD(n, 7) <> 0
            sink:
              delta: {path: "%3$s/table"}
            checkpointLocation: "%3$s/checkpoint"
            """;

    @TempDir
    private Path folder;

    private final List<Long> good = new ArrayList<>();
    private final List<String> bad = new ArrayList<>();
    private long sent;

    @Test
    void everyRowIsInTheTableOnceAndEveryDeadLetterInItsTopicOnce() {
        long seed = Long.getLong("sluice.kill.seed", new Random().nextLong());
        Random random = new Random(seed);
        String name = "kill-append";
        String topic = name + "-numbers";
        Job job = Job.ofText(folder, TEXT.formatted(name, BROKER.bootstrapServers(), folder.toAbsolutePath()));
        try (Topics topics = BROKER.topics()) {
            topics.create(topic, 3);
            for (int kill = 0; kill < KILLS; kill++) {
                killAtAVersion(job, topics, topic, random, "kill " + kill);
            }
            send(topics, topic, 100);
            job.runToEnd("after-kills");
            String story = "-Dsluice.kill.seed=" + seed;
            assertThat(job.rows().stream().map(row -> (Long) row.values().get(0)))
                    .as("rows, %s", story)
                    .containsExactlyInAnyOrderElementsOf(good);
            assertThat(topics.readCommitted(name + "-dead-letters").stream().map(Message::value))
                    .as("dead letters, %s", story)
                    .containsExactlyInAnyOrderElementsOf(bad);
        }
    }

    /** Kills at most 60 ms after a new version has appeared, or before it does: within the next commit and its dead letters. */
    private void killAtAVersion(Job job, Topics topics, String topic, Random random, String run) {
        long awaited = Math.max(1, job.version()) + 1 + random.nextInt(3);
        int pause = random.nextInt(60);
        send(topics, topic, 50);
        Path file = job.table().resolve("_delta_log").resolve("%020d.json".formatted(awaited));
        try (ChildProcess process = job.start(run)) {
            process.await("version " + awaited + " of the table", Job.SOON, () -> {
                send(topics, topic, 20);
                return Files.exists(file);
            });
            long seen = System.nanoTime();
            Await.until("some milliseconds", Job.SOON, () -> (System.nanoTime() - seen) / 1_000_000 >= pause);
            process.kill();
        }
    }

    /** Every tenth message is bad, and every seventh number is dropped by the query. */
    private void send(Topics topics, String topic, int count) {
        topics.send(topic, IntStream.range(0, count).mapToObj(i -> next()).toList());
    }

    private Message next() {
        long n = sent++;
        boolean broken = n % 10 == 9;
        String text = broken ? "{\"n\": \"x" + n + "\"}" : "{\"n\": " + n + "}";
        if (broken) {
            bad.add(text);
        } else if (n % 7 != 0) {
            good.add(n);
        }
        return Message.of(null, text, Instant.now()).toPartition((int) (n % 3));
    }
}
