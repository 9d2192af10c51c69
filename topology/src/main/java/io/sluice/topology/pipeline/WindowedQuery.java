package io.sluice.topology.pipeline;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.Schema;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A plan cut at its window aggregate.
 *
 * @param before filters and projections between the source and the aggregate
 * @param after filters and projections between the aggregate and the sink
 */
public record WindowedQuery(
        Relation.Scan scan, List<Relation> before, Relation.WindowAggregate aggregate, List<Relation> after) {

    /** @throws IllegalArgumentException when the plan is not one source, one window aggregate, and row functions around it */
    public static WindowedQuery of(QueryPlan plan) {
        Deque<Relation> after = new ArrayDeque<>();
        Relation relation = plan.root();
        while (!(relation instanceof Relation.WindowAggregate)) {
            after.addFirst(rowFunction(relation));
            relation = relation.inputs().get(0);
        }
        Relation.WindowAggregate aggregate = (Relation.WindowAggregate) relation;
        Deque<Relation> before = new ArrayDeque<>();
        relation = aggregate.input();
        while (!(relation instanceof Relation.Scan)) {
            before.addFirst(rowFunction(relation));
            relation = relation.inputs().get(0);
        }
        return new WindowedQuery((Relation.Scan) relation, List.copyOf(before), aggregate, List.copyOf(after));
    }

    private static Relation rowFunction(Relation relation) {
        if (relation instanceof Relation.Filter || relation instanceof Relation.Project) {
            return relation;
        }
        throw new IllegalArgumentException(
                "plan: needs exactly one window aggregate over one source, found " + relation);
    }

    /** The columns of a closed window's row. */
    public Schema outputSchema() {
        return after.isEmpty()
                ? aggregate.schema()
                : after.get(after.size() - 1).schema();
    }
}
