package io.sluice.topology.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.watermark.SimulatedQuery.Committed;
import io.sluice.topology.watermark.SimulatedQuery.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Source partitions that run at different speeds, fall silent and come back, on two instances with wrong clocks, lagging readers,
 * crashes and moved tasks. Replay one schedule with {@code -Dsluice.silence.seed=N}; run more with
 * {@code -Dsluice.silence.count=N}.
 */
class SilenceSimulationTest {
    private static final long IDLE_MS = 60_000;
    private static final long CLOSE_MS = 180_000;
    private static final long PROOF_MS = 15_000;

    @Test
    void silentPartitionsFollowAndNobodyElseLosesARecordUnderAnySchedule() {
        Long only = Long.getLong("sluice.silence.seed");
        long first = only == null ? 0 : only;
        long end = only == null ? Long.getLong("sluice.silence.count", 400) : only + 1;
        for (long seed = first; seed < end; seed++) {
            try {
                new Simulation(seed).run();
            } catch (RuntimeException | Error broken) {
                throw new AssertionError(
                        "seed " + seed + " failed; replay: ./mvnw verify -pl topology -am -Dtest=SilenceSimulationTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.argLine=-Dsluice.silence.seed="
                                + seed,
                        broken);
            }
        }
    }

    private static final class Simulation {
        private final Random random;
        private final SilenceRule rule;
        private final SimulatedQuery query;
        private final List<SimulatedInstance> instances = new ArrayList<>();
        private final List<SimulatedTask> tasks = new ArrayList<>();
        private final long[] eventTimes;
        private final boolean[] talking;
        private final long delay;
        private final boolean closes;
        private final double crashes;
        private long timeMs = 1_000_000_000;

        Simulation(long seed) {
            // the first numbers of neighbouring seeds are much alike
            random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
            closes = random.nextBoolean();
            rule = SilenceRule.watching(new SilenceSettings(
                    OptionalLong.of(IDLE_MS), closes ? OptionalLong.of(CLOSE_MS) : OptionalLong.empty()));
            query = new SimulatedQuery(2 + random.nextInt(3));
            delay = random.nextInt(30);
            crashes = random.nextInt(3) * 0.2;
            eventTimes = new long[query.partitions()];
            talking = new boolean[query.partitions()];
            for (int i = 0; i < 2; i++) {
                instances.add(instance());
            }
            for (int partition = 0; partition < query.partitions(); partition++) {
                // one may be empty for ever, others have a backlog of any length
                talking[partition] = random.nextInt(4) > 0;
                tasks.add(task(partition));
                eventTimes[partition] = random.nextInt(200);
                if (talking[partition]) {
                    send(partition, random.nextInt(100));
                }
            }
        }

        private SimulatedInstance instance() {
            long clockErrorMs = (random.nextInt(5) - 2) * 3_600_000L;
            return new SimulatedInstance(query, rule, PROOF_MS, () -> timeMs, clockErrorMs);
        }

        private SimulatedTask task(int partition) {
            return new SimulatedTask(query, instances.get(random.nextInt(2)), partition, delay);
        }

        private void send(int partition, int records) {
            for (int i = 0; i < records; i++) {
                eventTimes[partition] += random.nextInt(4);
                long eventTime = Math.max(0, eventTimes[partition] - random.nextInt(40));
                query.source.get(partition).add(new Reading(eventTime, random.nextInt(12), timeMs));
            }
        }

        void run() {
            int steps = 600;
            for (int step = 0; step < steps; step++) {
                step();
            }
            quieten();
            assertThat(query.ledgerWatermarks())
                    .as("watermarks of the ledgers, delay %s", delay)
                    .hasSize(1);
            long reached =
                    tasks.stream().mapToLong(SimulatedTask::watermark).max().orElseThrow();
            assertThat(query.ledgerWatermarks().first()).isEqualTo(reached);
            if (closes) {
                assertThat(query.openWindows()).isZero();
                assertThat(query.closedRecords()).isEqualTo(query.accepted());
            }
            long read = query.source.stream().mapToLong(List::size).sum();
            long late = tasks.stream().mapToLong(SimulatedTask::lateRows).sum();
            assertThat(query.accepted() + late).isEqualTo(read);
        }

