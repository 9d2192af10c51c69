package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.Message;
import io.sluice.topology.SluiceStatistics.Shape;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a row must be what the shipped topology does with it, whatever the delay. */
class ArrivedRowsTest {
    private static final long BASE_MS = Instant.parse("2026-11-13T08:00:00Z").toEpochMilli();
    private static final int MEASUREMENTS = 60;

    @TempDir
    Path folder;

    private record Told(byte[] value, int partition, long timestampMs) implements Message {
        @Override
        public byte @Nullable [] key() {
            return null;
        }

        @Override
        public String topic() {
            return SluiceStatistics.MEASUREMENTS;
        }

        @Override
        public long offset() {
            return 0;
        }

        @Override
        public byte @Nullable [] header(String name) {
            return null;
        }
    }

    /** Many of them at, just before or just behind a window's end plus the delay. */
    private static List<Measurement> measurements(long seed, Setting setting) {
        Random random = new Random(seed);
        List<Measurement> measurements = new ArrayList<>();
        long newest = setting.atStep(BASE_MS);
        for (int i = 0; i < MEASUREMENTS; i++) {
            long time = setting.later(newest, random.nextInt(4) - random.nextInt(setting.stepsTolerated() + 4))
                    + random.nextInt(3)
                    - 1;
            newest = Math.max(newest, setting.atStep(time));
            long value = random.nextInt(10) == 0 ? Measurement.DROPPED : random.nextInt(100);
            measurements.add(new Measurement("unit-" + random.nextInt(3), value, time));
        }
        return measurements;
    }

    @Test
    void rowsThatTheQueryDropsAreThoseWhoseDelayIsTooShort() {
        for (long seed = 0; seed < 24; seed++) {
            Setting setting = Setting.of(seed);
            Shape shape = seed % 2 == 0 ? Shape.DIRECT : Shape.SHUFFLED;
            ArrivedRows rows = new ArrivedRows(
                    SluiceStatistics.source(Duration.ZERO, shape), SluiceStatistics.plan(setting.size()));
            long delayMicros = setting.delay().toMillis() * 1_000;
            long[] dropped = {0, 0};
            try (SluiceStatistics query =
                    new SluiceStatistics(setting.size(), setting.delay(), shape, folder.resolve("state" + seed))) {
                for (Measurement measurement : measurements(seed, setting)) {
                    query.feed(measurement);
                    rows.take(
                            new Told(measurement.json(), 0, measurement.timeMs()),
                            row -> dropped[delayMicros <= row.droppedUpTo() ? 1 : 0]++);
                }
                // reports come with commits
                query.closed();
                assertThat(dropped[1])
                        .as("late rows, seed %d, %s", seed, setting)
                        .isEqualTo(query.progress().lateRows());
                assertThat(rows.progress().get(0))
                        .as("seed %d, %s", seed, setting)
                        .extracting(p -> p.rows(), p -> p.filteredRows(), p -> p.deadLetters(), p -> p.maxEventTime())
                        .containsExactly(
                                query.progress().rows(),
                                query.progress().filteredRows(),
                                0L,
                                query.progress().maxEventTime());
                assertThat(dropped[0] + dropped[1])
                        .isEqualTo(MEASUREMENTS - query.progress().filteredRows());
            }
        }
    }

    private static ArrivedRows minutes() {
        return new ArrivedRows(
                new SourceDescription(
                        "t",
                        2,
                        SluiceStatistics.source(Duration.ZERO, Shape.DIRECT).schema(),
                        2,
                        Optional.empty(),
                        0,
                        Duration.ofDays(1).toSeconds() * 1_000_000,
                        List.of(),
                        SilenceSettings.OFF,
                        BadRecords.DEAD_LETTER,
                        LateRecords.DROP,
                        SluiceStatistics.source(Duration.ZERO, Shape.DIRECT).decoders()),
                SluiceStatistics.plan(Duration.ofMinutes(10)));
    }

    private static Told at(int partition, int minute) {
        Measurement measurement = new Measurement("u", 1, BASE_MS + minute * 60_000L);
        return new Told(measurement.json(), partition, measurement.timeMs());
    }

    @Test
    void eachPartitionHasAClockOfItsOwn() {
        ArrivedRows rows = minutes();
        List<Long> droppedUpTo = new ArrayList<>();
        rows.take(at(0, 35), row -> {});
        rows.take(at(1, 5), row -> droppedUpTo.add(row.droppedUpTo()));
        rows.take(at(0, 5), row -> droppedUpTo.add(row.droppedUpTo()));
        assertThat(droppedUpTo).containsExactly(-300_000_000L, 25 * 60_000_000L);
    }

    @Test
    void deadLetterMovesNoClockAndIsCounted() {
        ArrivedRows rows = minutes();
        rows.take(new Told("no JSON".getBytes(StandardCharsets.UTF_8), 0, BASE_MS), row -> {
            throw new AssertionError("a row");
        });
        Measurement tomorrow =
                new Measurement("u", 1, BASE_MS + Duration.ofDays(3).toMillis());
        rows.take(new Told(tomorrow.json(), 0, BASE_MS), row -> {
            throw new AssertionError("a row");
        });
        List<Long> behind = new ArrayList<>();
        rows.take(at(0, 3), row -> behind.add(row.behind()));
        assertThat(behind).containsExactly(0L);
        assertThat(rows.progress().get(0).deadLetters()).isEqualTo(2);
    }
}
