package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadingLineTest {
    private final StringWriter text = new StringWriter();
    private final AtomicLong nanos = new AtomicLong();

    private void read(boolean shown) {
        ReadingLine line = new ReadingLine(new PrintWriter(text, true), shown, nanos::get);
        line.expect(4_096);
        for (int i = 0; i < 3_000; i++) {
            nanos.addAndGet(1_000_000);
            line.count();
        }
        line.close();
    }

    @Test
    void longReadingTellsHowFarItIsAndIsWipedAtTheEnd() {
        read(true);
        assertThat(text.toString())
                .startsWith("\r1,024 of 4,096 messages read, 1,000/s (ETA 4 s) ")
                .contains("\r2,048 of 4,096 messages read, 1,000/s (ETA 3 s) ")
                .endsWith(" \r");
    }

    @Test
    void nobodyIsToldWhenNobodyLooks() {
        read(false);
        assertThat(text.toString()).isEmpty();
    }
}
