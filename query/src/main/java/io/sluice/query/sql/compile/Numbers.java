package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Functions of numbers. */
final class Numbers {
    /** Rounding to more places than this changes no double, and to fewer gives 0. */
    private static final int MOST_PLACES = 400;

    private Numbers() {}

    static Code abs(RexCall call, ExpressionCompiler compiler) {
        RexNode operand = call.getOperands().get(0);
        DataType type = compiler.type(call);
        Code code = compiler.as(operand, type);
        String text = compiler.text(call);
        if (code instanceof LongCode longs && Casts.isNumber(type)) {
            long least = type == Primitive.INT ? Integer.MIN_VALUE : Long.MIN_VALUE;
            return (LongCode) f -> {
                long value = longs.run(f);
                if (value == least && !f.isNull) {
                    throw Failure.overflow(text, "the absolute value of " + value, type);
                }
                return Math.abs(value);
            };
        }
        if (code instanceof DoubleCode doubles) {
            return (DoubleCode) f -> Math.abs(doubles.run(f));
        }
        if (code instanceof ObjectCode objects && type instanceof DataType.Decimal) {
            return (ObjectCode) f -> {
                BigDecimal value = (BigDecimal) objects.run(f);
                return value == null ? null : value.abs();
            };
        }
        throw Arithmetic.notANumber("ABS", type, text);
    }

    static DoubleCode sqrt(RexCall call, ExpressionCompiler compiler) {
        DoubleCode operand = compiler.doubles(call.getOperands().get(0));
        return f -> Math.sqrt(operand.run(f));
    }

    static DoubleCode power(RexCall call, ExpressionCompiler compiler) {
        DoubleCode base = compiler.doubles(call.getOperands().get(0));
        DoubleCode exponent = compiler.doubles(call.getOperands().get(1));
        return f -> {
            double x = base.run(f);
            return f.isNull ? 0 : Math.pow(x, exponent.run(f));
        };
    }

    /** FLOOR and CEIL of a number. */
    static Code toWhole(RexCall call, ExpressionCompiler compiler, RoundingMode mode) {
        LongCode places = new Code.LongConstant(0, false);
        return round(call, compiler, places, mode);
    }

    /** ROUND(number[, places]): half away from zero; negative places round before the point. */
    static Code round(RexCall call, ExpressionCompiler compiler) {
        LongCode places = call.getOperands().size() > 1
                ? compiler.longs(call.getOperands().get(1))
                : new Code.LongConstant(0, false);
        return round(call, compiler, places, RoundingMode.HALF_UP);
    }

    private static Code round(RexCall call, ExpressionCompiler compiler, LongCode places, RoundingMode mode) {
        DataType type = compiler.type(call);
        RexNode operand = call.getOperands().get(0);
        String text = compiler.text(call);
        if (type.storage() == DataType.Storage.DOUBLE) {
            DoubleCode rounded = roundDouble(compiler.doubles(operand), places, mode);
            return type == Primitive.FLOAT ? Arithmetic.rounded(rounded) : rounded;
        }
        if (type instanceof DataType.Decimal || type == Primitive.INT || type == Primitive.LONG) {
            DataType.Decimal range = (DataType.Decimal) Decimals.holding(type);
            ObjectCode rounded =
                    inRange(roundDecimal(Decimals.operand(operand, compiler), places, mode), range, type, text);
            if (type instanceof DataType.Decimal) {
                return rounded;
            }
            LongCode whole = CastToLong.of(rounded, range, Primitive.LONG, text);
            return type == Primitive.INT ? Arithmetic.inIntRange(whole, text) : whole;
        }
        throw Arithmetic.notANumber(call.getOperator().getName(), type, text);
    }

    private static ObjectCode inRange(ObjectCode code, DataType.Decimal range, DataType type, String text) {
        return f -> {
            BigDecimal value = (BigDecimal) code.run(f);
            BigDecimal fitting = value == null ? null : Decimals.fit(value, range);
            if (value != null && fitting == null) {
                throw Failure.overflow(text, Failure.show(value), type);
            }
            return fitting;
        };
    }

    private static DoubleCode roundDouble(DoubleCode operand, LongCode places, RoundingMode mode) {
        return f -> {
            double value = operand.run(f);
            if (f.isNull) {
                return 0;
            }
            long digits = places.run(f);
            if (f.isNull || !Double.isFinite(value) || digits > MOST_PLACES) {
                return value;
            }
            if (digits == 0 && mode != RoundingMode.HALF_UP) {
                return mode == RoundingMode.FLOOR ? Math.floor(value) : Math.ceil(value);
            }
            // by way of the shortest decimal, so that 2.675 rounds to 2.68, as in Spark
            return BigDecimal.valueOf(value)
                    .setScale((int) Math.max(digits, -MOST_PLACES), mode)
                    .doubleValue();
        };
    }

    private static ObjectCode roundDecimal(ObjectCode operand, LongCode places, RoundingMode mode) {
        return f -> {
            BigDecimal value = (BigDecimal) operand.run(f);
            if (value == null) {
                return null;
            }
            long digits = places.run(f);
            if (f.isNull) {
                return null;
            }
            return digits >= value.scale() ? value : value.setScale((int) Math.max(digits, -MOST_PLACES), mode);
        };
    }
}
