package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Arithmetic.Operator;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.query.sql.compile.Comparison.Test;
import java.math.RoundingMode;
import org.apache.calcite.rex.RexCall;

/**
 * Which operator is compiled how. The names are those of Calcite's operators. A switch and no map of functions, whose classes
 * would all be made at the first query.
 */
final class Functions {
    private Functions() {}

    static Code compile(RexCall call, ExpressionCompiler compiler) {
        return switch (call.getOperator().getName()) {
            case "+" -> plusOrMinus(call, compiler, Operator.ADD);
            case "-" -> plusOrMinus(call, compiler, Operator.SUBTRACT);
            case "*" -> times(call, compiler);
            case "/" -> Arithmetic.binary(call, compiler, Operator.DIVIDE);
            case "MOD" -> Arithmetic.binary(call, compiler, Operator.REMAINDER);
            case "ABS" -> Numbers.abs(call, compiler);
            case "ROUND" -> Numbers.round(call, compiler);
            case "SQRT" -> Numbers.sqrt(call, compiler);
            case "POWER" -> Numbers.power(call, compiler);
            case "FLOOR" ->
                Times.isRounding(call)
                        ? Times.floor(call, compiler)
                        : Numbers.toWhole(call, compiler, RoundingMode.FLOOR);
            case "CEIL" -> Numbers.toWhole(call, compiler, RoundingMode.CEILING);
            case "EXTRACT" -> Times.extract(call, compiler);
            case "FROM_UTC_TIMESTAMP" -> Times.inZone(call, compiler);
            case WindowCall.START -> Times.window(call, compiler, false);
            case WindowCall.END -> Times.window(call, compiler, true);
            default -> condition(call, compiler);
        };
    }

    private static Code plusOrMinus(RexCall call, ExpressionCompiler compiler, Operator operator) {
        if (call.getOperands().size() == 1) {
            return SqlTypes.isInterval(call.getType())
                    ? Intervals.negate(call, compiler)
                    : Arithmetic.negate(call, compiler);
        }
        if (SqlTypes.isInterval(call.getType())) {
            return Intervals.sum(call, compiler, operator);
        }
        return Casts.isMomentType(call.getType())
                ? Times.shift(call, compiler, operator == Operator.SUBTRACT)
                : Arithmetic.binary(call, compiler, operator);
    }

    private static Code times(RexCall call, ExpressionCompiler compiler) {
        return SqlTypes.isInterval(call.getType())
                ? Intervals.multiple(call, compiler)
                : Arithmetic.binary(call, compiler, Operator.MULTIPLY);
    }

    private static Code condition(RexCall call, ExpressionCompiler compiler) {
        return switch (call.getOperator().getName()) {
            case "=" -> Comparison.compare(call, compiler, Test.EQUAL);
            case "<>" -> Comparison.compare(call, compiler, Test.NOT_EQUAL);
            case "<" -> Comparison.compare(call, compiler, Test.LESS);
            case "<=" -> Comparison.compare(call, compiler, Test.LESS_OR_EQUAL);
            case ">" -> Comparison.compare(call, compiler, Test.GREATER);
            case ">=" -> Comparison.compare(call, compiler, Test.GREATER_OR_EQUAL);
            case "IS DISTINCT FROM" -> Comparison.notDistinct(call, compiler, true);
            case "IS NOT DISTINCT FROM" -> Comparison.notDistinct(call, compiler, false);
            case "IS NULL" -> Logic.isNull(call, compiler);
            case "IS NOT NULL" -> Logic.isNotNull(call, compiler);
            case "IS TRUE" -> Logic.is(call, compiler, TruthCode.TRUE, false);
            case "IS NOT TRUE" -> Logic.is(call, compiler, TruthCode.TRUE, true);
            case "IS FALSE" -> Logic.is(call, compiler, TruthCode.FALSE, false);
            case "IS NOT FALSE" -> Logic.is(call, compiler, TruthCode.FALSE, true);
            case "IS UNKNOWN" -> Logic.is(call, compiler, TruthCode.UNKNOWN, false);
            case "IS NOT UNKNOWN" -> Logic.is(call, compiler, TruthCode.UNKNOWN, true);
            case "AND" -> Logic.and(call, compiler);
            case "OR" -> Logic.or(call, compiler);
            case "NOT" -> Logic.not(call, compiler);
            case "LIKE" -> Like.of(call, compiler);
            default -> value(call, compiler);
        };
    }

    private static Code value(RexCall call, ExpressionCompiler compiler) {
        String name = call.getOperator().getName();
        return switch (name) {
            case "ITEM" -> Inside.item(call, compiler);
            case "CASE" -> Logic.choose(call, compiler);
            case "CAST" -> Casts.cast(call, compiler);
            case "SAFE_CAST" -> Casts.tryCast(call, compiler);
            case "GREATEST" -> Extremes.of(call, compiler, Test.GREATER);
            case "LEAST" -> Extremes.of(call, compiler, Test.LESS);
            case "UPPER" -> Text.upper(call, compiler);
            case "LOWER" -> Text.lower(call, compiler);
            case "TRIM" -> Text.trim(call, compiler);
            case "SUBSTRING" -> Text.substring(call, compiler);
            case "CONCAT", "||" -> Text.concat(call, compiler);
            case "CHAR_LENGTH" -> Text.length(call, compiler);
            case "REPLACE" -> Text.replace(call, compiler);
            default ->
                throw new UnsupportedExpressionException(
                        name + " is not supported: " + compiler.text(call),
                        "express it with CASE and the functions there are");
        };
    }
}
