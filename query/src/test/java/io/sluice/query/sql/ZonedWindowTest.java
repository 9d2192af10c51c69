package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of days in a zone, and offsets of windows, in both spellings. */
class ZonedWindowTest {
    private static final ZoneId OSLO = ZoneId.of("Europe/Oslo");
    private static final long HOUR = 3_600_000_000L;

    private static QueryPlan tumble(String arguments, Optional<ZoneId> zone) throws SqlException {
        return SqlPlanner.plan(
                "SELECT window_start AS s, window_end AS e, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE readings, "
                        + "DESCRIPTOR(ReadingTime), " + arguments + ")) WHERE window_end > window_start "
                        + "GROUP BY window_start, window_end",
                Samples.SOURCES,
                zone);
    }

    private static QueryPlan spark(String arguments, Optional<ZoneId> zone) throws SqlException {
        return SqlPlanner.plan(
                "SELECT window.start AS s, window.end AS e, COUNT(*) AS n FROM readings GROUP BY window(ReadingTime, "
                        + arguments + ")",
                Samples.SOURCES,
                zone);
    }

    private static Window window(QueryPlan plan) {
        Relation at = plan.root();
        while (!(at instanceof Relation.WindowAggregate)) {
            at = at.inputs().get(0);
        }
        return ((Relation.WindowAggregate) at).window();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            INTERVAL '1' DAY                        | 1 | 0
            INTERVAL 1 DAY                          | 1 | 0
            INTERVAL '1 day'                        | 1 | 0
            '2 days'                                | 2 | 0
            interval '1' week                       | 7 | 0
            '2 weeks'                               | 14 | 0
            INTERVAL '1' DAY, INTERVAL '6' HOUR     | 1 | 6
            '1 day', '-1 hour'                      | 1 | 23
            INTERVAL '7' DAY, INTERVAL '4' DAY      | 7 | 96
            """)
    void sizeOfDaysIsOfDaysOfTheZone(String arguments, int days, long offsetHours) throws SqlException {
        Window expected = new ZonedDays(days, offsetHours * HOUR, OSLO);
        assertThat(window(tumble(arguments, Optional.of(OSLO)))).isEqualTo(expected);
        int offset = arguments.indexOf(',');
        String ofSpark = offset < 0
                ? arguments
                : arguments.substring(0, offset) + ", " + arguments.substring(0, offset) + arguments.substring(offset);
        assertThat(window(spark(ofSpark, Optional.of(OSLO)))).isEqualTo(expected);
        assertThat(window(tumble(arguments, Optional.empty())))
                .as("without a zone")
                .isEqualTo(new Window.Tumbling(days * (24 * HOUR), offsetHours * HOUR));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            INTERVAL '10' MINUTE
            INTERVAL '24' HOUR
            '24 hours'
            '1 day 6 hours'
            INTERVAL '1 00:00:00' DAY TO SECOND
            """)
    void sizeThatIsNotWrittenInDaysIsRefusedUnderAZone(String size) {
        for (boolean spark : new boolean[] {true, false}) {
            SqlException refused = catchThrowableOfType(SqlException.class, () -> {
                var unused = spark ? spark(size, Optional.of(OSLO)) : tumble(size, Optional.of(OSLO));
            });
            assertThat(refused.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.message()).contains("windowTimeZone", "days of a zone");
                assertThat(problem.remedy()).contains("INTERVAL '1' DAY", "delete windowTimeZone");
            });
        }
    }

    @Test
    void planSaysWhoseDaysTheyAre() throws SqlException {
        assertThat(spark("'1 day'", Optional.of(OSLO)).describe()).contains("days 1 in Europe/Oslo on ReadingTime");
        assertThat(spark("'1 day', '1 day', '6 hours'", Optional.of(OSLO)).describe())
                .contains("days 1 in Europe/Oslo offset PT6H on ReadingTime");
        assertThat(spark("'1 day'", Optional.empty()).describe()).contains("tumbling PT24H on ReadingTime");
    }

    @Test
    void fourthArgumentOfSparkAndOfTumbleAlignWindowsAlike() throws SqlException {
        Window aligned = new Window.Tumbling(HOUR, HOUR / 4);
        assertThat(window(spark("'1 hour', '1 hour', '15 minutes'", Optional.empty())))
                .isEqualTo(aligned);
        assertThat(window(tumble("INTERVAL '1' HOUR, INTERVAL '15' MINUTE", Optional.empty())))
                .isEqualTo(aligned);
        assertThat(window(spark("'1 hour', '1 hour', '-45 minutes'", Optional.empty())))
                .isEqualTo(aligned);
        assertThat(window(tumble("INTERVAL '1' HOUR, INTERVAL '135' MINUTE", Optional.empty())))
                .isEqualTo(aligned);
    }
}
