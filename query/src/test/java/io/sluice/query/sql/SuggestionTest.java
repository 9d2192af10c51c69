package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    private static final List<String> NAMES = List.of("UnitId", "TemperatureC", "ReadingTime");

    @Test
    void nearNamesAreSuggested() {
        assertThat(Suggestion.nearest("unitid", NAMES)).hasValue("UnitId");
        assertThat(Suggestion.nearest("UnitdI", NAMES)).hasValue("UnitId");
        assertThat(Suggestion.nearest("TempratureC", NAMES)).hasValue("TemperatureC");
        assertThat(Suggestion.nearest("reading_time", NAMES)).hasValue("ReadingTime");
    }

    @Test
    void farNamesAreNot() {
        assertThat(Suggestion.nearest("Humidity", NAMES)).isEmpty();
        assertThat(Suggestion.nearest("x", List.of())).isEmpty();
    }
}
