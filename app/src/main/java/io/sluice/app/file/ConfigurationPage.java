package io.sluice.app.file;

import java.util.stream.Collectors;

/** The reference of all settings in Markdown, for docs/configuration.md. */
final class ConfigurationPage {
    private static final String HEAD = """
            # The query file

            This page is written from the list of options in the code. To change it, change `Options.java` and run
            `./mvnw -pl app -am test -Dtest=ConfigurationPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.docs=write`.

            One YAML file describes one query. Durations read as in Spark (`10 minutes`, `1 hour 30 minutes`) and as in
            ISO-8601 (`PT10M`). Keys that are not listed here are errors. All problems of a file are reported at once, each with
            line and column.

            **Values from elsewhere.** In every value except the SQL, `${env:NAME}` stands for an environment variable,
            `${file:/path/to.properties:key}` for a line of a properties file and `${dir:/folder:file}` for the content of a
            file; these are Kafka's own config providers. Where settings are shown, such a value is shown as the placeholder, and
            values that look like secrets are hidden. What a provider says is taken as it is, so a password that holds `${`
            belongs in a variable or a file.

            **Values from the command line.** `--set key=value` replaces or adds one value before the file is checked, with the
            dotted path as the key: `--set sources.readings.watermark.delay="2 minutes"`,
            `--set kafka.bootstrap.servers=host:9092`, `--set trigger=availableNow`. A value in brackets or braces is read as
            YAML: `--set trigger="{processingTime: 10 seconds}"`.

            `<source>`, `<column>` and `<property>` are names of yours.

            """;

    private ConfigurationPage() {}

    static String markdown() {
        return HEAD + Options.ALL.stream().map(ConfigurationPage::entry).collect(Collectors.joining("\n"));
    }

    private static String entry(Option option) {
        String presence = option.required()
                ? "required"
                : "default: " + (option.defaultText().isEmpty() ? "none" : option.defaultText());
        return "## `" + option.path() + "`\n\n" + option.type() + "; " + presence + "\n\n" + option.description()
                + "\n\n```yaml\n" + (option.isNameOfTheUser() ? "" : option.name() + ": ") + option.example()
                + "\n```\n";
    }
}
