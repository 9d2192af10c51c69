package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndOnSignalTest {
    private final List<Integer> halts = new ArrayList<>();
    private final EndOnSignal signal = new EndOnSignal(halts::add);

    @Test
    void runThatHasEndedByItselfDoesNotCutOtherHooks() {
        signal.ended(ExitCode.FAILED);
        signal.end();
        assertThat(halts).isEmpty();
    }

    @Test
    void signalDuringTheStartEndsTheProcess() {
        signal.end();
        assertThat(halts).containsExactly(ExitCode.SUCCESS.code());
    }
}
