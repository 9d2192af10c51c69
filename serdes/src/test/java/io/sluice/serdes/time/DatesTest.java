package io.sluice.serdes.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatesTest {
    @Test
    void everyDayOfTheCalendarAgreesWithJavaTime() {
        LocalDate last = LocalDate.of(9999, 12, 31);
        for (LocalDate day = LocalDate.of(1, 1, 1); !day.isAfter(last); day = day.plusDays(1)) {
            int days = (int) day.toEpochDay();
            if (Calendar.days(day.getYear(), day.getMonthValue(), day.getDayOfMonth()) != days) {
                throw new AssertionError(day.toString());
            }
        }
    }

    @Test
    void everyThirdDayComesBackFromItsText() {
        int last = (int) LocalDate.of(9999, 12, 31).toEpochDay();
        for (int days = (int) LocalDate.of(1, 1, 1).toEpochDay(); days <= last; days += 3) {
            String text = Dates.format(days);
            if (Dates.parse(text) != days
                    || !text.equals(LocalDate.ofEpochDay(days).toString())) {
                throw new AssertionError(days + ": " + text);
            }
        }
    }

    @Test
    void daysBeyondTheReadableYearsAreWrittenAsJavaTimeWritesThem() {
        for (int days : new int[] {Integer.MIN_VALUE, -800_000, 3_000_000, Integer.MAX_VALUE}) {
            assertThat(Dates.format(days)).isEqualTo(LocalDate.ofEpochDay(days).toString());
        }
    }

    @Test
    void aPartOfAnArrayIsRead() {
        assertThat(Dates.parse("\"1970-01-02\"".toCharArray(), 1, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                   | it is empty; write it as 2026-11-30
                    2026-02-30           | there is no day 30
                    2026-11-30T00:00:00Z | at character 11 there is 'T' where the end is expected
                    2026-11              | the text ends where '-' after the month is expected
                    30.11.2026           | the year in 4 digits
                    0000-01-01           | the year is 0
                    """)
    void badTextIsRefusedWithAReason(String text, String reason) {
        assertThatThrownBy(() -> Dates.parse(text))
                .isInstanceOf(BadTimeException.class)
                .hasMessageStartingWith("'" + text + "' is no date: ")
                .hasMessageContaining(reason);
    }
}
