package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.run.DeadLetters;
import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DeadLetterListTest {
    private final DeadLetterList list = new DeadLetterList(2);

    private void add(long offset, String column, String reason, String value, boolean passed) {
        list.add(new DeadLetters.Letter(
                new StreamingQuery.DeadLetter(
                        "2026-11-30T08:15:0" + offset + "Z",
                        "readings-0 offset " + offset,
                        "DECODE",
                        column,
                        reason,
                        value),
                passed));
    }

    private String printed() {
        StringWriter text = new StringWriter();
        list.print("q-dead-letters", new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void newestAreShownBehindTheCountsOfAll() {
        add(1, "TemperatureC", "\"-18,5\" where a number is expected", "{\"t\":\"-18,5\"}", true);
        add(2, "", "the message is blank", "", false);
        add(3, "TemperatureC", "\"cold\" where a number is expected", "{\"t\":\"cold\"}", false);
        assertThat(printed()).isEqualTo("""
                Letters  Stage   Column        Reason                          Last
                -------  ------  ------------  ------------------------------  --------------------
                      2  DECODE  TemperatureC  "\u2026" where a number is expected  2026-11-30T08:15:03Z
                      1  DECODE                the message is blank            2026-11-30T08:15:02Z

                2026-11-30T08:15:03Z  readings-0 offset 3  DECODE  column TemperatureC
                  reason  "cold" where a number is expected
                  value   {"t":"cold"}

                2026-11-30T08:15:02Z  readings-0 offset 2  DECODE
                  reason  the message is blank
                  value   none

                3 dead letters in topic q-dead-letters, 2 shown; 2 to be sent back by --redrive, when what is wrong is mended
                """);
    }

    @Test
    void emptyTopicIsSaidToBeOne() {
        assertThat(printed()).isEqualTo("no dead letters in topic q-dead-letters\n");
    }

    @Test
    void whatATerminalWouldObeyIsSpeltOut() {
        assertThat(DeadLetterList.shown("a\u001b[2J\nb\u202e", 100)).isEqualTo("a\\u001b[2J\\u000ab\\u202e");
        assertThat(DeadLetterList.shown("abcd", 3)).isEqualTo("abc\u2026");
    }
}
