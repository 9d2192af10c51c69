package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.Timestamps;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTimeExpressionTest {
    private static final String READING_TIME = "2026-11-13T08:00:00Z";
    private static final String OTHER_TIME = "2026-11-13T09:30:00Z";

    private static RowExpression compiled(String expression) throws SqlException {
        return SqlPlanner.eventTime(expression, "readings", Samples.SCHEMA);
    }

    private static String value(String expression, boolean other) throws SqlException {
        Row row = new Row(Samples.SCHEMA.width() + 1);
        row.setLong(2, Timestamps.parse(READING_TIME, ZoneOffset.UTC));
        row.setLong(4, 2);
        row.setLong(9, 20_000);
        if (other) {
            row.setLong(3, Timestamps.parse(OTHER_TIME, ZoneOffset.UTC));
        }
        RowExpression compiled = compiled(expression);
        assertThat(compiled.type()).isEqualTo(Primitive.TIMESTAMP);
        int target = Samples.SCHEMA.width();
        compiled.evaluator().evaluate(row, row, target);
        return row.isNull(target) ? "null" : Timestamps.format(row.longAt(target));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ReadingTime - INTERVAL '1' HOUR             | 2026-11-13T07:00:00Z | 2026-11-13T07:00:00Z
            TIMESTAMPADD(HOUR, -1, ReadingTime)         | 2026-11-13T07:00:00Z | 2026-11-13T07:00:00Z
            TIMESTAMPADD(MINUTE, n, ReadingTime)        | 2026-11-13T08:02:00Z | 2026-11-13T08:02:00Z
            COALESCE(OtherTime, ReadingTime)            | 2026-11-13T09:30:00Z | 2026-11-13T08:00:00Z
            "OtherTime"                                 | 2026-11-13T09:30:00Z | null
            CASE WHEN n > 1 THEN OtherTime END          | 2026-11-13T09:30:00Z | null
            CAST(day AS TIMESTAMP)                      | 2024-10-04T00:00:00Z | 2024-10-04T00:00:00Z
            readingtime -- as it is                     | 2026-11-13T08:00:00Z | 2026-11-13T08:00:00Z
            """)
    void valueIsThatOfTheExpression(String expression, String both, String withoutTheOther) throws SqlException {
        assertThat(value(expression, true)).isEqualTo(both);
        assertThat(value(expression, false)).isEqualTo(withoutTheOther);
    }

    @Test
    void equalExpressionsHaveOneText() throws SqlException {
        assertThat(compiled("coalesce( OtherTime , READINGTIME )").text())
                .isEqualTo(compiled("COALESCE(OtherTime, ReadingTime)").text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TIMESTAMP '2026-11-13 08:00:00'             | 1 | must not be the same for all rows
            ReadingTme - INTERVAL '1' HOUR              | 1 | did you mean ReadingTime?
            COALESCE(OtherTime, CURRENT_TIMESTAMP)      | 21 | a replay after a crash would give other rows
            COALESCE(OtherTime, now())                  | 21 | a replay after a crash would give other rows
            COALESCE(OtherTime, _kafka.timestamp)       | 21 | SentTime: {type: timestamp, path: _kafka.timestamp}
            day                                         | 1 | must be a timestamp, and this is date
            UnitId                                      | 1 | must be a timestamp, and this is string
            MAX(ReadingTime)                            | 1 | an aggregate is no event time
            ReadingTime AS t                            | 1 | must be one expression without a name
            ReadingTime, OtherTime                      | 1 | must be one expression without a name
            *                                           | 1 | must be one expression without a name
            ReadingTime FROM readings WHERE n > 1 OR (1 | 1 | FROM
            (SELECT OtherTime FROM readings)            | 1 | a query inside an expression is not supported
            ReadingTime -                               | 1 | syntax error
            'no end                                     | 1 | the string that begins here does not end
            """, quoteCharacter = '~')
    void whatGivesNoTimeOfTheRowIsRefusedAtItsPlace(String expression, int column, String part) {
        SqlException refused = catchThrowableOfType(SqlException.class, () -> compiled(expression));
        assertThat(refused).isNotNull().hasMessageContaining(part);
        assertThat(refused.problems())
                .allSatisfy(problem -> assertThat(problem.line()).isBetween(1, 2));
        assertThat(refused.problems().get(0).column()).isGreaterThanOrEqualTo(1);
        if (column > 1) {
            assertThat(refused.problems().get(0).column()).isEqualTo(column);
        }
    }
}
