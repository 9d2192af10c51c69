package io.sluice.query.sql;

import io.sluice.query.plan.Relation;
import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * A relation and, not yet part of it, a projection on top. Projections are kept apart so that those above can be merged into
 * them, and so that windows stay recognisable as calls until the aggregation.
 *
 * @param outputs expressions over the columns of the relation
 * @param names of the outputs
 */
record Draft(Relation relation, List<RexNode> outputs, List<String> names) {
    Draft {
        outputs = List.copyOf(outputs);
        names = List.copyOf(names);
    }

    /** An expression over the outputs as one over the columns of the relation. */
    RexNode inline(RexNode expression) {
        return expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return outputs.get(reference.getIndex());
            }
        });
    }

    List<RexNode> inline(List<? extends RexNode> expressions) {
        return expressions.stream().map(this::inline).toList();
    }
}
