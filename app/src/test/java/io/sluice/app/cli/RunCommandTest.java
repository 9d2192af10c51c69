package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.run.RunTotals;
import org.junit.jupiter.api.Test;

class RunCommandTest {
    @Test
    void endOfARunTellsWhatItDid() {
        assertThat(RunCommand.end(new RunTotals(13_200, 1, 7)))
                .isEqualTo("13,200 read, 1 row written, table at version 7");
        assertThat(RunCommand.end(new RunTotals(0, 0, -1))).isEqualTo("0 read, 0 rows written, table at version -");
    }
}