        private void step() {
            int partition = random.nextInt(query.partitions());
            SimulatedTask task = tasks.get(partition);
            switch (random.nextInt(10)) {
                case 0, 1 -> {
                    if (talking[partition]) {
                        send(partition, 1 + random.nextInt(5));
                    }
                }
                case 2, 3 -> task.process(1 + random.nextInt(8));
                case 4 -> task.commit();
                case 5 -> look(partition);
                case 6 -> instances.get(random.nextInt(2)).read(random.nextInt(5));
                case 7 -> instances.get(random.nextInt(2)).prove();
                case 8 -> pass(1 + random.nextInt(8_000));
                default -> disturb(partition);
            }
        }

        private void disturb(int partition) {
            if (random.nextInt(4) == 0) {
                talking[partition] = !talking[partition];
            }
            if (random.nextDouble() < crashes) {
                if (random.nextBoolean()) {
                    tasks.get(partition).commit();
                }
                tasks.set(partition, task(partition));
            }
            if (random.nextDouble() < crashes / 10) {
                restart();
            }
            if (random.nextInt(40) == 0) {
                quietTime();
            }
        }

        /** All processes end, and nothing is watched for a while, in which records may come. */
        private void restart() {
            timeMs += random.nextInt(10_000_000);
            for (int partition = 0; partition < query.partitions(); partition++) {
                send(partition, talking[partition] ? random.nextInt(50) : 0);
            }
            timeMs += random.nextInt(100_000);
            instances.replaceAll(gone -> instance());
            tasks.replaceAll(gone -> null);
            for (int partition = 0; partition < query.partitions(); partition++) {
                tasks.set(partition, task(partition));
            }
        }

        /** Time passes as it does where everything works: all look once a second or two. */
        private void quietTime() {
            for (int i = 0; i < 60; i++) {
                pass(2_000);
                for (int partition = 0; partition < query.partitions(); partition++) {
                    if (random.nextInt(8) > 0) {
                        tasks.get(partition).process(3);
                        look(partition);
                        tasks.get(partition).commit();
                    }
                }
                instances.forEach(SimulatedInstance::prove);
            }
        }

        private void quieten() {
            tasks.forEach(task -> task.process(Integer.MAX_VALUE));
            for (int i = 0; i < 5; i++) {
                quietTime();
            }
        }

        private void pass(long ms) {
            timeMs += ms;
        }

        /** What a look may raise, judged by what is really so and not by what anybody has read. */
        private void look(int partition) {
            SimulatedTask task = tasks.get(partition);
            long closedBefore = closedTo();
            long raisedTo = task.look();
            if (raisedTo == Long.MIN_VALUE || raisedTo == closedBefore) {
                return;
            }
            boolean decided = closes && partition == 0 && raisedTo == endOfLastWindow();
            long silence = decided ? CLOSE_MS : IDLE_MS;
            assertThat(timeMs - task.lastHeardMs())
                    .as("time since the last record of partition %s", partition)
                    .isGreaterThanOrEqualTo(silence);
            assertThat(task.oldestUnreadMs())
                    .as("time of an unread record in partition %s", partition)
                    .isGreaterThanOrEqualTo(timeMs - PROOF_MS);
            for (int other = 0; other < query.partitions(); other++) {
                if (other != partition && isActive(other, silence)) {
                    assertThat(decided)
                            .as("everything is closed while partition %s is active", other)
                            .isFalse();
                    assertThat(raisedTo)
                            .as("watermark of partition %s, while partition %s is active", partition, other)
                            .isLessThanOrEqualTo(tasks.get(other).watermark());
                }
            }
        }

        /** Whether everybody must know that the partition has not been silent for so long. */
        private boolean isActive(int partition, long silence) {
            Committed committed = query.committed.get(partition);
            List<Reading> input = query.source.get(partition);
            boolean unread = committed.position < input.size()
                    && input.get(committed.position).sentMs() < timeMs - PROOF_MS;
            boolean heard =
                    committed.lastHeardMs > timeMs - silence && committed.lastHeardCommittedMs < timeMs - PROOF_MS;
            return unread || heard;
        }

        private long endOfLastWindow() {
            return tasks.stream()
                    .mapToLong(SimulatedTask::maxEventTime)
                    .filter(time -> time != Long.MIN_VALUE)
                    .map(SimulatedQuery::endOfWindow)
                    .max()
                    .orElse(Long.MIN_VALUE);
        }

        private long closedTo() {
            return query.watermarks.stream()
                    .map(message -> WatermarkMessage.decode(message.key(), message.value()))
                    .filter(WatermarkMessage.CloseTo.class::isInstance)
                    .mapToLong(message -> ((WatermarkMessage.CloseTo) message).watermark())
                    .max()
                    .orElse(Long.MIN_VALUE);
        }
    }
}
