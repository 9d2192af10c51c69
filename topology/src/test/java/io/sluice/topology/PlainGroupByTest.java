package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.SluiceStatistics.Shape;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topologies against a plain group-by on input with disorder, late records and records that the condition drops. */
class PlainGroupByTest {
    private static final long BASE_MS = Instant.parse("2026-11-13T08:00:00Z").toEpochMilli();

    /** Each seed's input begins so long after the one before. */
    private static final Duration APART = Duration.ofDays(10);

    @TempDir
    Path folder;

    @Test
    void directAndShuffledRowsAreThoseOfAPlainGroupByOnInputInDisorder() {
        long[] seen = new long[3];
        Seeds.run((settings, firstSeed, endOfSeeds) -> {
            Setting setting = Setting.of(settings);
            Duration size = setting.size();
            Duration delay = setting.delay();
            try (SluiceStatistics direct = new SluiceStatistics(size, delay, Shape.DIRECT, folder.resolve("direct"));
                    SluiceStatistics shuffled =
                            new SluiceStatistics(size, delay, Shape.SHUFFLED, folder.resolve("shuffled"))) {
                for (long seed = firstSeed; seed < endOfSeeds; seed++) {
                    List<Measurement> input = inDisorder(seed, setting);
                    PlainGroupBy expected = PlainGroupBy.of(input, size.toMillis(), delay.toMillis());
                    seen[0] += expected.late();
                    seen[1] += expected.closed().size();
                    seen[2] += expected.open().size();
                    String replay = Seeds.replay(PlainGroupByTest.class, seed);
                    check(replay + "direct, ", expected, input, direct);
                    check(replay + "shuffled, ", expected, input, shuffled);
                }
            }
        });
        assertThat(seen).as("late records, closed and open rows of all seeds").doesNotContain(0);
    }

    private static void check(String where, PlainGroupBy expected, List<Measurement> input, SluiceStatistics topology) {
        SourceProgress before = start(topology, input.get(0));
        List<Statistics> closed = new ArrayList<>();
        for (Measurement measurement : input.subList(1, input.size())) {
            topology.feed(measurement);
            closed.addAll(topology.closed());
        }
        assertThat(closed).as("%sclosed", where).containsExactlyInAnyOrderElementsOf(expected.closed());
        assertThat(topology.open()).as("%sopen", where).isEqualTo(expected.open());
        SourceProgress after = topology.progress();
        assertThat(after.lateRows() - before.lateRows()).as("%slate", where).isEqualTo(expected.late());
        assertThat(after.filteredRows() - before.filteredRows())
                .as("%sdropped by the condition", where)
                .isEqualTo(expected.dropped());
        assertThat(after.rows() - before.rows()).as("%srows", where).isEqualTo(input.size() - 1);
    }

    /** The first record closes all that the seed before left open. */
    private static SourceProgress start(SluiceStatistics topology, Measurement first) {
        topology.feed(first);
        topology.closed();
        return topology.progress();
    }

    /** Times that rise on the whole, with jumps, equal times, and records that are behind by up to twice what is tolerated. */
    private static List<Measurement> inDisorder(long seed, Setting setting) {
        Random random = new Random(seed);
        int units = 1 + random.nextInt(4);
        int lateness = 2 * setting.stepsTolerated();
        List<Measurement> measurements = new ArrayList<>();
        long nowMs = setting.atStep(BASE_MS + seed * APART.toMillis());
        measurements.add(new Measurement("first", 0, nowMs));
        for (int i = 5 + random.nextInt(40); i > 0; i--) {
            nowMs = setting.later(nowMs, random.nextInt(10) == 0 ? random.nextInt(lateness + 1) : random.nextInt(3));
            int behind = random.nextInt(3) == 0 ? random.nextInt(lateness + 1) : 0;
            long besideMs = random.nextInt(4) == 0 ? random.nextInt(3) - 1 : 0;
            long value = random.nextInt(12) == 0 ? Measurement.DROPPED : random.nextInt(2_001) - 1_000;
            measurements.add(
                    new Measurement("unit-" + random.nextInt(units), value, setting.later(nowMs, -behind) + besideMs));
        }
        return measurements;
    }
}
