package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Up to four instances to which things happen at random: they are killed, stand still, are ended, started, lose their checkpoint, and
 * so is the broker killed. Run with {@code -Dsluice.chaos.seed=N} to repeat the order of events, and with
 * {@code -Dsluice.chaos.events=N} for more of them.
 */
@Tag("long")
class ChaosTest {
    private static final int INSTANCES = 4;
    private static final Duration ALL_ROWS = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyClosedWindowIsInTheTableOnceWhateverHappens(boolean shuffled) {
        long seed = Long.getLong("sluice.chaos.seed", new Random().nextLong());
        Random random = new Random(seed);
        List<String> story = new ArrayList<>(List.of("-Dsluice.chaos.seed=" + seed));
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("broker"));
                Topics topics = broker.topics()) {
            Path jobs = folder.resolve("job");
            Job job = shuffled ? Job.shuffledReadings(jobs, broker, "chaos") : Job.readings(jobs, broker, "chaos");
            try (Fleet fleet = new Fleet(job, INSTANCES)) {
                Feed feed = new Feed(topics, "chaos-readings", 5, 10, shuffled, random);
                feed.send(30);
                fleet.start(0);
                fleet.start(1);
                int events = Integer.getInteger("sluice.chaos.events", 40);
                for (int event = 0; event < events; event++) {
                    story.add(disturb(fleet, broker, random));
                    System.out.println("event " + event + ": " + story.get(story.size() - 1));
                    feedFor(feed, Duration.ofMillis(random.nextInt(5_000)));
                    fleet.assertAllAlive();
                }
                for (int instance = 0; instance < INSTANCES; instance++) {
                    if (fleet.runs(instance)) {
                        fleet.end(instance);
                    }
                }
                fleet.start(0);
                feed.closeAll();
                Await.until(
                        () -> "all rows after " + story,
                        ALL_ROWS,
                        () -> job.rows().equals(feed.closed()));
                fleet.terminateAll();
                assertThat(job.rows()).as("after %s", story).isEqualTo(feed.closed());
            }
        }
    }

    private static String disturb(Fleet fleet, BrokerProcess broker, Random random) {
        int instance = random.nextInt(INSTANCES);
        if (!fleet.runs(instance)) {
            if (random.nextInt(4) == 0) {
                Damage.delete(fleet.checkpoint(instance));
                fleet.start(instance);
                return "started " + instance + " without its checkpoint";
            }
            fleet.start(instance);
            return "started " + instance;
        }
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                fleet.kill(instance);
                return "killed " + instance;
            }
            case 3, 4 -> {
                // above the session's timeout, or below
                Duration pause = Duration.ofMillis(500 + random.nextInt(12_000));
                fleet.process(instance).pause();
                pause(pause);
                fleet.process(instance).resume();
                return "paused " + instance + " for " + pause.toMillis() + " ms";
            }
            case 5 -> {
                broker.kill();
                broker.restart();
                return "killed the broker";
            }
            default -> {
                fleet.end(instance);
                return "ended " + instance;
            }
        }
    }

    private static void pause(Duration time) {
        long start = System.nanoTime();
        Await.until("the end of a pause", time.plusSeconds(10), () -> System.nanoTime() - start > time.toNanos());
    }

    private static void feedFor(Feed feed, Duration time) {
        long start = System.nanoTime();
        Await.until("the end of a feed", time.plusSeconds(30), () -> {
            feed.sendNowAndThen(2);
            return System.nanoTime() - start > time.toNanos();
        });
    }
}
