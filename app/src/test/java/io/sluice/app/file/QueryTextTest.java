package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTextTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query: |\n  SELECT a,\n\n      MARK AS b\n  FROM r\n",
                "query: |  # MARK in a comment is not meant\n  SELECT a,\n      MARK AS b\n  FROM r\n",
                "query: |2-\n    SELECT a,\n      MARK AS b\n",
                "query:\n  |+\n     SELECT a,\n\n\n     MARK AS b\n\n\n",
                "query: >\n  SELECT a,\n  MARK AS b\n  FROM r\n",
                "query: >-\n  SELECT a,\n\n  MARK AS b\n",
                "query: SELECT a, MARK AS b\n",
                "query: SELECT a,\n  MARK AS b\n",
                "query: \"SELECT a,\n  MARK AS b\"\n",
                "query: 'SELECT ''x'', MARK AS b'\n",
                "query: \"SELECT \\\"x\\\", MARK AS b\"\n"
            })
    void wordOfTheSqlIsFoundInTheFile(String entry) throws Exception {
        String yaml = QueryFiles.FULL.replaceAll("query: \\|\n.*\n.*\n", Matcher.quoteReplacement(entry));
        QueryText query = QueryFiles.read(folder, yaml).query();
        assertThat(query.locate(lineOf(query.text()), columnOf(query.text())))
                .isEqualTo(new Position(lineOf(yaml), columnOf(yaml)));
    }

    private static int lineOf(String text) {
        return (int) text.substring(0, text.lastIndexOf("MARK"))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
    }

    private static int columnOf(String text) {
        int at = text.lastIndexOf("MARK");
        return at - text.lastIndexOf('\n', at);
    }

    @Test
    void everyCharacterOfABlockIsPlacedExactly() throws Exception {
        QueryText query = QueryFiles.read(folder, QueryFiles.FULL).query();
        List<String> file = QueryFiles.FULL.lines().toList();
        List<String> sql = query.text().lines().toList();
        int first = file.indexOf("  " + sql.get(0)) + 1;
        assertThat(first).isPositive();
        for (int line = 1; line <= sql.size(); line++) {
            for (int column = 1; column <= sql.get(line - 1).length() + 1; column++) {
                assertThat(query.locate(line, column))
                        .as("line %d column %d", line, column)
                        .isEqualTo(new Position(first + line - 1, column + 2));
            }
        }
    }

    @Test
    void placesBehindTheTextAreTheLastOnes() throws Exception {
        QueryText query = QueryFiles.read(folder, QueryFiles.FULL).query();
        Position end = query.locate(2, "FROM readings".length() + 1);
        assertThat(query.locate(3, 1)).isEqualTo(end);
        assertThat(query.locate(99, 99)).isEqualTo(end);
        assertThat(query.locate(99, 1)).isEqualTo(end);
    }

    @Test
    void problemOfTheSqlIsRenderedLikeTheOthers() throws Exception {
        QueryText query = QueryFiles.read(folder, QueryFiles.FULL).query();
        assertThat(query.problem(2, 6, "there is no table", "write readings").render(Path.of("x/q.yaml")))
                .isEqualTo("x/q.yaml:24:8: query: there is no table; write readings");
    }
}
