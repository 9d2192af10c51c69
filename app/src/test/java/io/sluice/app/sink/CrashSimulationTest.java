package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.sink.SimulatedStreams.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Ledger, outbox, commit decision and start rule under seeded schedules of crashes, lost answers, full disks, zombies and lost
 * checkpoints, against a plain group-by. Replay one schedule with {@code -Dsluice.simulation.seed=N}; run more with
 * {@code -Dsluice.simulation.count=N}.
 */
class CrashSimulationTest {
    private static final int PARTITIONS = 2;

    @Test
    void everyClosedWindowIsInTheTableExactlyOnceUnderAnySchedule() {
        Long only = Long.getLong("sluice.simulation.seed");
        if (only != null) {
            simulate(only);
            return;
        }
        long count = Long.getLong("sluice.simulation.count", 1_000);
        for (long seed = 0; seed < count; seed++) {
            try {
                simulate(seed);
            } catch (RuntimeException | Error broken) {
                throw new AssertionError(
                        "seed " + seed + " failed; replay: ./mvnw verify -pl app -am -Dtest=CrashSimulationTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.argLine=-Dsluice.simulation.seed="
                                + seed,
                        broken);
            }
        }
    }

    private static void simulate(long seed) {
        new Simulation(seed).run();
    }

    private static final class Simulation {
        private final Random random;
        private final long delay;
        private final List<List<Reading>> inputs = new ArrayList<>();
        private final List<SimulatedTopic> topic = new ArrayList<>();
        private final List<SimulatedStreams.Committed> committed = new ArrayList<>();
        private final List<SimulatedStreams> owners = new ArrayList<>();
        private final List<SimulatedStreams> zombies = new ArrayList<>();
        private final SimulatedTable table;
        private final List<SimulatedSink> sinks = new ArrayList<>();

        Simulation(long seed) {
            random = new Random(seed);
            delay = random.nextInt(25);
            table = new SimulatedTable(random, random.nextInt(40));
            TransactionIds ids = new TransactionIds("query", "topic");
            for (int partition = 0; partition < PARTITIONS; partition++) {
                inputs.add(readings());
                topic.add(new SimulatedTopic(random));
                committed.add(new SimulatedStreams.Committed());
                owners.add(newOwner(partition));
            }
            for (int instance = 0; instance < 2; instance++) {
                SimulatedSink sink = new SimulatedSink(topic, table, ids);
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    sink.assign(partition);
                }
                sinks.add(sink);
            }
        }

        /** Mostly rising times with disorder, jumps and stragglers. */
        private List<Reading> readings() {
            List<Reading> readings = new ArrayList<>();
            long now = random.nextLong(100) - 50;
            for (int i = random.nextInt(60); i >= 0; i--) {
                now += random.nextInt(8) == 0 ? random.nextInt(60) : random.nextInt(5);
                long time = random.nextInt(3) == 0 ? now - random.nextInt(40) : now;
                readings.add(new Reading(time, "g" + random.nextInt(3)));
            }
            return readings;
        }

        private SimulatedStreams newOwner(int partition) {
            return new SimulatedStreams(committed.get(partition), inputs.get(partition), topic.get(partition), delay);
        }

        void run() {
            table.intruder(this::intrude);
            for (int step = 0; step < 200; step++) {
                step();
            }
            table.intruder(() -> {});
            finish();
            Map<String, Long> expected = new TreeMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                long late = oracle(partition, expected);
                assertThat(owners.get(partition).lateRows()).as("late rows").isEqualTo(late);
            }
            Map<String, Long> found = new TreeMap<>();
            table.rows().forEach(row -> found.merge(new String(row, StandardCharsets.UTF_8), 1L, Long::sum));
            assertThat(found).isEqualTo(expected);
        }

        private void step() {
            int partition = random.nextInt(PARTITIONS);
            SimulatedSink sink = sinks.get(random.nextInt(sinks.size()));
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> owners.get(partition).process(1 + random.nextInt(10));
                case 3, 4 -> assertThat(owners.get(partition).commit()).isTrue();
                case 5 -> takeOver(partition);
                case 6 -> zombieStep();
                case 7 -> sink.position(partition, this::intrude);
                case 8, 9 -> sink.poll(partition, 1 + random.nextInt(5));
                case 10 -> sink.commit();
                default -> disturb(sink, partition);
            }
        }

        /** A crash of the owner, or a pause that lets another take its place while it lives on. */
        private void takeOver(int partition) {
            if (random.nextBoolean()) {
                zombies.add(owners.get(partition));
            }
            owners.set(partition, newOwner(partition));
        }

        private void zombieStep() {
            if (!zombies.isEmpty()) {
                SimulatedStreams zombie = zombies.get(random.nextInt(zombies.size()));
                zombie.process(3);
                assertThat(zombie.commit()).as("a zombie's commit").isFalse();
            }
        }

        private void disturb(SimulatedSink sink, int partition) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    sink.crash(random.nextBoolean());
                    for (int i = 0; i < PARTITIONS; i++) {
                        sink.assign(i);
                    }
                }
                case 1 -> sink.revoke(partition);
                default -> sink.assign(partition);
            }
        }

        /** Another sink acts while one is inside a commit or between two questions. */
        private void intrude() {
            if (random.nextInt(3) == 0) {
                table.intruder(() -> {});
                SimulatedSink other = new SimulatedSink(topic, table, new TransactionIds("query", "topic"));
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    other.assign(partition);
                    other.position(partition, () -> {});
                    other.poll(partition, 1 + random.nextInt(10));
                }
                other.commit();
                table.intruder(this::intrude);
            }
        }

        private void finish() {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                owners.set(partition, newOwner(partition));
                owners.get(partition).process(Integer.MAX_VALUE);
                assertThat(owners.get(partition).commit()).isTrue();
            }
            SimulatedSink last = new SimulatedSink(topic, table, new TransactionIds("query", "topic"));
            for (int attempt = 0; attempt < 200; attempt++) {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    if (attempt == 0) {
                        last.assign(partition);
                    }
                    last.position(partition, () -> {});
                    last.poll(partition, 1_000);
                }
                last.commit();
            }
        }

        /** The same readings by plain group-by; returns the number of late ones. */
        private long oracle(int partition, Map<String, Long> rows) {
            Map<String, Long> counts = new TreeMap<>();
            long latest = Long.MIN_VALUE;
            long late = 0;
            for (Reading reading : inputs.get(partition)) {
                latest = Math.max(latest, reading.time());
                long start = Math.floorDiv(reading.time(), 10) * 10;
                if (start + 10 <= latest - delay) {
                    late++;
                } else {
                    counts.merge(start + " " + reading.group(), 1L, Long::sum);
                }
            }
            long watermark = latest - delay;
            counts.forEach((group, count) -> {
                long start = Long.parseLong(group.substring(0, group.indexOf(' ')));
                if (start + 10 <= watermark) {
                    rows.merge(group + " " + count, 1L, Long::sum);
                }
            });
            return late;
        }
    }
}
