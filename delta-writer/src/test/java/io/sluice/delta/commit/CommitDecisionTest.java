package io.sluice.delta.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitDecisionTest {
    private static final List<Span> SPANS = List.of(new Span("a", 10, 20), new Span("b", 5, 6));

    @ParameterizedTest(name = "[{index}] {0} -> {1}")
    @CsvSource({
        "'',            FENCED",
        "'a=10',        FENCED",
        "'b=5',         FENCED",
        "'a=10 b=5',    PROCEED",
        "'a=20 b=6',    ALREADY_COMMITTED",
        "'a=20 b=6 c=1',ALREADY_COMMITTED",
        "'a=10 b=5 c=1',PROCEED",
        "'a=20',        FENCED",
        "'b=6',         FENCED",
        "'a=20 b=5',    FENCED",
        "'a=10 b=6',    FENCED",
        "'a=15 b=5',    FENCED",
        "'a=9 b=5',     FENCED",
        "'a=21 b=6',    FENCED",
        "'a=0 b=0',     FENCED",
        "'a=0',         FENCED",
    })
    void everyCombinationOfPositions(String positions, CommitDecision expected) {
        assertThat(CommitDecision.of(SPANS, parse(positions))).isEqualTo(expected);
    }

    private static Map<String, Long> parse(String positions) {
        Map<String, Long> parsed = new TreeMap<>();
        Arrays.stream(positions.split(" ", -1))
                .filter(entry -> !entry.isEmpty())
                .forEach(entry -> parsed.put(entry.substring(0, 1), Long.parseLong(entry.substring(2))));
        return parsed;
    }

    @ParameterizedTest(name = "[{index}] {0} -> {1}")
    @CsvSource({
        "'',            PROCEED",
        "'a=0',         PROCEED",
        "'b=5',         FENCED",
        "'b=0',         PROCEED",
        "'a=7',         FENCED",
        "'a=7 b=6',     ALREADY_COMMITTED",
    })
    void absentCountsAsZero(String positions, CommitDecision expected) {
        List<Span> first = List.of(new Span("a", 0, 7), new Span("b", 0, 6));
        assertThat(CommitDecision.of(first, parse(positions))).isEqualTo(expected);
    }

    @Test
    void absentBehindCommittedRowsMeansThatTheTableLostThem() {
        assertThat(CommitDecision.of(List.of(new Span("a", 1_000_000, 1_000_001)), Map.of()))
                .isEqualTo(CommitDecision.FENCED);
    }

    @Test
    void spansHaveToBeThereAndDistinct() {
        assertThatThrownBy(() -> CommitDecision.of(List.of(), Map.of())).isInstanceOf(IllegalArgumentException.class);
        List<Span> twice = List.of(new Span("a", 0, 1), new Span("a", 1, 2));
        assertThatThrownBy(() -> CommitDecision.of(twice, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different transaction ids");
    }

    @Test
    void aSpanRunsForwardFromZeroOn() {
        assertThatThrownBy(() -> new Span("a", 3, 3)).hasMessageContaining("[3, 3)");
        assertThatThrownBy(() -> new Span("a", -1, 3)).hasMessageContaining("[-1, 3)");
        assertThatThrownBy(() -> new Span(" ", 0, 3)).hasMessageContaining("must not be blank");
    }
}
