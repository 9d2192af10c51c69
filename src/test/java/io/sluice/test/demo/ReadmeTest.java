package io.sluice.test.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.file.QueryFile;
import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.run.QueryCompiler;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages tell a reader to type must work. */
class ReadmeTest {
    private static final Path ROOT = Path.of("../..");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(?:\\./|/)sluice ([a-z]+)([^\n`#]*)");
    private static final Pattern OPTION = Pattern.compile("--[a-z-]+");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    @Test
    void queryFileOfTheTourIsTheShippedExample() throws IOException {
        List<String> blocks = YAML.matcher(Files.readString(ROOT.resolve("README.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).containsExactly(Files.readString(ROOT.resolve("examples/page-views.yaml")));
    }

    private static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesAreReadWithoutAnyProblem(Path example) throws QueryFileException {
        QueryFile read = QueryFileReader.read(example, Map.of("kafka", "{bootstrap.servers: \"localhost:9092\"}"));
        assertThat(QueryCompiler.compile(read).name()).isEqualTo(read.name());
    }

    @Test
    void commandsOfTheReadmeExistWithTheirOptions(@TempDir Path folder) throws IOException {
        Map<String, Set<String>> commands = new TreeMap<>();
        COMMAND.matcher(Files.readString(ROOT.resolve("README.md"))).results().forEach(command -> {
            Set<String> options = commands.computeIfAbsent(command.group(1), name -> new TreeSet<>());
            OPTION.matcher(command.group(2)).results().map(MatchResult::group).forEach(options::add);
        });
        assertThat(commands).containsKeys("demo", "check", "run", "windows", "table", "progress", "reset");
        commands.forEach((name, options) -> {
            try (ChildProcess help =
                    Launch.product("io.sluice.app.Main", name, "--help").start(folder, name)) {
                help.awaitExit(0, LONG);
                assertThat(options)
                        .as(help.describe("options"))
                        .allMatch(option -> help.output().contains(option));
            }
        });
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(Path page) throws IOException {
        assertThat(LINK.matcher(Files.readString(page)).results().map(link -> link.group(1)))
                .allSatisfy(link -> assertThat(page.resolveSibling(link))
                        .as("link to %s", link)
                        .exists());
    }
}
