package io.sluice.topology.pipeline;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A plan without a window: filters and projections over one source.
 *
 * @param steps in the order in which a row meets them
 */
public record StatelessQuery(Relation.Scan scan, List<Relation> steps) {

    /** @throws IllegalArgumentException when the plan has anything else */
    public static StatelessQuery of(QueryPlan plan) {
        Deque<Relation> steps = new ArrayDeque<>();
        Relation relation = plan.root();
        while (!(relation instanceof Relation.Scan)) {
            if (!(relation instanceof Relation.Filter || relation instanceof Relation.Project)) {
                throw new IllegalArgumentException(
                        "plan: is not filters and projections over one source, has " + relation);
            }
            steps.addFirst(relation);
            relation = relation.inputs().get(0);
        }
        return new StatelessQuery((Relation.Scan) relation, List.copyOf(steps));
    }
}
