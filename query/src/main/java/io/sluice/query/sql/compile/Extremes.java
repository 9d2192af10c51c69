package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Comparison.Test;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.util.List;
import org.apache.calcite.rex.RexCall;

/** GREATEST and LEAST: nulls are skipped, and the result is null when every value is. */
final class Extremes {
    private Extremes() {}

    static Code of(RexCall call, ExpressionCompiler compiler, Test better) {
        DataType type = compiler.type(call);
        if (type == Primitive.BOOLEAN) {
            throw Arithmetic.notANumber(call.getOperator().getName(), type, compiler.text(call));
        }
        List<Code> operands = call.getOperands().stream()
                .map(operand -> compiler.as(operand, type))
                .toList();
        return switch (type.storage()) {
            case LONG -> longs(operands.toArray(new LongCode[0]), better);
            case DOUBLE -> doubles(operands.toArray(new DoubleCode[0]), better);
            case OBJECT -> objects(operands.toArray(new ObjectCode[0]), better);
        };
    }

    private static LongCode longs(LongCode[] operands, Test better) {
        return f -> {
            boolean found = false;
            long best = 0;
            for (LongCode operand : operands) {
                long value = operand.run(f);
                if (!f.isNull && (!found || better.of(Long.compare(value, best)) == Code.TruthCode.TRUE)) {
                    best = value;
                    found = true;
                }
            }
            f.isNull = !found;
            return best;
        };
    }

    private static DoubleCode doubles(DoubleCode[] operands, Test better) {
        return f -> {
            boolean found = false;
            double best = 0;
            for (DoubleCode operand : operands) {
                double value = operand.run(f);
                if (!f.isNull && (!found || better.of(Comparison.compare(value, best)) == Code.TruthCode.TRUE)) {
                    best = value;
                    found = true;
                }
            }
            f.isNull = !found;
            return best;
        };
    }

    private static ObjectCode objects(ObjectCode[] operands, Test better) {
        return f -> {
            Object best = null;
            for (ObjectCode operand : operands) {
                Object value = operand.run(f);
                if (value != null
                        && (best == null || better.of(Comparison.compareObjects(value, best)) == Code.TruthCode.TRUE)) {
                    best = value;
                }
            }
            return best;
        };
    }
}
