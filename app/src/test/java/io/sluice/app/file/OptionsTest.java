package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OptionsTest {
    private static final Map<String, String> NAMES =
            Map.of("<source>", "readings", "<column>", "TemperatureC", "<id>", "7");
    private static final Map<String, String> PROPERTIES = Map.of(
            "kafka.<property>", "security.protocol",
            "streams.<property>", "num.stream.threads",
            "sink.delta.tableProperties.<property>", "delta.appendOnly");

    @TempDir
    Path folder;

    static Stream<Option> options() {
        return Options.ALL.stream();
    }

    /** No option takes a list in a list, so one that is listed and read must complain. */
    @ParameterizedTest
    @MethodSource("options")
    void optionThatIsListedIsRead(Option option) throws Exception {
        String path = pathInTheFullFile(option);
        List<String> problems = QueryFiles.problems(folder, QueryFiles.FULL, Map.of(path, "[[nonsense]]"));
        assertThat(problems)
                .as("problems when %s is nonsense", path)
                .anySatisfy(problem -> assertThat(problem).startsWith("--set: " + path + " = "));
    }

    private static String pathInTheFullFile(Option option) {
        String path = option.path();
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            path = path.replace(name.getKey(), name.getValue());
        }
        return path.replace("<property>", PROPERTIES.getOrDefault(option.path(), ""));
    }

    @Test
    void optionThatIsReadMustBeListed() {
        assertThatThrownBy(() -> Options.of("sink.delta.colour"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sink.delta.colour");
    }

    @ParameterizedTest
    @MethodSource("options")
    void absenceIsReportedWithAnExampleWhenTheOptionIsRequired(Option option) {
        Field absent = new Field(new Problems(), "p", option, Optional.empty(), Position.START);
        absent.scalar();
        assertThat(absent.problems().inOrderOfTheFile().stream().map(Problem::remedy))
                .allSatisfy(remedy -> assertThat(remedy).isEqualTo("write for example " + absent.example()));
        assertThat(absent.problems().isEmpty()).isEqualTo(!option.required());
    }
}
