package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.sql.Table.Case;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlPlannerTest {
    static List<Case> plans() {
        return Table.blocks("plans.txt");
    }

    static List<Case> badQueries() {
        return Table.blocks("bad-sql.txt");
    }

    @ParameterizedTest
    @MethodSource("plans")
    void queryHasThePlan(Case query) throws SqlException {
        QueryPlan plan = SqlPlanner.plan(query.input(), Samples.SOURCES);
        assertThat(plan.describe() + "[" + plan.schema() + "]").isEqualTo(query.expected());
    }

    @ParameterizedTest
    @MethodSource("badQueries")
    void badQueryIsExplainedAtItsPlace(Case query) {
        SqlException error =
                catchThrowableOfType(SqlException.class, () -> SqlPlanner.plan(query.input(), Samples.SOURCES));
        assertThat(error).hasMessage(query.expected());
    }

    @Test
    void bothSpellingsOfTheLessonsQueryHaveTheSamePlan() throws SqlException {
        String standard = """
                SELECT window_start AS WindowStart, UnitId,
                       MIN(TemperatureC) AS MinC, MAX(TemperatureC) AS MaxC, AVG(TemperatureC) AS AvgC, COUNT(*) AS Readings
                FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
                GROUP BY window_start, window_end, UnitId
                """;
        String spark = """
                select window.start as WindowStart, UnitId,
                       min(TemperatureC) as MinC, max(TemperatureC) as MaxC, avg(TemperatureC) as AvgC, count(*) as Readings
                from readings group by window(ReadingTime, "10 minutes"), UnitId
                """.replace('"', '\'');
        assertThat(plan(spark).describe()).isEqualTo(plan(standard).describe());
        assertThat(plan(spark).schema()).isEqualTo(plan(standard).schema());
    }

    @Test
    void queryWithoutAWindowIsFiltersAndProjections() throws SqlException {
        QueryPlan plan = plan(
                "SELECT upper(UnitId) AS Unit, TemperatureC FROM readings WHERE TemperatureC > 0 AND n IS NOT NULL");
        assertThat(plan.hasWindow()).isFalse();
        assertThat(plan.describe().lines().map(String::strip))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Project "),
                        line -> assertThat(line).startsWith("Filter "),
                        line -> assertThat(line).startsWith("Scan "));
        assertThat(plan("SELECT * FROM readings").schema()).isEqualTo(Samples.SCHEMA);
        assertThat(plan("SELECT count(*) AS c FROM readings GROUP BY window(ReadingTime, '1 day')")
                        .hasWindow())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) AS c FROM readings",
                "SELECT UnitId, max(n) AS m FROM readings GROUP BY UnitId",
                "SELECT DISTINCT UnitId FROM readings",
                "SELECT UnitId FROM readings ORDER BY UnitId",
                "SELECT UnitId FROM readings LIMIT 5",
                "SELECT a.UnitId FROM readings a JOIN doors b ON a.ReadingTime = b.OpenedAt",
                "SELECT UnitId FROM readings UNION ALL SELECT UnitId FROM readings",
                "SELECT window(ReadingTime, '1 day') AS w FROM readings",
                "SELECT row_number() OVER (ORDER BY n) AS r FROM readings",
                "SELECT 1 AS one"
            })
    void whatNeedsStateButNoWindowIsRefusedWithARemedy(String sql) {
        SqlException error = catchThrowableOfType(SqlException.class, () -> plan(sql));
        assertThat(error).isNotNull();
        assertThat(error.problems()).allSatisfy(problem -> {
            assertThat(problem.message()).doesNotContain("error in Sluice");
            assertThat(problem.remedy()).isNotBlank();
        });
    }

    @Test
    void problemsCarryPlaceMessageAndRemedy() {
        SqlException error = catchThrowableOfType(
                SqlException.class,
                () -> plan("SELECT count(*) AS c\nFROM reading\nGROUP BY window(ReadingTime, '1 day')"));
        assertThat(error.problems())
                .containsExactly(new SqlProblem(2, 6, "there is no table 'reading'", "did you mean readings?"));
    }

    @Test
    void outputOfASubQueryNeedsNoProjectWhenNothingChanges() throws SqlException {
        QueryPlan plan = plan("""
                SELECT UnitId, window_start, window_end
                FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '1' DAY))
                GROUP BY window_start, window_end, UnitId
                """);
        assertThat(plan.root()).isInstanceOf(Relation.WindowAggregate.class);
    }

    @Test
    void thereIsNoSourceAtAll() {
        assertThatThrownBy(() -> SqlPlanner.plan("SELECT count(*) AS c FROM t GROUP BY window(a, '1 day')", List.of()))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("there is no table 't'; there is none");
    }

    @Test
    void columnsMayBearReservedWords() throws SqlException {
        Schema schema = Schema.of(
                Column.required("timestamp", Primitive.TIMESTAMP),
                Column.required("date", Primitive.DATE),
                Column.required("time", Primitive.STRING),
                Column.required("window", Primitive.STRING),
                Column.required("value", Primitive.DOUBLE),
                Column.required("end", Primitive.DOUBLE),
                Column.required("a b`c", Primitive.DOUBLE));
        String sql = """
                SELECT t.date, t.time AS timestamp, sum(value) AS value, sum(end) AS `end`, sum(`a b``c`) AS x,
                       max(CAST(time AS timestamp)) AS date2, max(timestamp) AS time
                FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(timestamp), INTERVAL '1' HOUR)) t
                WHERE date > DATE '2026-01-01' AND timestamp > TIMESTAMP '2026-01-01 00:00:00' AND window = 'x'
                GROUP BY window_start, date, t.time
                """.replace("AS time\n", "AS latest\n");
        QueryPlan plan = SqlPlanner.plan(sql, List.of(new SourceTable("events", schema, Optional.of("TIMESTAMP"))));
        assertThat(plan.describe())
                .contains("SUM(`a b``c`)", "keys [date, time]", "window = 'x'", "CAST(time AS TIMESTAMP)");
    }

    @Test
    void deepNestingIsAProblemAndNoCrash() {
        String sql = "SELECT max(" + "(".repeat(20_000) + "n" + ")".repeat(20_000) + ") AS m FROM readings";
        assertThatThrownBy(() -> plan(sql)).isInstanceOf(SqlException.class);
    }

    @Test
    void longListsAreNoJoin() throws SqlException {
        StringBuilder list = new StringBuilder("0");
        for (int i = 1; i < 500; i++) {
            list.append(", ").append(i);
        }
        QueryPlan plan = plan(
                "SELECT count(*) AS c FROM readings WHERE n IN (" + list + ") GROUP BY window(ReadingTime, '1 day')");
        assertThat(plan.describe()).contains("n = 499");
    }

    @Test
    void brokenQueriesNeverEndInAnythingButProblemsWithinTheText() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Case> plans = plans();
            String sql = broken(plans.get(random.nextInt(plans.size())).input(), random);
            try {
                plan(sql);
            } catch (SqlException e) {
                int lines = (int) sql.chars().filter(c -> c == '\n').count() + 1;
                assertThat(e.problems())
                        .as("seed %d: %s", seed, sql)
                        .isNotEmpty()
                        .allMatch(problem -> problem.line() >= 1 && problem.line() <= lines && problem.column() >= 1);
            }
        }
    }

    private static String broken(String sql, Random random) {
        String[] words = sql.split("(?<=\\W)|(?=\\W)", -1);
        StringBuilder text = new StringBuilder();
        int victim = random.nextInt(words.length);
        for (int i = 0; i < words.length; i++) {
            if (i != victim) {
                text.append(words[i]);
            } else if (random.nextBoolean()) {
                text.append(words[random.nextInt(words.length)]);
            }
        }
        return text.toString();
    }

    private static QueryPlan plan(String sql) throws SqlException {
        return SqlPlanner.plan(sql, Samples.SOURCES);
    }

    @Test
    void stringThatIsTakenForANumberIsWarnedOf() throws SqlException {
        assertThat(warnings("SUM(UnitId) AS s, AVG(n) AS a", "UnitId > 5 AND n > 1"))
                .extracting(SqlProblem::line, SqlProblem::column)
                .containsExactly(tuple(1, 12), tuple(3, 7));
        assertThat(warnings("SUM(UnitId) AS s", "n > 1").get(0).message()).startsWith("UnitId is a string");
    }

    @Test
    void castThatIsWrittenAndConstantThatIsANumberAreNotWarnedOf() throws SqlException {
        assertThat(warnings(
                        "SUM(CAST(UnitId AS DOUBLE)) AS s, SUM(UnitId::INT) AS t, MAX(n + f) AS m, COUNT(UnitId) AS c",
                        "n > '5'"))
                .isEmpty();
    }

    private static List<SqlProblem> warnings(String aggregates, String condition) throws SqlException {
        return SqlPlanner.planned(
                        "SELECT " + aggregates + "\nFROM readings\nWHERE " + condition
                                + "\nGROUP BY window(ReadingTime, '1 day')",
                        Samples.SOURCES,
                        Optional.empty())
                .warnings();
    }
}
