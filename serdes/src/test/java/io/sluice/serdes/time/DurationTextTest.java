package io.sluice.serdes.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    10 minutes                       | PT10M
                    1 minute                         | PT1M
                    10 MINUTES                       | PT10M
                    1 hour 30 minutes                | PT1H30M
                    interval 10 minutes              | PT10M
                    INTERVAL 1 Hour                  | PT1H
                    15 min                           | PT15M
                    500 milliseconds                 | PT0.5S
                    2 days                           | PT48H
                    1 week                           | PT168H
                    3 weeks 1 day                    | PT528H
                    10 microseconds                  | PT0.00001S
                    1 microsecond                    | PT0.000001S
                    1000 nanoseconds                 | PT0.000001S
                    1.5 seconds                      | PT1.5S
                    0.5 hours                        | PT30M
                    0 seconds                        | PT0S
                    -5 minutes                       | PT-5M
                    1 hour -30 minutes               | PT30M
                    - 5 minutes                      | PT-5M
                    2m                               | PT2M
                    90s                              | PT1M30S
                    1h30m                            | PT1H30M
                    250ms                            | PT0.25S
                    1 hr 2 mins 3 secs 4 millis 5 micros | PT1H2M3.004005S
                    '  10   minutes  '               | PT10M
                    PT10M                            | PT10M
                    pt10m                            | PT10M
                    PT1H30M                          | PT1H30M
                    P2D                              | PT48H
                    P1DT12H                          | PT36H
                    P1W                              | PT168H
                    PT0.5S                           | PT0.5S
                    PT1,5S                           | PT1.5S
                    PT-5S                            | PT-5S
                    -PT5S                            | PT-5S
                    -PT-5S                           | PT5S
                    9223372036854775807 microseconds | PT2562047788H54.775807S
                    """)
    void readsSparksSpellingAndIso(String text, Duration duration) {
        assertThat(DurationText.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''              | it is empty
                    '   '           | it is empty
                    10              | the number 10 has no unit
                    1 hour 30       | the number 30 has no unit
                    minutes         | 'minutes' is neither
                    ten minutes     | 'ten minutes' is neither
                    interval        | 'interval' is neither
                    10 minuts       | there is no unit 'minuts'
                    10 minutes, 5 s | '10 minutes, 5 s' is neither
                    10 minutes and 5 seconds | 'and 5 seconds' is neither
                    1 month         | unit 'month' has no fixed length: write days
                    2 Years         | unit 'years' has no fixed length: write days
                    P1M             | years and months have no fixed length: write days
                    P1Y             | years and months have no fixed length
                    P1Y2DT3H        | years and months have no fixed length
                    P               | is neither
                    PT              | is neither
                    P1DT            | is neither
                    PT1.5M          | is neither
                    1 nanosecond    | a whole number of microseconds
                    PT0.0000001S    | a whole number of microseconds
                    9223372036854775808 microseconds | less than 292,000 years
                    99999999999 weeks | less than 292,000 years
                    10 minutes minutes | 'minutes' is neither
                    1..5 seconds    | is neither
                    １０ minutes     | is neither
                    """)
    void badTextIsRefusedWithTheValueAndTheRule(String text, String reason) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is no duration: ")
                .hasMessageContaining(reason);
    }

    @Test
    void theMessageNamesTheAcceptedForms() {
        assertThatThrownBy(() -> DurationText.parse("10 minuts"))
                .hasMessageContainingAll("'10 minutes'", "'1 hour 30 minutes'", "PT10M", "millisecond");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    PT10M           | 10 minutes
                    PT1M            | 1 minute
                    PT1H30M         | 1 hour 30 minutes
                    PT24H           | 1 day
                    PT168H          | 7 days
                    PT0S            | 0 seconds
                    PT0.5S          | 500 milliseconds
                    PT1.000001S     | 1 second 1 microsecond
                    PT0.000000001S  | 1 nanosecond
                    PT-5M           | -5 minutes
                    PT-1H-30M       | -1 hour -30 minutes
                    """)
    void writesSparksSpelling(Duration duration, String text) {
        assertThat(DurationText.format(duration)).isEqualTo(text);
    }

    @Test
    void whatWasWrittenIsReadBackTheSame() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            Duration duration = Duration.of(random.nextLong() >> random.nextInt(64), ChronoUnit.MICROS);

            assertThat(DurationText.parse(DurationText.format(duration)))
                    .as("seed %d case %d", SEED, i)
                    .isEqualTo(duration);
            assertThat(DurationText.parse(duration.toString()))
                    .as("ISO, seed %d case %d", SEED, i)
                    .isEqualTo(duration);
        }
    }
}
