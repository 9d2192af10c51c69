package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Arithmetic.Operator;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.LongConstant;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Lengths of time inside an expression, in microseconds or in months; a row cannot hold them. */
final class Intervals {
    private Intervals() {}

    static LongCode negate(RexCall call, ExpressionCompiler compiler) {
        LongCode interval = compiler.longs(call.getOperands().get(0));
        return Arithmetic.subtract(new LongConstant(0, false), interval, compiler.text(call));
    }

    static LongCode sum(RexCall call, ExpressionCompiler compiler, Operator operator) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        String text = compiler.text(call);
        if (!SqlTypes.isInterval(left.getType())
                || SqlTypes.isMonthInterval(left.getType()) != SqlTypes.isMonthInterval(right.getType())) {
            throw new UnsupportedExpressionException(
                    "the difference of two timestamps or of unlike intervals is not supported: " + text,
                    "CAST(t AS DOUBLE) gives seconds, which can be subtracted");
        }
        return operator == Operator.ADD
                ? Arithmetic.add(compiler.longs(left), compiler.longs(right), text)
                : Arithmetic.subtract(compiler.longs(left), compiler.longs(right), text);
    }

    static LongCode multiple(RexCall call, ExpressionCompiler compiler) {
        LongCode left = compiler.longs(call.getOperands().get(0));
        LongCode right = compiler.longs(call.getOperands().get(1));
        return Arithmetic.multiply(left, right, compiler.text(call));
    }
}
