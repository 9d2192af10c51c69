package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadLetterCountsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "x" where a number is expected                  | "\u2026" where a number is expected
            line 2: "a \\" b" where a number is expected     | line # "\u2026" where a number is expected
            the event time 2026-11-13T09:02:00Z is more than | the event time # is more than
            byte 0xe9 at position 17 is not UTF-8           | byte # at position # is not UTF-8
            the message is UTF-16 or UTF-32, byte 17        | the message is UTF-16 or UTF-32, byte #
            the message has no data or data_base64          | the message has no data or data_base64
            column 'b2': r[0]: -7 is out of range           | column 'b2': r[#]: # is out of range
            """)
    void reasonsThatDifferInValuesAndPlacesAreOfOneKind(String reason, String kind) {
        assertThat(DeadLetterCounts.kind(reason)).isEqualTo(kind);
    }

    @Test
    void kindsAreCountedAndTheMostFrequentComesFirst() {
        DeadLetterCounts counts = new DeadLetterCounts();
        counts.add(letter("01:00", "a", "5 is out of range"));
        counts.add(letter("02:00", "b", "5 is out of range"));
        counts.add(letter("03:00", "b", "6 is out of range"));
        StringWriter text = new StringWriter();
        counts.print(new PrintWriter(text, true));
        assertThat(text.toString().lines().skip(2))
                .containsExactly(
                        "      2  DECODE  b       # is out of range  03:00",
                        "      1  DECODE  a       # is out of range  01:00");
    }

    private static StreamingQuery.DeadLetter letter(String time, String column, String reason) {
        return new StreamingQuery.DeadLetter(time, "t-0 offset 1", "DECODE", column, reason, "");
    }
}
