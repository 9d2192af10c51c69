package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.run.RunTotals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunCommandTest {
    @Test
    void endOfARunTellsWhatItDid() {
        assertThat(RunCommand.end(new RunTotals(13_200, 1, 7), Duration.ofMillis(3_440), Duration.ofMillis(4_060)))
                .isEqualTo("13,200 read, 1 row written, table at version 7; 3.4 s, 4.1 s of CPU");
        assertThat(RunCommand.end(new RunTotals(0, 0, -1), Duration.ZERO, Duration.ZERO))
                .isEqualTo("0 read, 0 rows written, table at version -; 0.0 s, 0.0 s of CPU");
    }
}
