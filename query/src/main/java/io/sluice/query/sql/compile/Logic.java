package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Three-valued logic, tests for null, and the choice between values. */
final class Logic {
    private Logic() {}

    static TruthCode and(RexCall call, ExpressionCompiler compiler) {
        return junction(operands(call, compiler), TruthCode.FALSE);
    }

    static TruthCode or(RexCall call, ExpressionCompiler compiler) {
        return junction(operands(call, compiler), TruthCode.TRUE);
    }

    private static TruthCode[] operands(RexCall call, ExpressionCompiler compiler) {
        return call.getOperands().stream().map(compiler::truth).toArray(TruthCode[]::new);
    }

    /** The first operand that is {@code decisive} decides; else unknown if any is unknown; else the opposite. */
    private static TruthCode junction(TruthCode[] operands, int decisive) {
        return f -> {
            int result = 1 - decisive;
            for (TruthCode operand : operands) {
                int value = operand.run(f);
                if (value == decisive) {
                    return decisive;
                }
                if (value == TruthCode.UNKNOWN) {
                    result = TruthCode.UNKNOWN;
                }
            }
            return result;
        };
    }

    static TruthCode not(RexCall call, ExpressionCompiler compiler) {
        TruthCode operand = compiler.truth(call.getOperands().get(0));
        return f -> {
            int value = operand.run(f);
            return value == TruthCode.UNKNOWN ? value : 1 - value;
        };
    }

    /** IS [NOT] TRUE, FALSE or UNKNOWN. */
    static TruthCode is(RexCall call, ExpressionCompiler compiler, int expected, boolean negated) {
        TruthCode operand = compiler.truth(call.getOperands().get(0));
        return f -> TruthCode.of((operand.run(f) == expected) != negated);
    }

    static TruthCode isNull(RexCall call, ExpressionCompiler compiler) {
        return isNull(compiler.code(call.getOperands().get(0)));
    }

    static TruthCode isNotNull(RexCall call, ExpressionCompiler compiler) {
        TruthCode isNull = isNull(call, compiler);
        return f -> 1 - isNull.run(f);
    }

    static TruthCode isNull(Code code) {
        if (code instanceof LongCode longs) {
            return f -> {
                long unused = longs.run(f);
                return TruthCode.of(f.isNull);
            };
        }
        if (code instanceof DoubleCode doubles) {
            return f -> {
                double unused = doubles.run(f);
                return TruthCode.of(f.isNull);
            };
        }
        if (code instanceof TruthCode truth) {
            return f -> TruthCode.of(truth.run(f) == TruthCode.UNKNOWN);
        }
        ObjectCode objects = (ObjectCode) code;
        return f -> TruthCode.of(objects.run(f) == null);
    }

    /** CASE: condition, value, condition, value, ..., value. */
    static Code choose(RexCall call, ExpressionCompiler compiler) {
        List<RexNode> operands = call.getOperands();
        DataType type = compiler.type(call);
        Code result = compiler.as(operands.get(operands.size() - 1), type);
        for (int i = operands.size() - 3; i >= 0; i -= 2) {
            result = choose(compiler.truth(operands.get(i)), compiler.as(operands.get(i + 1), type), result);
        }
        return result;
    }

    private static Code choose(TruthCode condition, Code then, Code otherwise) {
        if (then instanceof LongCode x && otherwise instanceof LongCode y) {
            return (LongCode) f -> condition.run(f) == TruthCode.TRUE ? x.run(f) : y.run(f);
        }
        if (then instanceof DoubleCode x && otherwise instanceof DoubleCode y) {
            return (DoubleCode) f -> condition.run(f) == TruthCode.TRUE ? x.run(f) : y.run(f);
        }
        if (then instanceof TruthCode x && otherwise instanceof TruthCode y) {
            return (TruthCode) f -> condition.run(f) == TruthCode.TRUE ? x.run(f) : y.run(f);
        }
        ObjectCode x = (ObjectCode) then;
        ObjectCode y = (ObjectCode) otherwise;
        return (ObjectCode) f -> condition.run(f) == TruthCode.TRUE ? x.run(f) : y.run(f);
    }
}
