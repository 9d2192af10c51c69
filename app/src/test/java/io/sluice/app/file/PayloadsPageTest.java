package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.run.QueryCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example of docs/payloads.md is a part of a source that can be read, or a query that can be planned. */
class PayloadsPageTest {
    private static final Pattern QUERY = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    static Stream<String> examples() throws Exception {
        String page = Files.readString(Path.of("../docs/payloads.md"));
        return EXAMPLE.matcher(page).results().map((MatchResult example) -> example.group(1));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleCanBeRead(String example) throws Exception {
        String file = """
                name: q
                kafka: embedded
                sources:
                  readings:
                    kafka: {topic: t}
                %s
                query: SELECT 1
                sink: {delta: {path: t}}
                checkpointLocation: c
                """.formatted(example.strip().indent(4).stripTrailing());
        assertThat(QueryFiles.problems(folder, file)).isEmpty();
    }

    static Stream<String> queries() throws Exception {
        String page = Files.readString(Path.of("../docs/payloads.md"));
        return QUERY.matcher(page).results().map((MatchResult query) -> query.group(1));
    }

    /** Over the columns of the example of nested ones, in front of them. */
    @ParameterizedTest
    @MethodSource("queries")
    void queryCanBePlanned(String query) throws Exception {
        String source = examples()
                .filter(example -> example.contains("Device: \"struct<"))
                .findFirst()
                .orElseThrow();
        Path file = Files.writeString(folder.resolve("query.yaml"), """
                name: q
                kafka: embedded
                sources:
                  readings:
                    kafka: {topic: t}
                    watermark: {column: ReadingTime, delay: 1 minute}
                %s
                query: |
                %s
                sink: {delta: {path: t}}
                checkpointLocation: c
                """.formatted(
                        source.strip().indent(4).stripTrailing(),
                        query.strip().indent(2).stripTrailing()));
        assertThat(QueryCompiler.compile(QueryFileReader.read(file, Map.of()))
                        .plan()
                        .schema()
                        .width())
                .isGreaterThan(3);
    }

    @Test
    void thereAreExamples() throws Exception {
        assertThat(queries()).hasSizeGreaterThanOrEqualTo(2);
        List<String> examples = examples().toList();
        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(example -> assertThat(example).contains("schema:"));
    }
}
