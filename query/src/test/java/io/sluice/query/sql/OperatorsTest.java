package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.sql.Table.Case;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OperatorsTest {
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "MIN", "MAX", "AVG", "WINDOW");

    @Test
    void everyFunctionThatIsOfferedHasACase() {
        String table = Table.lines("expressions.txt").stream()
                .map(Case::input)
                .collect(Collectors.joining("\n"))
                .toUpperCase(Locale.ROOT);
        List<String> untested = Operators.functions().stream()
                .filter(function -> !AGGREGATES.contains(function) && !table.contains(function + "("))
                .toList();
        assertThat(untested).isEmpty();
    }
}
