package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Arithmetic.Operator;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.query.sql.compile.Comparison.Test;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rex.RexCall;

/** Which operator is compiled how. The names are those of Calcite's operators. */
final class Functions {
    @FunctionalInterface
    private interface Compilation {
        Code compile(RexCall call, ExpressionCompiler compiler);
    }

    private static final Map<String, Compilation> BY_NAME = new HashMap<>();

    static {
        arithmetic();
        conditions();
        values();
        strings();
        times();
    }

    private Functions() {}

    static Code compile(RexCall call, ExpressionCompiler compiler) {
        Compilation compilation = BY_NAME.get(call.getOperator().getName());
        if (compilation == null) {
            throw new UnsupportedExpressionException(
                    call.getOperator().getName() + " is not supported: " + compiler.text(call),
                    "express it with CASE and the functions there are");
        }
        return compilation.compile(call, compiler);
    }

    private static void arithmetic() {
        BY_NAME.put("+", (call, compiler) -> plusOrMinus(call, compiler, Operator.ADD));
        BY_NAME.put("-", (call, compiler) -> plusOrMinus(call, compiler, Operator.SUBTRACT));
        BY_NAME.put("*", (call, compiler) -> times(call, compiler));
        BY_NAME.put("/", (call, compiler) -> Arithmetic.binary(call, compiler, Operator.DIVIDE));
        BY_NAME.put("%", (call, compiler) -> Arithmetic.binary(call, compiler, Operator.REMAINDER));
        BY_NAME.put("MOD", (call, compiler) -> Arithmetic.binary(call, compiler, Operator.REMAINDER));
        BY_NAME.put("ABS", Numbers::abs);
        BY_NAME.put("ROUND", Numbers::round);
        BY_NAME.put("SQRT", Numbers::sqrt);
        BY_NAME.put("POWER", Numbers::power);
        BY_NAME.put(
                "FLOOR",
                (call, compiler) -> Times.isRounding(call)
                        ? Times.floor(call, compiler)
                        : Numbers.toWhole(call, compiler, RoundingMode.FLOOR));
        BY_NAME.put("CEIL", (call, compiler) -> Numbers.toWhole(call, compiler, RoundingMode.CEILING));
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

    private static void conditions() {
        BY_NAME.put("=", (call, compiler) -> Comparison.compare(call, compiler, Test.EQUAL));
        BY_NAME.put("<>", (call, compiler) -> Comparison.compare(call, compiler, Test.NOT_EQUAL));
        BY_NAME.put("<", (call, compiler) -> Comparison.compare(call, compiler, Test.LESS));
        BY_NAME.put("<=", (call, compiler) -> Comparison.compare(call, compiler, Test.LESS_OR_EQUAL));
        BY_NAME.put(">", (call, compiler) -> Comparison.compare(call, compiler, Test.GREATER));
        BY_NAME.put(">=", (call, compiler) -> Comparison.compare(call, compiler, Test.GREATER_OR_EQUAL));
        BY_NAME.put("IS DISTINCT FROM", (call, compiler) -> Comparison.notDistinct(call, compiler, true));
        BY_NAME.put("IS NOT DISTINCT FROM", (call, compiler) -> Comparison.notDistinct(call, compiler, false));
        BY_NAME.put("IS NULL", Logic::isNull);
        BY_NAME.put("IS NOT NULL", Logic::isNotNull);
        BY_NAME.put("IS TRUE", (call, compiler) -> Logic.is(call, compiler, TruthCode.TRUE, false));
        BY_NAME.put("IS NOT TRUE", (call, compiler) -> Logic.is(call, compiler, TruthCode.TRUE, true));
        BY_NAME.put("IS FALSE", (call, compiler) -> Logic.is(call, compiler, TruthCode.FALSE, false));
        BY_NAME.put("IS NOT FALSE", (call, compiler) -> Logic.is(call, compiler, TruthCode.FALSE, true));
        BY_NAME.put("IS UNKNOWN", (call, compiler) -> Logic.is(call, compiler, TruthCode.UNKNOWN, false));
        BY_NAME.put("IS NOT UNKNOWN", (call, compiler) -> Logic.is(call, compiler, TruthCode.UNKNOWN, true));
        BY_NAME.put("AND", Logic::and);
        BY_NAME.put("OR", Logic::or);
        BY_NAME.put("NOT", Logic::not);
        BY_NAME.put("LIKE", Like::of);
    }

    private static void values() {
        BY_NAME.put("CASE", Logic::choose);
        BY_NAME.put("CAST", Casts::cast);
        BY_NAME.put("TRY_CAST", Casts::tryCast);
        BY_NAME.put("SAFE_CAST", Casts::tryCast);
        BY_NAME.put("GREATEST", (call, compiler) -> Extremes.of(call, compiler, Test.GREATER));
        BY_NAME.put("LEAST", (call, compiler) -> Extremes.of(call, compiler, Test.LESS));
    }

    private static void strings() {
        BY_NAME.put("UPPER", Text::upper);
        BY_NAME.put("LOWER", Text::lower);
        BY_NAME.put("TRIM", Text::trim);
        BY_NAME.put("SUBSTRING", Text::substring);
        BY_NAME.put("CONCAT", Text::concat);
        BY_NAME.put("||", Text::concat);
        BY_NAME.put("CHAR_LENGTH", Text::length);
        BY_NAME.put("REPLACE", Text::replace);
    }

    private static void times() {
        BY_NAME.put("EXTRACT", Times::extract);
        BY_NAME.put(WindowCall.START, (call, compiler) -> Times.window(call, compiler, false));
        BY_NAME.put(WindowCall.END, (call, compiler) -> Times.window(call, compiler, true));
    }
}
