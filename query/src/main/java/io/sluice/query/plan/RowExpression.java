package io.sluice.query.plan;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * A typed expression over one row.
 *
 * @param text canonical text, equal for equal expressions: part of the query's fingerprint and shown in plans
 * @param type type of the value
 * @param nullable whether the value can be null
 * @param column the input's ordinal when the expression is that column unchanged
 * @param references ordinals of all columns of the input that the evaluator may read, ascending and each once
 * @param evaluator computes the value
 */
public record RowExpression(
        String text,
        DataType type,
        boolean nullable,
        OptionalInt column,
        List<Integer> references,
        Evaluator evaluator) {

    public RowExpression {
        references = List.copyOf(new TreeSet<>(references));
        if (column.isPresent() && !references.equals(List.of(column.getAsInt()))) {
            throw new IllegalArgumentException("references of " + text + " = " + references + ": must be the column "
                    + column.getAsInt() + " that the expression is");
        }
    }

    /** Computes one value. Keeps nothing from call to call, so that all threads share it; the rows belong to the caller. */
    @FunctionalInterface
    public interface Evaluator {
        /**
         * Reads {@code input}, which it leaves unchanged, and sets column {@code target} of {@code output}, to null where the
         * value is null. For a condition: {@code true} is the only value that keeps a row.
         *
         * @throws EvaluationException when the value does not exist: overflow, division by zero, a text that is no number
         */
        void evaluate(Row input, Row output, int target);
    }
}
