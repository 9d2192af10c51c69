package io.sluice.topology.pipeline;

import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.schema.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Filters and projections, one after the other, over rows that are reused from call to call. Not thread-safe: one instance
 * belongs to one task.
 */
public final class RowPipeline {

    /** Takes a row and gives one, perhaps the same, or null when the row is dropped. */
    private interface Step {
        @Nullable
        Row apply(Row row);
    }

    private final List<Step> steps;

    /** @param relations {@link Relation.Filter} and {@link Relation.Project} only, in the order in which a row meets them */
    public RowPipeline(List<Relation> relations) {
        this.steps = relations.stream().map(RowPipeline::step).toList();
    }

    /**
     * @return the row at the end, valid until the next call; null when a condition was not true
     * @throws io.sluice.query.plan.EvaluationException when an expression has no value for this row
     */
    public @Nullable Row apply(Row input) {
        Row row = input;
        for (Step step : steps) {
            row = step.apply(row);
            if (row == null) {
                return null;
            }
        }
        return row;
    }

    private static Step step(Relation relation) {
        if (relation instanceof Relation.Filter filter) {
            return filter(filter.condition().evaluator());
        }
        if (relation instanceof Relation.Project project) {
            return project(project);
        }
        throw new IllegalArgumentException("neither filter nor projection: " + relation);
    }

    private static Step filter(RowExpression.Evaluator condition) {
        Row result = new Row(1);
        return row -> {
            condition.evaluate(row, result, 0);
            return !result.isNull(0) && result.booleanAt(0) ? row : null;
        };
    }

    private static Step project(Relation.Project project) {
        RowExpression.Evaluator[] evaluators =
                project.expressions().stream().map(RowExpression::evaluator).toArray(RowExpression.Evaluator[]::new);
        Row output = project.schema().newRow();
        return row -> {
            for (int i = 0; i < evaluators.length; i++) {
                evaluators[i].evaluate(row, output, i);
            }
            return output;
        };
    }
}
