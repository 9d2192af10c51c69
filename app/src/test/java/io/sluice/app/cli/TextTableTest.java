package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private final TextTable table = new TextTable(List.of("Letters", "Reason", "Last"));

    @BeforeEach
    void fill() {
        table.add(List.of("1,044", "the message is not JSON, at byte 0", "2026-11-30T16:05:19Z"));
        table.add(List.of("2", "x".repeat(40), "2026-11-30T16:05:20Z"));
    }

    private String printed(int width) {
        StringWriter text = new StringWriter();
        table.print(new PrintWriter(text, true), width);
        return text.toString();
    }

    @Test
    void textsGoOnInFurtherLinesWhereThereIsNoRoom() {
        assertThat(printed(51)).isEqualTo("""
                Letters  Reason                Last
                -------  --------------------  --------------------
                  1,044  the message is not    2026-11-30T16:05:19Z
                         JSON, at byte 0
                      2  xxxxxxxxxxxxxxxxxxxx  2026-11-30T16:05:20Z
                         xxxxxxxxxxxxxxxxxxxx
                """);
    }

    @Test
    void thereIsALineForEachRowWhereThereIsRoom() {
        assertThat(printed(71)).hasLineCount(4).contains("  1,044  the message is not JSON, at byte 0        2026");
        assertThat(printed(Integer.MAX_VALUE)).isEqualTo(printed(71));
    }

    @Test
    void numbersAreNeverBroken() {
        assertThat(printed(5).lines())
                .allMatch(line -> line.length() <= 7 + 2 + 12 + 2 + 12)
                .contains("  1,044  the message   2026-11-30T1");
    }
}
