package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The page with results: one section for each part of the comparison, which the next run of that part replaces. */
final class ResultsPage {
    private static final String HEAD = """
            # Results

            Written by `benchmarks/compare`; do not edit. Only the ratios within one section mean something: they come from one run on one
            machine. CPU is that of the whole process, from the start of the JVM to its end, without the broker's.
            """;

    private static final String SECTION = "\n## ";

    private final Path file;

    ResultsPage(Path file) {
        this.file = file;
    }

    void replace(String title, String text) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        if (Files.exists(file)) {
            String[] present = Files.readString(file).split(SECTION, -1);
            for (int i = 1; i < present.length; i++) {
                int end = present[i].indexOf('\n');
                sections.put(
                        present[i].substring(0, end),
                        present[i].substring(end + 1).strip());
            }
        }
        sections.put(title, text.strip());
        StringBuilder page = new StringBuilder(HEAD);
        sections.forEach((name, body) ->
                page.append(SECTION).append(name).append("\n\n").append(body).append('\n'));
        Files.writeString(file, page);
    }
}
