package io.sluice.topology.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import org.junit.jupiter.api.Test;

class WindowedQueryTest {

    @Test
    void planIsCutAtItsWindow() {
        Relation.Filter where = Relations.filter(Relations.SCAN, (row, output, target) -> output.setNull(target));
        Relation.Project columns = Relations.project(
                where,
                (row, output, target) -> output.copy(target, row, 0),
                (row, output, target) -> output.copy(target, row, 1));
        Relation.WindowAggregate aggregate = Relations.count(columns);
        Relation.Filter having = Relations.filter(aggregate, (row, output, target) -> output.setNull(target));
        Relation.Project output = Relations.project(having, (row, out, target) -> out.copy(target, row, 2));

        WindowedQuery query = WindowedQuery.of(new QueryPlan(output));

        assertThat(query.scan()).isSameAs(Relations.SCAN);
        assertThat(query.before()).as("in the order in which a row meets them").containsExactly(where, columns);
        assertThat(query.aggregate()).isSameAs(aggregate);
        assertThat(query.after()).containsExactly(having, output);
        assertThat(query.outputSchema()).isEqualTo(output.schema());
    }

    @Test
    void windowDirectlyOverASourceHasNothingAroundIt() {
        Relation.WindowAggregate aggregate = Relations.count(Relations.SCAN);
        WindowedQuery query = WindowedQuery.of(new QueryPlan(aggregate));
        assertThat(query.before()).isEmpty();
        assertThat(query.after()).isEmpty();
        assertThat(query.outputSchema()).isEqualTo(aggregate.schema());
    }

    @Test
    void filterAfterTheWindowKeepsItsColumns() {
        Relation.WindowAggregate aggregate = Relations.count(Relations.SCAN);
        Relation.Filter having = Relations.filter(aggregate, (row, output, target) -> output.setNull(target));
        assertThat(WindowedQuery.of(new QueryPlan(having)).outputSchema()).isEqualTo(aggregate.schema());
    }

    @Test
    void planWithoutAWindowIsRefused() {
        Relation.Filter filter = Relations.filter(Relations.SCAN, (row, output, target) -> output.setNull(target));
        assertThatThrownBy(() -> WindowedQuery.of(new QueryPlan(filter)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("plan: needs exactly one window aggregate over one source, found Scan");
    }

    @Test
    void scanAloneIsRefused() {
        assertThatThrownBy(() -> WindowedQuery.of(new QueryPlan(Relations.SCAN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found Scan");
    }

    @Test
    void windowOverAWindowIsRefused() {
        Relation twice = Relations.count(Relations.count(Relations.SCAN));
        assertThatThrownBy(() -> WindowedQuery.of(new QueryPlan(twice)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs exactly one window aggregate")
                .hasMessageContaining("found WindowAggregate");
    }
}
