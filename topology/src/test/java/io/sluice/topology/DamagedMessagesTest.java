package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.BadRecordException;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.Mutations;
import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.schema.Rows;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever happens to a message, it is counted once: in a window, as late, as filtered or without a row, or as a dead letter. Run one case again with
 * {@code -Dsluice.seed=...}, more of them with {@code -Dsluice.fuzz.ledger=1000000}.
 */
class DamagedMessagesTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);
    private static final int CASES = Integer.getInteger("sluice.fuzz.ledger", 4_000);
    private static final Instant EIGHT = Instant.parse("2026-11-13T08:00:00Z");
    private static final Pattern READINGS = Pattern.compile("\"Readings\":(\\d+)");

    @TempDir
    Path stateFolder;

    private final RowDecoder decoder = FreezerTopology.CHANGES.decoder(all());
    private final Rows rows = new Rows(FreezerTopology.CHANGES.schema().width());

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyMessageIsCountedOnce(boolean keyed) {
        Random random = new Random(SEED);
        Mutations mutations = new Mutations(random);
        try (FreezerTopology freezer = FreezerTopology.ofChanges(Duration.ofMinutes(2), keyed, stateFolder)) {
            long inWindows = 0;
            long letters = 0;
            long withoutRows = 0;
            for (int i = 0; i < CASES; i++) {
                Instant sent = EIGHT.plusSeconds(i);
                byte @Nullable [] message = random.nextInt(50) == 0 ? null : mutations.of(change(random, sent));
                withoutRows += hasNoRow(message) ? 1 : 0;
                freezer.message(new TestRecord<>(null, message, sent));
                if (i % 500 == 0) {
                    inWindows += readings(freezer.closedRows());
                    letters += freezer.deadLetters().size();
                }
            }
            // the day after closes what is open
            Instant end = EIGHT.plusSeconds(CASES).plus(Duration.ofDays(2));
            freezer.message(new TestRecord<>(null, change("c", "end", -20, end), end));
            inWindows += readings(freezer.closedRows());
            letters += freezer.deadLetters().size();
            SourceProgress counted = freezer.progress().sources().get(0);
            assertThat(counted.rows() - 1 + counted.deadLetters())
                    .as("seed %d: all", SEED)
                    .isEqualTo(CASES);
            assertThat(inWindows + counted.lateRows() + counted.filteredRows())
                    .as("seed %d: rows", SEED)
                    .isEqualTo(counted.rows() - 1);
            assertThat(letters).as("seed %d: dead letters", SEED).isEqualTo(counted.deadLetters());
            assertThat(List.of(
                            inWindows, counted.lateRows(), letters, withoutRows, counted.filteredRows() - withoutRows))
                    .as("seed %d: in windows, late, dead letters, without a row, filtered", SEED)
                    .allSatisfy(count -> assertThat(count).isGreaterThan(CASES / 100));
        }
    }

    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, FreezerTopology.CHANGES.schema().width());
        return all;
    }

    private boolean hasNoRow(byte @Nullable [] message) {
        try {
            decoder.decode(Message.ofValue(message), rows);
            return rows.size() == 0;
        } catch (BadRecordException e) {
            return false;
        }
    }

    /** Some are late as they are; damage to their time makes others late, or too early by years. Some are deletions. */
    private static byte[] change(Random random, Instant sent) {
        Instant time = sent.minusSeconds(random.nextInt(10) == 0 ? random.nextInt(3_600) : random.nextInt(60));
        return change(random.nextInt(20) == 0 ? "d" : "c", "unit-" + random.nextInt(4), -random.nextInt(30), time);
    }

    private static byte[] change(String operation, String unit, int degrees, Instant time) {
        return "{\"op\":\"%s\",\"after\":{\"UnitId\":\"%s\",\"TemperatureC\":%d.5,\"ReadingTime\":\"%s\"}}"
                .formatted(operation, unit, degrees, time)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static long readings(List<String> rows) {
        long readings = 0;
        for (String row : rows) {
            Matcher count = READINGS.matcher(row);
            assertThat(count.find()).isTrue();
            readings += Long.parseLong(count.group(1));
        }
        return readings;
    }
}
