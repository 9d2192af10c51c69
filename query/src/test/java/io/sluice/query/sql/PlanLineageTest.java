package io.sluice.query.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.Lineage;
import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lineage through plans as they come from SQL. */
class PlanLineageTest {
    private static final Schema SCHEMA = Schema.of(
            Column.required("t", Primitive.TIMESTAMP),
            Column.nullable("a", Primitive.STRING),
            Column.nullable("b", Primitive.STRING));
    private static final List<SourceTable> SOURCES = List.of(new SourceTable("s", SCHEMA, Optional.of("t")));

    @Test
    void columnIsFollowedThroughKeysFiltersAndProjections() throws SqlException {
        Relation root = plan("SELECT count(*) AS n, y AS z, window.start AS w, upper(y) AS u, x"
                + " FROM (SELECT upper(a) AS x, b AS y, t FROM s WHERE a <> '')"
                + " GROUP BY window(t, '1 day'), x, y HAVING count(*) > 1");
        assertThat(Lineage.sourceColumn(root, 0)).isEmpty();
        assertThat(Lineage.sourceColumn(root, 1)).hasValue(2);
        assertThat(Lineage.sourceColumn(root, 2)).isEmpty();
        assertThat(Lineage.sourceColumn(root, 3)).isEmpty();
        assertThat(Lineage.sourceColumn(root, 4)).isEmpty();
    }

    @Test
    void sourceColumnIsItself() {
        assertThat(Lineage.sourceColumn(new Relation.Scan("s", SCHEMA), 1)).hasValue(1);
    }

    @Test
    void aggregateHasNoSourceColumn() throws SqlException {
        Relation.WindowAggregate aggregate =
                (Relation.WindowAggregate) plan("SELECT a, max(b) AS m FROM s GROUP BY window(t, '1 day'), a")
                        .inputs()
                        .get(0);
        assertThat(Lineage.sourceColumn(aggregate, 0)).hasValue(1);
        assertThat(Lineage.sourceColumn(aggregate, aggregate.windowStart())).isEmpty();
        assertThat(Lineage.sourceColumn(aggregate, aggregate.firstAggregate())).isEmpty();
    }

    private static Relation plan(String sql) throws SqlException {
        return SqlPlanner.plan(sql, SOURCES).root();
    }
}
