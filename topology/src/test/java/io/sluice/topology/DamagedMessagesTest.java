package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.Mutations;
import io.sluice.serdes.decode.RecordFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever happens to a message, its readings are counted once: in their window, as late or as filtered, and the message as one without
 * a row, as one with nulled columns or as a dead letter. Run one case again with {@code -Dsluice.seed=...}, more of them with
 * {@code -Dsluice.fuzz.ledger=1000000}.
 */
class DamagedMessagesTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);
    private static final int CASES = Integer.getInteger("sluice.fuzz.ledger", 4_000);
    private static final Instant EIGHT = Instant.parse("2026-11-13T08:00:00Z");
    private static final Duration DELAY = Duration.ofMinutes(2);
    private static final Pattern CLOSED = Pattern.compile("(.*),\"window_end\".*,\"Readings\":(\\d+)}");

    @TempDir
    Path stateFolder;

    private final Random random = new Random(SEED);

    @ParameterizedTest
    @CsvSource({
        "changes, true, DEAD_LETTER",
        "changes, false, TO_NULL",
        "gateways, true, TO_NULL",
        "gateways, false, DEAD_LETTER"
    })
    void everyMessageIsCountedOnce(String kind, boolean keyed, BadRecords badRecords) {
        boolean changes = kind.equals("changes");
        RecordFormat format = changes ? FreezerTopology.CHANGES : FreezerTopology.GATEWAYS;
        Mutations mutations = new Mutations(random);
        ExpectedCounts expected = new ExpectedCounts(format, DELAY, badRecords);
        try (FreezerTopology freezer = FreezerTopology.of(format, DELAY, keyed, badRecords, stateFolder)) {
            Map<String, Long> windows = new TreeMap<>();
            long letters = 0;
            for (int i = 0; i < CASES; i++) {
                Instant sent = EIGHT.plusSeconds(i);
                byte @Nullable [] message =
                        random.nextInt(50) == 0 ? null : mutations.of(changes ? change(sent) : gateway(sent));
                expected.message(message, sent);
                freezer.message(new TestRecord<>(null, message, sent));
                if (i % 500 == 0) {
                    addClosed(freezer, windows);
                    letters += freezer.deadLetters().size();
                }
            }
            // the day after closes what is open
            Instant end = EIGHT.plusSeconds(CASES).plus(Duration.ofDays(2));
            byte[] last = changes ? change("c", "end", 20, end) : gateway(reading("end", 20, end));
            expected.message(last, end);
            freezer.message(new TestRecord<>(null, last, end));
            addClosed(freezer, windows);
            letters += freezer.deadLetters().size();
            String story = "seed " + SEED + ", " + kind;
            assertThat(ExpectedCounts.of(freezer.progress().sources().get(0)))
                    .as(story)
                    .isEqualTo(expected.counts());
            assertThat(windows).as(story).isEqualTo(expected.windows());
            assertThat(letters).as(story).isEqualTo(expected.deadLetters());
            expected.assertThatAllHappened(story, CASES);
        }
    }

    /** Some are late, and some have a number as text; damage to their time makes others late, or too early by years. */
    private String reading(Instant sent) {
        Instant time = sent.minusSeconds(random.nextInt(10) == 0 ? random.nextInt(3_600) : random.nextInt(60));
        String reading = reading("unit-" + random.nextInt(4), -random.nextInt(30), time);
        return random.nextInt(20) == 0 ? reading.replace("C\":", "C\":\"").replace(".5,", ".5\",") : reading;
    }

    private static String reading(String unit, int degrees, Instant time) {
        return "{\"UnitId\":\"%s\",\"TemperatureC\":%d.5,\"ReadingTime\":\"%s\"}".formatted(unit, degrees, time);
    }

    /** Some are deletions. */
    private byte[] change(Instant sent) {
        return change(random.nextInt(20) == 0 ? "d" : "c", reading(sent));
    }

    private static byte[] change(String operation, String unit, int degrees, Instant time) {
        return change(operation, reading(unit, degrees, time));
    }

    private static byte[] change(String operation, String after) {
        return "{\"op\":\"%s\",\"after\":%s}".formatted(operation, after).getBytes(StandardCharsets.UTF_8);
    }

    /** None to three readings. */
    private byte[] gateway(Instant sent) {
        return gateway(IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> reading(sent))
                .collect(Collectors.joining(",")));
    }

    private static byte[] gateway(String readings) {
        return ("{\"readings\":[" + readings + "]}").getBytes(StandardCharsets.UTF_8);
    }

    private static void addClosed(FreezerTopology freezer, Map<String, Long> windows) {
        for (String row : freezer.closedRows()) {
            Matcher closed = CLOSED.matcher(row);
            assertThat(closed.matches()).as(row).isTrue();
            assertThat(windows.put(closed.group(1), Long.parseLong(closed.group(2))))
                    .as("closed twice: " + row)
                    .isNull();
        }
    }
}
