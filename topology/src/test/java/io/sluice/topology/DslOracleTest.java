package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.SluiceStatistics.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The windows of the Kafka Streams DSL as an oracle: on input in order both must agree on every row, and on the record that
 * yields it.
 */
class DslOracleTest {
    private static final long BASE_MS = Instant.parse("2026-11-13T08:00:00Z").toEpochMilli();

    /** Each seed's input begins so long after the one before, and ends with a record far ahead that closes everything. */
    private static final Duration APART = Duration.ofDays(10);

    private static final Duration FAR_AHEAD = Duration.ofDays(2);

    @TempDir
    Path folder;

    @Test
    void rowsAreThoseOfTheDslOnInputInOrder() {
        Seeds.run((settings, firstSeed, endOfSeeds) -> {
            Setting setting = Setting.of(settings);
            Duration size = setting.size();
            Duration delay = setting.delay();
            WindowBytesStoreSupplier store =
                    Stores.inMemoryWindowStore("windows", size.plus(delay).plus(FAR_AHEAD), size, false);
            try (StatisticsDriver dsl = new DslStatistics(size, delay, store, folder.resolve("dsl"));
                    StatisticsDriver direct =
                            new SluiceStatistics(size, delay, Shape.DIRECT, folder.resolve("direct"));
                    StatisticsDriver shuffled =
                            new SluiceStatistics(size, delay, Shape.SHUFFLED, folder.resolve("shuffled"))) {
                for (long seed = firstSeed; seed < endOfSeeds; seed++) {
                    compare(seed, inOrder(seed, setting), dsl, direct, shuffled);
                }
            }
        });
    }

    private static void compare(
            long seed,
            List<Measurement> input,
            StatisticsDriver dsl,
            StatisticsDriver direct,
            StatisticsDriver shuffled) {
        long counted = 0;
        for (Measurement measurement : input) {
            dsl.feed(measurement);
            direct.feed(measurement);
            shuffled.feed(measurement);
            List<Statistics> expected = dsl.closed();
            assertThat(direct.closed())
                    .as("%s direct, closed by %s", Seeds.replay(DslOracleTest.class, seed), measurement)
                    .isEqualTo(expected);
            assertThat(shuffled.closed())
                    .as("%s shuffled, closed by %s", Seeds.replay(DslOracleTest.class, seed), measurement)
                    .isEqualTo(expected);
            counted += expected.stream()
                    .filter(row -> !row.unit().equals("tick"))
                    .mapToLong(Statistics::count)
                    .sum();
        }
        assertThat(counted)
                .as("%s records in closed windows", Seeds.replay(DslOracleTest.class, seed))
                .isEqualTo(input.size() - 1);
    }

    /** Some units; equal times, times a millisecond apart, gaps of whole windows; at the end the tick. */
    private static List<Measurement> inOrder(long seed, Setting setting) {
        Random random = new Random(seed);
        int units = 1 + random.nextInt(4);
        List<Measurement> measurements = new ArrayList<>();
        long timeMs = setting.atStep(BASE_MS + seed * APART.toMillis());
        for (int i = 2 + random.nextInt(30); i >= 0; i--) {
            timeMs = next(random, timeMs, setting);
            measurements.add(new Measurement("unit-" + random.nextInt(units), random.nextInt(2_001) - 1_000, timeMs));
        }
        measurements.add(new Measurement("tick", 0, timeMs + FAR_AHEAD.toMillis()));
        return measurements;
    }

    private static long next(Random random, long timeMs, Setting setting) {
        long nextStep = setting.atStep(timeMs + 1);
        return switch (random.nextInt(8)) {
            case 0, 1 -> timeMs;
            case 2 -> timeMs + 1;
            case 3 -> nextStep - 1;
            case 4 -> setting.later(setting.atStep(timeMs), setting.stepsOfSize() * random.nextInt(6));
            default -> setting.later(nextStep, random.nextInt(setting.stepsOfSize()));
        };
    }

    /**
     * The difference that Sluice has its own ledger for. The DSL's operators keep their time in memory: after a restart it begins
     * with the first record they see, so a late one reopens a closed window, and its row comes a second time. The ledger's
     * watermark is state like the windows.
     */
    @Test
    void afterARestartTheDslReopensAClosedWindowAndSluiceDoesNot() {
        Duration size = Duration.ofMinutes(10);
        WindowBytesStoreSupplier dslStore = SurvivingStores.windowStore("windows", Duration.ofDays(1), size);
        KeyValueBytesStoreSupplier ledger = SurvivingStores.keyValueStore(QueryTopology.LEDGER_STORE);
        Measurement first = at(5);
        Measurement closing = at(35);
        Measurement late = at(6);
        Measurement closingAgain = at(65);
        try (StatisticsDriver dsl = new DslStatistics(size, Duration.ZERO, dslStore, folder.resolve("dsl"));
                SluiceStatistics ours = new SluiceStatistics(size, Duration.ZERO, ledger, folder.resolve("ours"))) {
            assertThat(rows(dsl, first, closing)).containsExactly(row(0, 1));
            assertThat(rows(ours, first, closing)).containsExactly(row(0, 1));
        }
        try (StatisticsDriver dsl = new DslStatistics(size, Duration.ZERO, dslStore, folder.resolve("dsl"));
                SluiceStatistics ours = new SluiceStatistics(size, Duration.ZERO, ledger, folder.resolve("ours"))) {
            assertThat(rows(dsl, late, closingAgain)).contains(row(0, 2));
            assertThat(rows(ours, late, closingAgain)).containsExactly(row(30, 1));
            assertThat(ours.progress().lateRows()).isEqualTo(1);
        }
    }

    /** Without a restart in between, both refuse the late record. */
    @Test
    void withoutARestartBothKeepTheWindowClosed() {
        Duration size = Duration.ofMinutes(10);
        WindowBytesStoreSupplier dslStore = SurvivingStores.windowStore("windows", Duration.ofDays(1), size);
        try (StatisticsDriver dsl = new DslStatistics(size, Duration.ZERO, dslStore, folder.resolve("dsl"));
                StatisticsDriver ours =
                        new SluiceStatistics(size, Duration.ZERO, Shape.DIRECT, folder.resolve("ours"))) {
            assertThat(rows(dsl, at(5), at(35), at(6), at(65))).containsExactly(row(0, 1), row(30, 1));
            assertThat(rows(ours, at(5), at(35), at(6), at(65))).containsExactly(row(0, 1), row(30, 1));
        }
    }

    private static Measurement at(long minute) {
        return new Measurement("a", 1, minute * 60_000);
    }

    private static Statistics row(long startMinute, long count) {
        return new Statistics(startMinute * 60_000, "a", count, 1, 1, count);
    }

    private static List<Statistics> rows(StatisticsDriver driver, Measurement... input) {
        for (Measurement measurement : input) {
            driver.feed(measurement);
        }
        return driver.closed();
    }
}
