package io.sluice.query.sql.compile;

import io.sluice.query.plan.EvaluationException;
import io.sluice.serdes.schema.DataType;
import java.math.BigDecimal;

/** Makes the errors of a row: which expression, which values, why. */
final class Failure {
    private static final int LONGEST_VALUE = 60;

    private Failure() {}

    static EvaluationException of(String expression, String reason) {
        return new EvaluationException(expression + ": " + reason);
    }

    static EvaluationException overflow(String expression, String calculation, DataType type) {
        return of(expression, calculation + " does not fit " + type.sqlName());
    }

    static EvaluationException divisionByZero(String expression, Object dividend) {
        return of(expression, show(dividend) + " is divided by zero; NULLIF(divisor, 0) makes the result null instead");
    }

    static String show(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof String text) {
            return "'" + (text.length() > LONGEST_VALUE ? text.substring(0, LONGEST_VALUE) + "..." : text) + "'";
        }
        return value.toString();
    }
}
