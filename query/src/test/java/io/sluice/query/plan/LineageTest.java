package io.sluice.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.query.sql.SourceTable;
import io.sluice.query.sql.SqlException;
import io.sluice.query.sql.SqlPlanner;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineageTest {
    private static final Schema SCHEMA = Schema.of(
            Column.nullable("id", Primitive.STRING),
            Column.nullable("site", Primitive.STRING),
            Column.nullable("a", Primitive.DOUBLE),
            Column.nullable("b", Primitive.DOUBLE),
            Column.nullable("note", Primitive.STRING),
            Column.nullable("at", Primitive.TIMESTAMP));
    private static final Relation.Scan SCAN = new Relation.Scan("t", SCHEMA);

    private static QueryPlan plan(String sql) throws SqlException {
        return SqlPlanner.plan(sql, List.of(new SourceTable("t", SCHEMA, Optional.of("at"))));
    }

    private static Set<String> used(QueryPlan plan) {
        return Lineage.usedColumns(plan, "t").stream()
                .mapToObj(i -> SCHEMA.column(i).name())
                .collect(Collectors.toSet());
    }

    private static Set<String> used(String sql) throws SqlException {
        return used(plan(sql));
    }

    @Test
    void countOfAllRowsUsesTheEventTimeAlone() throws SqlException {
        assertThat(used("SELECT COUNT(*) AS n FROM t GROUP BY window(at, '10 minutes')"))
                .containsExactly("at");
    }

    @Test
    void keysArgumentsAndConditionsAreUsed() throws SqlException {
        assertThat(used("SELECT id, MIN(a) AS low FROM t WHERE site = 'x' GROUP BY window(at, '10 minutes'), id"))
                .containsExactlyInAnyOrder("id", "a", "site", "at");
    }

    @Test
    void keyThatIsNotSelectedIsUsedSinceItMakesTheGroups() throws SqlException {
        assertThat(used("SELECT COUNT(*) AS n FROM t GROUP BY window(at, '10 minutes'), site"))
                .containsExactlyInAnyOrder("site", "at");
    }

    @Test
    void everyColumnInsideAnExpressionIsUsed() throws SqlException {
        assertThat(used("SELECT SUM(CASE WHEN note LIKE 'x%' THEN a ELSE b END) AS s FROM t"
                        + " GROUP BY window(at, '10 minutes'), UPPER(id)"))
                .containsExactlyInAnyOrder("note", "a", "b", "id", "at");
    }

    @Test
    void conditionThatIsASetOfRangesUsesItsColumn() throws SqlException {
        assertThat(used("SELECT COUNT(*) AS n FROM t WHERE a BETWEEN 1 AND 2 OR a IN (5, 7) OR a > 100"
                        + " GROUP BY window(at, '10 minutes')"))
                .containsExactlyInAnyOrder("a", "at");
    }

    @Test
    void conditionOfAnAggregateIsUsed() throws SqlException {
        assertThat(used("SELECT COUNT(*) FILTER (WHERE b > 1) AS n FROM t GROUP BY window(at, '10 minutes')"))
                .containsExactlyInAnyOrder("b", "at");
    }

    @Test
    void columnOfHavingIsUsed() throws SqlException {
        assertThat(used("SELECT COUNT(*) AS n FROM t GROUP BY window(at, '10 minutes') HAVING MAX(b) > 3"))
                .containsExactlyInAnyOrder("b", "at");
    }

    @Test
    void columnThatASubqueryPassesOnAndNobodyReadsIsNotUsed() throws SqlException {
        assertThat(used(
                        "SELECT x AS x, SUM(a2) AS s FROM (SELECT id AS x, a + a AS a2, b * 2 AS unread, note, at FROM t)"
                                + " GROUP BY window(at, '10 minutes'), x"))
                .containsExactlyInAnyOrder("id", "a", "at");
    }

    @Test
    void projectionUsesOnlyWhatIsReadAboveIt() {
        Relation.Project project = new Relation.Project(
                SCAN,
                List.of(column(0), sum(2, 3), column(4), column(5)),
                Schema.of(
                        Column.nullable("id", Primitive.STRING),
                        Column.nullable("sum", Primitive.DOUBLE),
                        Column.nullable("note", Primitive.STRING),
                        Column.nullable("at", Primitive.TIMESTAMP)));
        assertThat(used(new QueryPlan(project))).containsExactlyInAnyOrder("id", "a", "b", "note", "at");
        assertThat(used(new QueryPlan(count(project, 3, List.of())))).containsExactly("at");
        assertThat(used(new QueryPlan(count(project, 3, List.of(0))))).containsExactlyInAnyOrder("id", "at");
        assertThat(used(new QueryPlan(count(project, 3, List.of(1))))).containsExactlyInAnyOrder("a", "b", "at");
    }

    @Test
    void conditionOverAProjectedColumnUsesWhatThatIsMadeOf() {
        Relation.Project project = new Relation.Project(
                SCAN,
                List.of(sum(2, 3), column(5)),
                Schema.of(Column.nullable("sum", Primitive.DOUBLE), Column.nullable("at", Primitive.TIMESTAMP)));
        Relation.Filter filter = new Relation.Filter(project, reads(List.of(0), Primitive.BOOLEAN));
        assertThat(used(new QueryPlan(count(filter, 1, List.of())))).containsExactlyInAnyOrder("a", "b", "at");
    }

    @Test
    void aggregateThatNothingAboveReadsIsUsedSinceOpenWindowsShowIt() {
        Aggregate minimum =
                new Aggregate(Aggregate.Function.MIN, 2, Optional.of(Primitive.DOUBLE), Primitive.DOUBLE, "low");
        Relation.WindowAggregate aggregate = new Relation.WindowAggregate(
                SCAN,
                new Window.Tumbling(600, 0),
                5,
                List.of(),
                List.of(minimum),
                Schema.of(
                        Column.required("window_start", Primitive.TIMESTAMP),
                        Column.required("window_end", Primitive.TIMESTAMP),
                        Column.nullable("low", Primitive.DOUBLE)));
        Relation.Project start = new Relation.Project(
                aggregate, List.of(column(0)), Schema.of(Column.required("start", Primitive.TIMESTAMP)));
        assertThat(used(new QueryPlan(start))).containsExactlyInAnyOrder("a", "at");
    }

    @Test
    void filterAboveTheAggregateUsesNoColumnOfTheSourceByItself() {
        Relation.Filter having = new Relation.Filter(count(SCAN, 5, List.of()), reads(List.of(2), Primitive.BOOLEAN));
        assertThat(used(new QueryPlan(having))).containsExactly("at");
    }

    @Test
    void scanAloneUsesAllItsColumns() {
        assertThat(Lineage.usedColumns(new QueryPlan(SCAN), "t").cardinality()).isEqualTo(SCHEMA.width());
    }

    @Test
    void sourceThatThePlanDoesNotReadIsRefused() {
        assertThatThrownBy(() -> Lineage.usedColumns(new QueryPlan(SCAN), "T2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("source = T2: is not read by the plan")
                .hasMessageContaining("Scan t");
    }

    @Test
    void outputIsTracedToTheColumnThatReachesItUnchanged() throws SqlException {
        QueryPlan plan = plan("SELECT UPPER(unit) AS loud, unit, MAX(a) AS high, window.start AS s"
                + " FROM (SELECT id AS unit, a, at FROM t WHERE b > 0) GROUP BY window(at, '10 minutes'), unit");
        assertThat(Lineage.sourceColumn(plan.root(), 0)).isEmpty();
        assertThat(Lineage.sourceColumn(plan.root(), 1)).hasValue(0);
        assertThat(Lineage.sourceColumn(plan.root(), 2)).isEmpty();
        assertThat(Lineage.sourceColumn(plan.root(), 3)).isEmpty();
    }

    @Test
    void referencesAreSortedAndDistinct() {
        assertThat(reads(List.of(3, 1, 3, 2), Primitive.DOUBLE).references()).containsExactly(1, 2, 3);
    }

    @Test
    void expressionThatIsAColumnMustReferToIt() {
        assertThatThrownBy(() -> new RowExpression(
                        "c", Primitive.LONG, true, OptionalInt.of(1), List.of(2), (row, output, target) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("references of c = [2]");
    }

    private static Relation.WindowAggregate count(Relation input, int eventTime, List<Integer> keys) {
        List<Column> columns = new ArrayList<>();
        keys.forEach(key -> columns.add(input.schema().column(key)));
        columns.add(Column.required("window_start", Primitive.TIMESTAMP));
        columns.add(Column.required("window_end", Primitive.TIMESTAMP));
        columns.add(Column.required("n", Primitive.LONG));
        Aggregate count = new Aggregate(Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "n");
        return new Relation.WindowAggregate(
                input, new Window.Tumbling(600, 0), eventTime, keys, List.of(count), new Schema(columns));
    }

    private static RowExpression column(int ordinal) {
        return new RowExpression(
                "#" + ordinal,
                Primitive.STRING,
                true,
                OptionalInt.of(ordinal),
                List.of(ordinal),
                (row, output, target) -> output.copy(target, row, ordinal));
    }

    private static RowExpression sum(int left, int right) {
        return reads(List.of(left, right), Primitive.DOUBLE);
    }

    private static RowExpression reads(List<Integer> columns, DataType type) {
        return new RowExpression(
                "f" + columns,
                type,
                true,
                OptionalInt.empty(),
                columns,
                (row, output, target) -> output.setNull(target));
    }
}
