package io.sluice.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZonedDaysTest {
    private static final long HOUR = 3_600_000_000L;
    private static final ZoneId OSLO = ZoneId.of("Europe/Oslo");

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static void assertWindow(Window window, String start, String end) {
        assertThat(instant(window.startOf(micros(start)))).as("start").isEqualTo(start);
        assertThat(instant(window.endOf(micros(start)))).as("end").isEqualTo(end);
        assertThat(instant(window.startOf(micros(end) - 1)))
                .as("start of the last row")
                .isEqualTo(start);
        assertThat(instant(window.endOfWindowAt(micros(start) - 1)))
                .as("end of the one before")
                .isEqualTo(start);
        assertThat(instant(window.startOf(micros(end))))
                .as("start of the next one")
                .isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            Europe/Oslo,         2026-03-27T23:00:00Z, 2026-03-28T23:00:00Z, 24
            Europe/Oslo,         2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, 23
            Europe/Oslo,         2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z, 25
            America/Sao_Paulo,   2018-11-03T03:00:00Z, 2018-11-04T03:00:00Z, 24
            America/Sao_Paulo,   2018-11-04T03:00:00Z, 2018-11-05T02:00:00Z, 23
            America/Sao_Paulo,   2019-02-16T02:00:00Z, 2019-02-17T03:00:00Z, 25
            Asia/Beirut,         2022-03-26T22:00:00Z, 2022-03-27T21:00:00Z, 23
            Asia/Beirut,         2022-10-28T21:00:00Z, 2022-10-29T22:00:00Z, 25
            Asia/Kathmandu,      2025-12-31T18:15:00Z, 2026-01-01T18:15:00Z, 24
            Antarctica/Troll,    2026-03-29T00:00:00Z, 2026-03-29T22:00:00Z, 22
            Australia/Lord_Howe, 2026-10-03T13:30:00Z, 2026-10-04T13:00:00Z, 23
            Pacific/Apia,        2011-12-29T10:00:00Z, 2011-12-30T10:00:00Z, 24
            Pacific/Apia,        2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z, 24
            America/St_Johns,    2009-11-01T02:30:00Z, 2009-11-02T03:30:00Z, 25
            UTC,                 2026-03-29T00:00:00Z, 2026-03-30T00:00:00Z, 24
            """)
    void dayBeginsWhenTheClocksOfTheZoneFirstShowIt(String zone, String start, String end, long hours) {
        assertWindow(new ZonedDays(1, 0, ZoneId.of(zone)), start, end);
        assertThat(Duration.between(Instant.parse(start), Instant.parse(end)).toHours())
                .isEqualTo(hours);
    }

    /** In St John's, clocks were set back at one minute past midnight: they showed the end of Saturday again on Sunday. */
    @Test
    void hourThatComesTwiceAroundMidnightBelongsToTheDayThatHasBegun() {
        ZonedDays days = new ZonedDays(1, 0, ZoneId.of("America/St_Johns"));
        assertThat(instant(days.startOf(micros("2009-11-01T02:45:00Z")))).isEqualTo("2009-11-01T02:30:00Z");
        assertThat(Instant.parse("2009-11-01T02:45:00Z").atZone(days.zone()).toLocalDate())
                .as("what the clock shows")
                .isEqualTo("2009-10-31");
    }

    @Test
    void offsetIsATimeOnTheClocksOfTheZone() {
        ZonedDays six = new ZonedDays(1, 6 * HOUR, OSLO);
        assertWindow(six, "2026-03-28T05:00:00Z", "2026-03-29T04:00:00Z");
        assertWindow(six, "2026-03-29T04:00:00Z", "2026-03-30T04:00:00Z");
        // 02:30 is skipped that night
        assertWindow(new ZonedDays(1, 5 * HOUR / 2, OSLO), "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        // and 02:30 comes twice
        assertWindow(new ZonedDays(1, 5 * HOUR / 2, OSLO), "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    }

    @Test
    void severalDaysAreCountedFromTheEpochAsInSpark() {
        // 1970-01-01 was a Thursday
        assertWindow(new ZonedDays(7, 0, OSLO), "2026-03-25T23:00:00Z", "2026-04-01T22:00:00Z");
        // from Mondays
        assertWindow(new ZonedDays(7, 4 * 24 * HOUR, OSLO), "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z");
        assertWindow(new ZonedDays(2, 0, ZoneId.of("UTC")), "1969-12-30T00:00:00Z", "1970-01-01T00:00:00Z");
    }

    @Test
    void everyZoneIsCutAsJavaTimeCutsItThroughTwoCenturies() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(id);
            ZonedDays days = new ZonedDays(1, 0, zone);
            for (int i = 0; i < 60; i++) {
                long instant = random.nextLong(micros("1900-01-01T00:00:00Z"), micros("2100-01-01T00:00:00Z"));
                LocalDate shown = instant(instant).atZone(zone).toLocalDate();
                TreeSet<Instant> begins = new TreeSet<>();
                for (int day = -2; day <= 3; day++) {
                    begins.add(shown.plusDays(day).atStartOfDay(zone).toInstant());
                }
                assertThat(instant(days.startOf(instant)))
                        .as("start of %s in %s, seed %d", instant(instant), id, seed)
                        .isEqualTo(begins.floor(instant(instant)));
                assertThat(instant(days.endOfWindowAt(instant)))
                        .as("end of %s in %s, seed %d", instant(instant), id, seed)
                        .isEqualTo(begins.higher(instant(instant)));
            }
        }
    }

    @Test
    void windowsOfAnyLengthAndOffsetLieBackToBackAroundEachChangeOfTheClocks() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(id);
            int length = 1 + random.nextInt(9);
            ZonedDays days = new ZonedDays(length, random.nextLong(length * (24 * HOUR)), zone);
            zone.getRules().getTransitions().stream()
                    .skip(random.nextInt(10))
                    .filter(transition -> random.nextInt(8) == 0)
                    .forEach(transition -> {
                        long instant = transition.toEpochSecond() * 1_000_000 + random.nextLong(-HOUR, HOUR);
                        long start = days.startOf(instant);
                        long end = days.endOf(start);
                        String what = days + " at " + instant(instant) + ", seed " + seed;
                        assertThat(start).as(what).isLessThanOrEqualTo(instant);
                        assertThat(end).as(what).isGreaterThan(instant);
                        assertThat(days.startOf(start)).as(what).isEqualTo(start);
                        assertThat(days.startOf(end - 1)).as(what).isEqualTo(start);
                        assertThat(days.startOf(end)).as(what).isEqualTo(end);
                        assertThat(days.endOfWindowAt(start - 1)).as(what).isEqualTo(start);
                        assertThat(new ZonedDays(length, days.offsetMicros(), zone).startOf(instant))
                                .as("without a memory, %s", what)
                                .isEqualTo(start);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Oslo", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"})
    void endsOfTimeSaturate(String zone) {
        ZonedDays days = new ZonedDays(3, HOUR, ZoneId.of(zone));
        assertThat(days.startOf(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(days.endOfWindowAt(Long.MIN_VALUE)).isBetween(Long.MIN_VALUE + 1, Long.MIN_VALUE + 73 * HOUR);
        assertThat(days.endOf(days.startOf(Long.MIN_VALUE))).isEqualTo(days.endOfWindowAt(Long.MIN_VALUE));
        assertThat(days.endOfWindowAt(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(days.startOf(Long.MAX_VALUE)).isBetween(Long.MAX_VALUE - 73 * HOUR, Long.MAX_VALUE);
        assertThat(days.endOf(days.startOf(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void windowsAreEqualWhenTheyCutEqually() {
        ZonedDays days = new ZonedDays(1, HOUR, OSLO);
        days.startOf(0);
        assertThat(days)
                .isEqualTo(new ZonedDays(1, HOUR, OSLO))
                .hasSameHashCodeAs(new ZonedDays(1, HOUR, OSLO))
                .isNotEqualTo(new ZonedDays(2, HOUR, OSLO))
                .isNotEqualTo(new ZonedDays(1, 0, OSLO))
                .isNotEqualTo(new ZonedDays(1, HOUR, ZoneId.of("Europe/Paris")));
    }

    @Test
    void whatIsNoWindowIsRefused() {
        assertThatThrownBy(() -> new ZonedDays(0, 0, OSLO)).hasMessageContaining("window days = 0");
        assertThatThrownBy(() -> new ZonedDays(1, -1, OSLO)).hasMessageContaining("window offset = -1");
        assertThatThrownBy(() -> new ZonedDays(1, 24 * HOUR, OSLO)).hasMessageContaining("less than 1 days");
    }
}
