package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Arithmetic.Operator;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Exact numbers. A value always has its type's scale; one with more digits than the type's precision is an error. */
final class Decimals {
    private static final int INT_DIGITS = 10;
    private static final int LONG_DIGITS = 19;

    private Decimals() {}

    /** The operand as a decimal wide enough to hold it unchanged. */
    static ObjectCode operand(RexNode operand, ExpressionCompiler compiler) {
        return (ObjectCode) compiler.as(operand, holding(compiler.type(operand)));
    }

    /** The decimal type that holds every value of the type; decimals and what is no number are left alone. */
    static DataType holding(DataType type) {
        if (type == Primitive.INT) {
            return new DataType.Decimal(INT_DIGITS, 0);
        }
        return type == Primitive.LONG ? new DataType.Decimal(LONG_DIGITS, 0) : type;
    }

    static ObjectCode binary(ObjectCode left, ObjectCode right, Operator operator, DataType.Decimal type, String text) {
        return f -> {
            BigDecimal x = (BigDecimal) left.run(f);
            BigDecimal y = x == null ? null : (BigDecimal) right.run(f);
            if (x == null || y == null) {
                return null;
            }
            if (y.signum() == 0 && (operator == Operator.DIVIDE || operator == Operator.REMAINDER)) {
                throw Failure.divisionByZero(text, x);
            }
            BigDecimal value = calculate(x, y, operator, type.scale());
            if (value.precision() > type.precision()) {
                String calculation = Failure.show(x) + " " + operator.symbol + " " + Failure.show(y);
                throw Failure.overflow(text, calculation, type);
            }
            return value;
        };
    }

    private static BigDecimal calculate(BigDecimal x, BigDecimal y, Operator operator, int scale) {
        return switch (operator) {
            case ADD -> x.add(y).setScale(scale, RoundingMode.HALF_UP);
            case SUBTRACT -> x.subtract(y).setScale(scale, RoundingMode.HALF_UP);
            case MULTIPLY -> x.multiply(y).setScale(scale, RoundingMode.HALF_UP);
            case DIVIDE -> x.divide(y, scale, RoundingMode.HALF_UP);
            case REMAINDER -> x.remainder(y).setScale(scale, RoundingMode.HALF_UP);
        };
    }

    static ObjectCode negate(ObjectCode operand) {
        return f -> {
            BigDecimal value = (BigDecimal) operand.run(f);
            return value == null ? null : value.negate();
        };
    }

    /** The value at the type's scale, rounded half up; null when it has too many digits. */
    static @Nullable BigDecimal fit(BigDecimal value, DataType.Decimal type) {
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
        return scaled.precision() > type.precision() ? null : scaled;
    }
}
