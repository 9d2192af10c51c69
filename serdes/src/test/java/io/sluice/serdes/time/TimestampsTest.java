package io.sluice.serdes.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampsTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);
    private static final int CASES = Integer.getInteger("sluice.fuzz.time", 100_000);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2026-11-30T08:15:00Z                | 2026-11-30T08:15:00Z
                    2026-11-30t08:15:00z                | 2026-11-30T08:15:00Z
                    2026-11-30 08:15:00Z                | 2026-11-30T08:15:00Z
                    2026-11-30T08:15:00                 | 2026-11-30T08:15:00Z
                    2026-11-30 08:15:00                 | 2026-11-30T08:15:00Z
                    2026-11-30T08:15                    | 2026-11-30T08:15:00Z
                    2026-11-30T08:15Z                   | 2026-11-30T08:15:00Z
                    2026-11-30                          | 2026-11-30T00:00:00Z
                    2026-11-30T08:15:00+01:00           | 2026-11-30T07:15:00Z
                    2026-11-30T08:15:00+0100            | 2026-11-30T07:15:00Z
                    2026-11-30T08:15:00+01              | 2026-11-30T07:15:00Z
                    2026-11-30T08:15:00-05:30           | 2026-11-30T13:45:00Z
                    2026-11-30T08:15:00-00:00           | 2026-11-30T08:15:00Z
                    2026-11-30T08:15:00+18:00           | 2026-11-29T14:15:00Z
                    2026-11-30T08:15:00-18:00           | 2026-12-01T02:15:00Z
                    2026-11-30T08:15:00.1Z              | 2026-11-30T08:15:00.100Z
                    2026-11-30T08:15:00.123Z            | 2026-11-30T08:15:00.123Z
                    2026-11-30T08:15:00,123Z            | 2026-11-30T08:15:00.123Z
                    2026-11-30T08:15:00.123456Z         | 2026-11-30T08:15:00.123456Z
                    2026-11-30T08:15:00.1234567Z        | 2026-11-30T08:15:00.123456Z
                    2026-11-30T08:15:00.123456789Z      | 2026-11-30T08:15:00.123456Z
                    2026-11-30T08:15:00.999999999+01:00 | 2026-11-30T07:15:00.999999Z
                    2026-11-30T08:15:00.123+0100        | 2026-11-30T07:15:00.123Z
                    1969-12-31T23:59:59.9999999Z        | 1969-12-31T23:59:59.999999Z
                    1969-12-31T23:59:59.0000019Z        | 1969-12-31T23:59:59.000001Z
                    1970-01-01T00:00:00Z                | 1970-01-01T00:00:00Z
                    0001-01-01T00:00:00Z                | 0001-01-01T00:00:00Z
                    0001-01-01T01:00:00+01:00           | 0001-01-01T00:00:00Z
                    9999-12-31T23:59:59.999999999Z      | 9999-12-31T23:59:59.999999Z
                    2024-02-29T12:00:00Z                | 2024-02-29T12:00:00Z
                    2000-02-29                          | 2000-02-29T00:00:00Z
                    """)
    void readsIsoInAllItsSpellings(String text, String instant) {
        long micros = Timestamps.parse(text, ZoneOffset.UTC);
        char[] padded = ("9" + text + "9").toCharArray();

        assertThat(Timestamps.format(micros)).isEqualTo(instant);
        assertThat(Instant.EPOCH.plus(micros, ChronoUnit.MICROS)).isEqualTo(Instant.parse(instant));
        assertThat(Timestamps.parse(padded, 1, text.length(), ZoneOffset.UTC)).isEqualTo(micros);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2026-07-01T12:00:00       | 2026-07-01T10:00:00Z
                    2026-12-01                | 2026-11-30T23:00:00Z
                    2026-07-01T12:00:00.5Z    | 2026-07-01T12:00:00.500Z
                    1950-01-01T00:00:00.7     | 1949-12-31T23:00:00.700Z
                    2026-10-25T02:30:00       | 2026-10-25T00:30:00Z
                    2026-03-29T02:30:00       | 2026-03-29T01:30:00Z
                    """)
    void aTextWithoutOffsetIsWallClockTimeInTheZone(String text, String instant) {
        assertThat(Timestamps.format(Timestamps.parse(text, BERLIN))).isEqualTo(instant);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                            | it is empty
                    2026-02-29T00:00:00Z          | there is no day 29 in that month, which ends on the 28th
                    1900-02-29                    | there is no day 29
                    2026-04-31T00:00:00Z          | there is no day 31 in that month, which ends on the 30th
                    2026-00-10T00:00:00Z          | the month is 0, it must be from 1 to 12
                    2026-13-10T00:00:00Z          | the month is 13
                    2026-01-00T00:00:00Z          | the day is 0
                    2026-01-32T00:00:00Z          | the day is 32
                    2026-01-01T24:00:00Z          | the hour is 24, it must be from 0 to 23
                    2026-01-01T12:60:00Z          | the minute is 60
                    2026-01-01T12:00:60Z          | the second is 60
                    2026-01-01T12:00:00+19:00     | the offset's hour is 19
                    2026-01-01T12:00:00+18:30     | the offset must be at most 18:00
                    2026-01-01T12:00:00+01:60     | the offset's minute is 60
                    2026-01-01T12:00:00+1         | the text ends where the offset's hour in 2 digits is expected
                    2026-01-01T12:00:00+01:       | the text ends where the offset's minute
                    2026-01-01T12:00:00Zjunk      | at character 21 there is 'j' where the end is expected
                    2026-01-01T12:00:00 UTC       | at character 20 there is ' ' where the end, Z, or an offset
                    2026-01-01T12:00:00.1234567890Z | it has 10 fraction digits; at most 9
                    2026-01-01T12                 | the text ends where ':' after the hour
                    2026-01-01X12:00:00Z          | at character 11 there is 'X' where T or a blank
                    2026-1-1                      | at character 7 there is '-' where the month in 2 digits
                    2026/01/01T12:00:00Z          | at character 5 there is '/' where '-' after the year
                    01.02.2026                    | the year in 4 digits
                    0000-01-01T00:00:00Z          | the year is 0, it must be from 1 to 9999
                    10000-01-01T00:00:00Z         | the year must be from 0001 to 9999
                    -0001-01-01T00:00:00Z         | the year must be from 0001 to 9999
                    +2026-01-01T00:00:00Z         | the year must be from 0001 to 9999, without a sign
                    0001-01-01T00:00:00+01:00     | in UTC it lies outside the years 0001 to 9999
                    9999-12-31T23:30:00-01:00     | in UTC it lies outside the years 0001 to 9999
                    1796026500                    | at character 5 there is '0' where '-' after the year
                    yesterday                     | at character 1 there is 'y' where the year in 4 digits
                    ２026-01-01T00:00:00Z          | the year in 4 digits
                    """)
    void badTextIsRefusedWithAReason(String text, String reason) {
        assertThatThrownBy(() -> Timestamps.parse(text, ZoneOffset.UTC))
                .isInstanceOfSatisfying(
                        BadTimeException.class, e -> assertThat(e.reason()).contains(reason))
                .hasMessageStartingWith("'" + text + "' is no timestamp: ");
        assertThatThrownBy(() -> Timestamps.parse(text.toCharArray(), 0, text.length(), ZoneOffset.UTC))
                .isInstanceOf(BadTimeException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void aLongTextIsCutInTheMessage() {
        assertThatThrownBy(() -> Timestamps.parse("x".repeat(10_000), ZoneOffset.UTC))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).contains("xxx..."));
    }

    @Test
    void everyInstantInRangeComesBackFromItsText() {
        Random random = new Random(SEED);
        for (int i = 0; i < CASES; i++) {
            long micros = random.nextLong(Timestamps.MIN, Timestamps.MAX + 1);
            String text = Timestamps.format(micros);

            assertThat(Timestamps.parse(text, BERLIN))
                    .as("seed %d case %d", SEED, i)
                    .isEqualTo(micros);
            assertThat(text)
                    .as("seed %d case %d", SEED, i)
                    .isEqualTo(Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString());
        }
    }

    @Test
    void theFastWayAndTheThoroughWayAgreeOnMutilatedText() {
        Random random = new Random(SEED);
        String alphabet = "0123456789-+:.TZ ,";
        int taken = 0;
        for (int i = 0; i < CASES; i++) {
            StringBuilder text = new StringBuilder(Timestamps.format(random.nextLong(Timestamps.MIN, Timestamps.MAX)));
            if (random.nextBoolean()) {
                text.setLength(text.length() - 1);
                text.append("+05:30");
            }
            for (int change = random.nextInt(3); change > 0; change--) {
                text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
            }
            long fast = FastTimestamp.parse(text);
            if (fast != FastTimestamp.DECLINED) {
                taken++;
                assertThat(TimeText.micros(text, ZoneOffset.UTC))
                        .as("seed %d case %d: %s", SEED, i, text)
                        .isEqualTo(fast);
            }
        }
        assertThat(taken).isBetween(CASES / 4, CASES - CASES / 8);
    }

    @Test
    void wellFormedMachineTextTakesTheFastWay() {
        assertThat(FastTimestamp.parse("2026-11-30T08:15:00Z")).isNotEqualTo(FastTimestamp.DECLINED);
        assertThat(FastTimestamp.parse("2026-11-30T08:15:00.123Z")).isNotEqualTo(FastTimestamp.DECLINED);
        assertThat(FastTimestamp.parse("2026-11-30T08:15:00.1234567Z")).isNotEqualTo(FastTimestamp.DECLINED);
        assertThat(FastTimestamp.parse("2026-11-30T08:15:00.123456+01:00")).isNotEqualTo(FastTimestamp.DECLINED);
    }

    @Test
    void wallClockTimesAgreeWithTheTimeZoneRules() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            LocalDateTime time = LocalDateTime.ofEpochSecond(random.nextInt(), 0, ZoneOffset.UTC);
            long expected = time.atZone(BERLIN).toEpochSecond() * 1_000_000;

            assertThat(Timestamps.parse(time.toString(), BERLIN))
                    .as("seed %d case %d: %s", SEED, i, time)
                    .isEqualTo(expected);
        }
    }

    @Test
    void anyLongHasAText() {
        assertThat(Timestamps.format(Timestamps.MAX + 1)).isEqualTo("+10000-01-01T00:00:00Z");
        assertThat(Timestamps.format(Timestamps.MIN - 1)).isEqualTo("0000-12-31T23:59:59.999999Z");
        assertThat(Timestamps.format(Long.MAX_VALUE)).isEqualTo("+294247-01-10T04:00:54.775807Z");
        assertThat(Timestamps.format(Long.MIN_VALUE)).isEqualTo("-290308-12-21T19:59:05.224192Z");
    }
}
