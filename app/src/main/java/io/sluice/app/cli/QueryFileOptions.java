package io.sluice.app.cli;

import io.sluice.app.file.QueryFile;
import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.run.QueryCompiler;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The query file and what replaces parts of it. */
final class QueryFileOptions {
    @Parameters(index = "0", paramLabel = "FILE", description = "the query file")
    private Path file = Path.of("");

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "replace or add a setting before the file is checked, by its path: --set trigger=availableNow. May be repeated")
    private Map<String, String> overrides = new LinkedHashMap<>();

    /** @throws QueryFileException with every problem, those of the SQL as well */
    QueryFile read() throws QueryFileException {
        return read(Map.of());
    }

    /** @param options settings that other options of the command line stand for; {@code --set} comes after them */
    QueryFile read(Map<String, String> options) throws QueryFileException {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.putAll(overrides);
        try {
            return QueryFileReader.read(file, all);
        } catch (QueryFileException refused) {
            throw QueryCompiler.completed(refused);
        }
    }
}
