package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTopologyTest {
    private static final Instant EIGHT = Instant.parse("2026-11-13T08:00:00Z");

    @TempDir
    Path stateFolder;

    private static Instant at(int minute) {
        return EIGHT.plus(Duration.ofMinutes(minute));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void windowIsEmittedByTheRecordThatClosesIt(boolean keyed) {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ofMinutes(15), keyed, stateFolder)) {
            assertThat(freezer.topology().needsShuffle()).isEqualTo(!keyed);
            freezer.reading("a", -18.5, at(1), at(1));
            freezer.reading("a", -19.5, at(9), at(9));
            freezer.reading("b", -3, at(24), at(24));
            assertThat(freezer.closedRows()).isEmpty();
            freezer.reading("b", -4, at(25), at(25));
            assertThat(freezer.closedRows())
                    .containsExactly("{\"UnitId\":\"a\",\"window_start\":\"2026-11-13T08:00:00Z\","
                            + "\"window_end\":\"2026-11-13T08:10:00Z\",\"MinC\":-19.5,\"Readings\":2}");
            assertThat(freezer.deadLetters()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordForAClosedWindowIsLateAndCounted(boolean keyed) {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, keyed, stateFolder)) {
            freezer.reading("a", 1, at(5), at(5));
            freezer.reading("a", 1, at(10), at(10));
            assertThat(freezer.closedRows()).hasSize(1);
            freezer.reading("a", 1, at(9), at(20));
            assertThat(freezer.closedRows()).isEmpty();
            SourceProgress progress = freezer.progress().sources().get(0);
            assertThat(progress.lateRows()).isEqualTo(1);
            assertThat(progress.rows()).isEqualTo(3);
            freezer.reading("a", 1, at(20), at(20));
            assertThat(freezer.closedRows()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nullGroupIsAGroupOfItsOwn(boolean keyed) {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, keyed, stateFolder)) {
            freezer.message("{\"ReadingTime\":\"" + at(1) + "\"}", at(1));
            freezer.reading("a", 1, at(10), at(10));
            assertThat(freezer.closedRows())
                    .containsExactly("{\"UnitId\":null,\"window_start\":\"2026-11-13T08:00:00Z\","
                            + "\"window_end\":\"2026-11-13T08:10:00Z\",\"MinC\":null,\"Readings\":1}");
        }
    }

    @Test
    void badRecordBecomesADeadLetterWithRawBytesCoordinatesAndReason() {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, true, stateFolder)) {
            freezer.message("not json", at(1));
            TestRecord<byte[], byte[]> letter = freezer.deadLetters().get(0);
            assertThat(letter.value()).isEqualTo("not json".getBytes(StandardCharsets.UTF_8));
            assertThat(header(letter.headers(), "sluice.topic")).isEqualTo("readings");
            assertThat(header(letter.headers(), "sluice.partition")).isEqualTo("0");
            assertThat(header(letter.headers(), "sluice.offset")).isEqualTo("0");
            assertThat(header(letter.headers(), "sluice.stage")).isEqualTo("DECODE");
            assertThat(header(letter.headers(), "sluice.reason")).contains("JSON");
            assertThat(freezer.progress().sources().get(0).deadLetters()).isEqualTo(1);
        }
    }

    @Test
    void eventTimeTooFarInTheFutureIsADeadLetterAndMovesNothing() {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, true, stateFolder)) {
            freezer.reading("a", 1, at(1), at(1));
            freezer.reading("a", 1, at(62), at(1));
            assertThat(freezer.closedRows()).isEmpty();
            assertThat(header(freezer.deadLetters().get(0).headers(), "sluice.reason"))
                    .contains("2026-11-13T09:02:00Z", "maxFutureSkew = 1 hour", "2026-11-13T08:01:00Z");
            freezer.reading("a", 1, at(61), at(1));
            assertThat(freezer.closedRows()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void columnThatCannotBeReadIsNullWhereThatIsTheWish(boolean keyed) {
        try (FreezerTopology freezer = freezer(keyed, BadRecords.TO_NULL)) {
            freezer.message("{\"UnitId\":\"a\",\"TemperatureC\":\"cold\",\"ReadingTime\":\"" + at(1) + "\"}", at(1));
            freezer.reading("a", 1, at(10), at(10));
            assertThat(freezer.closedRows())
                    .containsExactly("{\"UnitId\":\"a\",\"window_start\":\"2026-11-13T08:00:00Z\","
                            + "\"window_end\":\"2026-11-13T08:10:00Z\",\"MinC\":null,\"Readings\":1}");
            assertThat(freezer.deadLetters()).isEmpty();
            assertThat(freezer.progress().sources().get(0))
                    .returns(1L, SourceProgress::nulledRecords)
                    .returns(2L, SourceProgress::rows);
        }
    }

    @Test
    void eventTimeAndTheMessageAsAWholeAreNotNulled() {
        try (FreezerTopology freezer = freezer(true, BadRecords.TO_NULL)) {
            freezer.message("{\"UnitId\":\"a\",\"TemperatureC\":\"cold\",\"ReadingTime\":\"today\"}", at(1));
            freezer.message("not json", at(1));
            assertThat(freezer.deadLetters())
                    .extracting(letter -> header(letter.headers(), "sluice.reason"))
                    .satisfiesExactly(
                            reason -> assertThat(reason).contains("cold", "column 'ReadingTime'", "today"),
                            reason -> assertThat(reason).contains("JSON"));
            assertThat(freezer.progress().sources().get(0))
                    .returns(0L, SourceProgress::nulledRecords)
                    .returns(2L, SourceProgress::deadLetters);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void queryStopsAtABadRecordWhereThatIsTheWish(boolean keyed) {
        try (FreezerTopology freezer = freezer(keyed, BadRecords.FAIL)) {
            freezer.reading("a", 1, at(1), at(1));
            assertThatThrownBy(() -> freezer.message("{\"UnitId\":7,\"ReadingTime\":\"" + at(1) + "\"}", at(1)))
                    .hasRootCauseInstanceOf(BadRecordStopException.class)
                    .rootCause()
                    .hasMessageContainingAll(
                            "topic readings, partition 0, offset 1: column 'UnitId': 7 where a string is expected",
                            "badRecords = fail",
                            "deadLetter",
                            "toNull");
            assertThat(freezer.deadLetters()).isEmpty();
            assertThat(freezer.progress().sources().get(0).deadLetters()).isZero();
        }
    }

    private FreezerTopology freezer(boolean keyed, BadRecords badRecords) {
        return new FreezerTopology(Duration.ZERO, keyed, stateFolder, SilenceSettings.OFF, badRecords);
    }

    @Test
    void missingEventTimeIsADeadLetter() {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, true, stateFolder)) {
            freezer.message("{\"UnitId\":\"a\"}", at(1));
            assertThat(header(freezer.deadLetters().get(0).headers(), "sluice.column"))
                    .isEqualTo("ReadingTime");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deadLetterThatFitsIsUntouchedAndALargerOneIsCutAndSaysSo(boolean keyed) {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, keyed, stateFolder)) {
            int limit = QueryTopology.DEFAULT_MAX_BATCH_BYTES;
            byte[] fitting = bytes(limit - 5_000);
            freezer.message(new TestRecord<>(null, fitting, at(1)));
            TestRecord<byte[], byte[]> untouched = freezer.deadLetters().get(0);
            assertThat(untouched.value()).isEqualTo(fitting);
            assertThat(untouched.headers().lastHeader("sluice.truncated")).isNull();

            byte[] large = bytes(limit);
            freezer.message(new TestRecord<>(bytes(7), large, theirs(10), at(1)));
            TestRecord<byte[], byte[]> cut = freezer.deadLetters().get(0);
            assertThat(cut.value())
                    .hasSizeGreaterThan(limit - 5_000)
                    .isEqualTo(Arrays.copyOf(large, cut.value().length));
            assertThat(cut.key()).isEqualTo(bytes(7));
            assertThat(header(cut.headers(), "sluice.truncated")).isEqualTo(Integer.toString(limit));
            assertThat(header(cut.headers(), "theirs")).hasSize(10);
            assertThat(header(cut.headers(), "sluice.offset")).isEqualTo("1");
            assertThat(producedBytes(cut)).isBetween(limit - 2_100, limit - 1_000);
        }
    }

    @Test
    void keyAndHeadersBeyondTheLimitDoNotStopTheQueryEither() {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, true, stateFolder)) {
            int limit = QueryTopology.DEFAULT_MAX_BATCH_BYTES;
            freezer.message(new TestRecord<>(bytes(2 * limit), bytes(3), theirs(limit), at(1)));
            TestRecord<byte[], byte[]> cut = freezer.deadLetters().get(0);
            assertThat(header(cut.headers(), "sluice.truncated")).isEqualTo("3");
            assertThat(header(cut.headers(), "sluice.truncated.key")).isEqualTo(Integer.toString(2 * limit));
            assertThat(cut.headers().lastHeader("theirs")).isNull();
            assertThat(producedBytes(cut)).isLessThan(limit);
        }
    }

    @ParameterizedTest
    @CsvSource({"1794000000000000000, 2026-11-13T08:00:00Z", "9223372036854775807, 9999-12-31T23:59:59Z"})
    void nanosecondsInKafkasTimestampDoNotWrapAround(long timestamp, String eventTime) {
        try (FreezerTopology freezer = new FreezerTopology(Duration.ZERO, true, stateFolder)) {
            freezer.message("{\"ReadingTime\":\"" + eventTime + "\"}", Instant.ofEpochMilli(timestamp));
            assertThat(freezer.deadLetters()).isEmpty();
            assertThat(freezer.progress().sources().get(0).rows()).isEqualTo(1);
        }
    }

    /** What a producer holds against its limit, which is at least what it sends. */
    private static int producedBytes(TestRecord<byte[], byte[]> message) {
        return AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE,
                CompressionType.LZ4,
                message.key(),
                message.value(),
                message.headers().toArray());
    }

    /** No JSON. */
    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static Headers theirs(int length) {
        return new RecordHeaders().add("theirs", "x".repeat(length).getBytes(StandardCharsets.UTF_8));
    }

    private static String header(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** The driver commits after each record, and then nothing stays on the heap. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void groupsWithoutRoomOnTheHeapCloseWithAllTheirReadings(boolean keyed, @TempDir Path stateFolder) {
        try (FreezerTopology freezer = new FreezerTopology(
                Duration.ZERO,
                keyed,
                stateFolder,
                SilenceSettings.OFF,
                BadRecords.DEAD_LETTER,
                HeapBudget.ofBytes(0))) {
            Instant start = Instant.parse("2026-11-13T08:00:00Z");
            for (int round = 0; round < 3; round++) {
                for (int unit = 0; unit < 50; unit++) {
                    freezer.reading("unit-" + unit, -20 - round, start.plusSeconds(round * 60L), start);
                }
            }
            assertThat(freezer.progress().ledgers()).singleElement().satisfies(ledger -> {
                assertThat(ledger.openGroups()).isEqualTo(50);
                assertThat(ledger.heapBytes()).isZero();
            });
            freezer.reading("unit-0", -18, start.plusSeconds(600), start.plusSeconds(600));
            assertThat(freezer.closedRows())
                    .hasSize(50)
                    .allSatisfy(row -> assertThat(row).contains("\"MinC\":-22.0", "\"Readings\":3"));
        }
    }
}
