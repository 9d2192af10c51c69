package io.sluice.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LogSettingsTest {
    @Test
    void wrongWordsAreNamedAllTogether() {
        assertThat(LogSettings.problems(
                        Map.of("SLUICE_LOG_FORMAT", "xml", "SLUICE_LOG", "LOUD", "SLUICE_PROGRESS_LOG", "on")))
                .containsExactly(
                        "SLUICE_LOG_FORMAT = xml: must be text or json; set one of them, or unset it",
                        "SLUICE_LOG = LOUD: must be a level: ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF; set one of them, or unset it",
                        "SLUICE_PROGRESS_LOG = on: must be a level: ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF; set one of them, or unset it");
    }

    @Test
    void wordsThatAreKnownAndNoneAreGood() {
        assertThat(LogSettings.problems(Map.of())).isEmpty();
        assertThat(LogSettings.problems(
                        Map.of("SLUICE_LOG_FORMAT", "json", "SLUICE_LOG", "debug", "SLUICE_PROGRESS_LOG", "INFO")))
                .isEmpty();
    }

    @Test
    void emptyVariablesAreAsGoodAsUnsetOnes() {
        Map<String, String> empty = Map.of("SLUICE_LOG_FORMAT", "", "SLUICE_LOG", " ");
        assertThat(LogSettings.problems(empty)).isEmpty();
        assertThat(LogSettings.forEmpty(empty))
                .containsExactlyInAnyOrderEntriesOf(Map.of("SLUICE_LOG_FORMAT", "text", "SLUICE_LOG", "INFO"));
        assertThat(LogSettings.forEmpty(Map.of("SLUICE_LOG", "WARN"))).isEmpty();
    }
}
