package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RangesTest {
    @Test
    void neighboursAreOneRange() {
        assertThat(Ranges.of(List.of(0, 1, 2, 3, 7))).isEqualTo("0-3, 7");
        assertThat(Ranges.of(List.of(1, 3, 4))).isEqualTo("1, 3-4");
        assertThat(Ranges.of(List.of(5))).isEqualTo("5");
        assertThat(Ranges.of(List.of())).isEmpty();
    }
}
