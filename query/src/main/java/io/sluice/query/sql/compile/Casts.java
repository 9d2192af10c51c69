package io.sluice.query.sql.compile;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.RowExpression.Evaluator;
import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Conversions between types, by the rules of Spark's ANSI mode. */
final class Casts {
    static final String INSTEAD = "; TRY_CAST makes the result null instead";

    private Casts() {}

    static Code cast(RexCall call, ExpressionCompiler compiler) {
        RexNode operand = call.getOperands().get(0);
        if (SqlTypes.isInterval(call.getType()) && SqlTypes.isInterval(operand.getType())) {
            return compiler.code(operand);
        }
        DataType target = compiler.type(call);
        if (Literals.isUntypedNull(operand)) {
            return Literals.nullOf(target);
        }
        String text = compiler.text(call);
        return operand instanceof RexLiteral
                ? convertLiteral(compiler.code(operand), compiler.type(operand), target, text)
                : convert(compiler.code(operand), compiler.type(operand), target, text);
    }

    /** A literal that has no counterpart is a mistake in the query, not in a row. */
    private static Code convertLiteral(Code literal, DataType from, DataType to, String text) {
        try {
            return from.equals(to) ? literal : Code.fold(conversion(literal, from, to, text));
        } catch (EvaluationException e) {
            String reason = String.valueOf(e.getMessage()).replace(INSTEAD, "");
            throw new UnsupportedExpressionException(reason, "correct the literal");
        }
    }

    /** TRY_CAST: null where CAST fails; an error of the operand itself stays one. */
    static Code tryCast(RexCall call, ExpressionCompiler compiler) {
        RexNode operand = call.getOperands().get(0);
        DataType target = compiler.type(call);
        if (Literals.isUntypedNull(operand)) {
            return Literals.nullOf(target);
        }
        DataType source = compiler.type(operand);
        Code value = compiler.code(operand);
        Code conversion = convert(Columns.read(0, source), source, target, compiler.text(call));
        return attempt(Evaluators.of(value), conversion);
    }

    private static Code attempt(Evaluator operand, Code conversion) {
        if (conversion instanceof LongCode longs) {
            return (LongCode) f -> {
                Frame held = held(operand, f);
                try {
                    long value = longs.run(held);
                    f.isNull = held.isNull;
                    return value;
                } catch (EvaluationException e) {
                    f.isNull = true;
                    return 0;
                }
            };
        }
        if (conversion instanceof DoubleCode doubles) {
            return (DoubleCode) f -> {
                Frame held = held(operand, f);
                try {
                    double value = doubles.run(held);
                    f.isNull = held.isNull;
                    return value;
                } catch (EvaluationException e) {
                    f.isNull = true;
                    return 0;
                }
            };
        }
        if (conversion instanceof TruthCode truth) {
            return (TruthCode) f -> {
                Frame held = held(operand, f);
                try {
                    return truth.run(held);
                } catch (EvaluationException e) {
                    return TruthCode.UNKNOWN;
                }
            };
        }
        ObjectCode objects = (ObjectCode) conversion;
        return (ObjectCode) f -> {
            Frame held = held(operand, f);
            try {
                return objects.run(held);
            } catch (EvaluationException e) {
                return null;
            }
        };
    }

    private static Frame held(Evaluator operand, Frame frame) {
        Row value = new Row(1);
        operand.evaluate(frame.row, value, 0);
        return new Frame(value);
    }

    /** The type two values are compared in; empty when there is none. */
    static Optional<DataType> common(DataType left, DataType right) {
        if (left.equals(right)) {
            return left instanceof DataType.Nested ? Optional.empty() : Optional.of(left);
        }
        if (isNumber(left) && isNumber(right)) {
            if (left.storage() == DataType.Storage.DOUBLE || right.storage() == DataType.Storage.DOUBLE) {
                return Optional.of(Primitive.DOUBLE);
            }
            return Optional.of(
                    left instanceof DataType.Decimal
                            ? left
                            : right instanceof DataType.Decimal ? right : Primitive.LONG);
        }
        boolean moments = isMoment(left) && isMoment(right);
        return moments ? Optional.of(Primitive.TIMESTAMP) : Optional.empty();
    }

    static boolean isNumber(DataType type) {
        return type instanceof DataType.Decimal
                || type == Primitive.INT
                || type == Primitive.LONG
                || type == Primitive.FLOAT
                || type == Primitive.DOUBLE;
    }

    static boolean isMoment(DataType type) {
        return type == Primitive.TIMESTAMP || type == Primitive.DATE;
    }

    static boolean isMomentType(RelDataType type) {
        return SqlTypes.dataType(type).filter(Casts::isMoment).isPresent();
    }

    /** Code that yields the value in another type; an error of the row where the value has no counterpart there. */
    static Code convert(Code code, DataType from, DataType to, String text) {
        if (from.equals(to)) {
            return code;
        }
        Code converted = conversion(code, from, to, text);
        return Code.isConstant(code) ? ExpressionCompiler.folded(converted) : converted;
    }

    private static Code conversion(Code code, DataType from, DataType to, String text) {
        if (from instanceof DataType.Nested || to instanceof DataType.Nested) {
            throw new UnsupportedExpressionException(
                    "a " + from.sqlName() + " cannot be converted to " + to.sqlName() + ": " + text,
                    SqlTypes.INSTEAD_OF_NESTED);
        }
        if (to instanceof DataType.Decimal decimal) {
            return CastToDecimal.of(code, from, decimal, text);
        }
        return switch ((Primitive) to) {
            case BOOLEAN -> CastToBoolean.of(code, from, text);
            case INT, LONG -> CastToLong.of(code, from, (Primitive) to, text);
            case FLOAT, DOUBLE -> CastToDouble.of(code, from, (Primitive) to, text);
            case STRING -> CastToString.of(code, from);
            case TIMESTAMP -> CastToMoment.timestamp(code, from, text);
            case DATE -> CastToMoment.date(code, from, text);
            case BINARY -> CastToString.binary(code, from, text);
        };
    }

    static UnsupportedExpressionException none(DataType from, DataType to, String text) {
        return new UnsupportedExpressionException(
                "a " + from.sqlName() + " cannot be converted to " + to.sqlName() + ": " + text,
                "convert it to a type between the two, for example CAST(CAST(x AS STRING) AS "
                        + to.sqlName().toUpperCase(Locale.ROOT) + ")");
    }

    static EvaluationException failed(String text, Object value, DataType to) {
        return Failure.of(text, Failure.show(value) + " is no " + to.sqlName() + INSTEAD);
    }
}
