package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../docs/configuration.md");

    @Test
    void committedPageIsWhatTheOptionsSay() throws Exception {
        if ("write".equals(System.getProperty("sluice.docs"))) {
            Files.writeString(PAGE, ConfigurationPage.markdown());
        }
        assertThat(PAGE)
                .as("docs/configuration.md is stale: run this test with -Dsluice.docs=write and commit the file")
                .hasContent(ConfigurationPage.markdown());
    }

    @Test
    void everyOptionIsFullyDescribed() {
        assertThat(Options.ALL).allSatisfy(option -> {
            assertThat(option.description()).as(option.path()).endsWith(".");
            assertThat(option.example()).as(option.path()).isNotBlank();
            assertThat(option.type()).as(option.path()).isNotBlank();
            assertThat(option.required() || !option.defaultText().isEmpty())
                    .as(option.path() + " is required or says what holds without it")
                    .isTrue();
        });
        assertThat(Options.ALL).extracting(Option::path).doesNotHaveDuplicates();
    }
}
