package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.calcite.sql.parser.SqlParserPos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "a == b|a = b",
                "a <=> b|a  IS NOT DISTINCT FROM  b",
                "\"x\"\"y`\"|`x\"y```",
                "'it\\'s'|'it''s'",
                "'a\\\\b'|'a\\b'",
                "'a\\%b'|'a\\%b'",
                "'a\\u0041'|'aA'",
                "'a''b'|'a''b'",
                "10L|CAST(10 AS BIGINT)",
                "1.5e-3D|CAST(1.5e-3 AS DOUBLE)",
                "window.start|`window`.`start`",
                "date > DATE '2026-01-01'|`date` > DATE '2026-01-01'",
                "CAST(x AS date)|CAST(x AS date)",
                "x::date|x::date",
                "x AS date, y|x AS `date`, y",
                "WITH LOCAL TIME ZONE|WITH LOCAL TIME ZONE",
                "t.value|t.`value`",
                "1.5|1.5",
                "INTERVAL '10 minutes'|INTERVAL '600' SECOND",
                "INTERVAL '10' MINUTE|INTERVAL '10' MINUTE",
            })
    void spellingIsMadeCalcites(String source, String text) throws BadTokenException {
        assertThat(SqlText.of(source).text()).isEqualTo(text);
    }

    @Test
    void semicolonAtTheEndAndCommentsVanish() throws BadTokenException {
        String text = SqlText.of("a -- b\n/* c\n */ d ; \n").text();
        assertThat(text.lines().map(String::strip)).containsExactly("a", "", "d");
    }

    @Test
    void placesLeadBackToTheSource() throws BadTokenException {
        String source = "a == 'it\\'s'\n  <=> \"b\" -- c\n + /* d\n */ window";
        SqlText text = SqlText.of(source);
        int line = (int) text.text().chars().filter(c -> c == '\n').count() + 1;
        int column = text.text().length() - text.text().lastIndexOf('\n') - "`window`".length();
        assertThat(text.position(new SqlParserPos(line, column))).isEqualTo(new Position(4, 5));
        assertThat(text.position(new SqlParserPos(1, 5))).isEqualTo(new Position(1, 6));
        assertThat(text.position(new SqlParserPos(2, 4))).isEqualTo(new Position(2, 3));
        assertThat(text.source(new SqlParserPos(1, 5, 1, 11))).isEqualTo("'it\\'s'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {"a 'b|1|3", "a 'b\\'|1|3", "a \"b|1|3", "`|1|1", "a /* b|1|3", "a 12ab|1|3"})
    void brokenTokenIsReportedWhereItBegins(String source, int line, int column) {
        assertThatThrownBy(() -> SqlText.of(source)).isInstanceOfSatisfying(BadTokenException.class, e -> {
            assertThat(e.problem().line()).isEqualTo(line);
            assertThat(e.problem().column()).isEqualTo(column);
        });
    }
}
