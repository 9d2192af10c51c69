package io.sluice.query.plan;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.OptionalInt;

/**
 * A typed expression over one row.
 *
 * @param text canonical text, equal for equal expressions: part of the query's fingerprint and shown in plans
 * @param type type of the value
 * @param nullable whether the value can be null
 * @param column the input's ordinal when the expression is that column unchanged
 * @param evaluator computes the value
 */
public record RowExpression(String text, DataType type, boolean nullable, OptionalInt column, Evaluator evaluator) {

    /** Computes one value. Not thread-safe: an evaluator belongs to one thread. */
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
