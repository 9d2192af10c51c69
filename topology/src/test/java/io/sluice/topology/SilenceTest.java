package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.watermark.SilenceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silence in the topology itself: one partition, whose last windows are closed when it has been silent for half an hour. */
class SilenceTest {
    private static final Instant EIGHT = Instant.parse("2026-11-13T08:00:00Z");
    private static final SilenceSettings HALF_AN_HOUR = new SilenceSettings(
            OptionalLong.of(Duration.ofMinutes(5).toMillis()),
            OptionalLong.of(Duration.ofMinutes(30).toMillis()));

    @TempDir
    Path stateFolder;

    private FreezerTopology freezer(boolean keyed) {
        return new FreezerTopology(Duration.ofMinutes(15), keyed, stateFolder, HALF_AN_HOUR);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lastWindowsAreClosedAfterTheSilence(boolean keyed) {
        try (FreezerTopology freezer = freezer(keyed)) {
            freezer.reading("a", -1, EIGHT, EIGHT);
            freezer.reading("b", -2, EIGHT.plusSeconds(660), EIGHT);
            freezer.watch(Duration.ofMinutes(29));
            assertThat(freezer.closedRows()).isEmpty();
            freezer.watch(Duration.ofMinutes(2));
            assertThat(freezer.closedRows()).hasSize(2);
            freezer.watch(Duration.ofMinutes(60));
            assertThat(freezer.closedRows()).isEmpty();
            assertThat(freezer.progress().sources().get(0).watermark())
                    .isEqualTo(EIGHT.plusSeconds(1_200).toEpochMilli() * 1_000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordOfAWindowThatSilenceHasClosedIsLate(boolean keyed) {
        try (FreezerTopology freezer = freezer(keyed)) {
            freezer.reading("a", -1, EIGHT, EIGHT);
            freezer.watch(Duration.ofMinutes(31));
            assertThat(freezer.closedRows()).hasSize(1);
            freezer.reading("a", -1, EIGHT.plusSeconds(1), EIGHT);
            freezer.reading("a", -1, EIGHT.plusSeconds(601), EIGHT);
            assertThat(freezer.progress().sources().get(0).lateRows()).isEqualTo(1);
            freezer.watch(Duration.ofMinutes(31));
            assertThat(freezer.closedRows()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shareIsToldAndNothingWhereSilenceLeadsToNothing(boolean keyed) {
        try (FreezerTopology freezer = freezer(keyed)) {
            freezer.reading("a", -1, EIGHT, EIGHT);
            assertThat(freezer.describe()).contains("freezer-watermarks");
            assertThat(freezer.watermarks()).hasSize(1);
        }
        try (FreezerTopology freezer =
                new FreezerTopology(Duration.ofMinutes(15), keyed, stateFolder, SilenceSettings.OFF)) {
            assertThat(freezer.describe()).doesNotContain("freezer-watermarks");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goodRecordsEndTheSilenceAndUnreadableOnesDoNot(boolean keyed) {
        try (FreezerTopology freezer = freezer(keyed)) {
            freezer.reading("a", -1, EIGHT, EIGHT);
            freezer.watch(Duration.ofMinutes(20));
            freezer.message("not a reading", EIGHT);
            freezer.watch(Duration.ofMinutes(9));
            freezer.reading("a", -1, EIGHT, EIGHT);
            freezer.watch(Duration.ofMinutes(20));
            freezer.message("not a reading", EIGHT);
            freezer.watch(Duration.ofMinutes(9));
            assertThat(freezer.closedRows()).isEmpty();
            freezer.watch(Duration.ofMinutes(2));
            assertThat(freezer.closedRows()).hasSize(1);
            assertThat(freezer.deadLetters()).hasSize(2);
        }
    }
}
