package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** The operators + - * / % and the unary minus on numbers. Nothing wraps: a result that does not fit its type is an error. */
final class Arithmetic {
    enum Operator {
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE("/"),
        REMAINDER("%");

        final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }
    }

    private Arithmetic() {}

    static Code binary(RexCall call, ExpressionCompiler compiler, Operator operator) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        DataType type = compiler.type(call);
        String text = compiler.text(call);
        if (type instanceof DataType.Decimal decimal) {
            return Decimals.binary(
                    Decimals.operand(left, compiler), Decimals.operand(right, compiler), operator, decimal, text);
        }
        if (type.storage() == DataType.Storage.DOUBLE) {
            DoubleCode code = doubles(compiler.doubles(left), compiler.doubles(right), operator, text);
            return type == Primitive.FLOAT ? rounded(code) : code;
        }
        if (type == Primitive.INT || type == Primitive.LONG) {
            LongCode code = longs(compiler.longs(left), compiler.longs(right), operator, text);
            return type == Primitive.INT ? inIntRange(code, text) : code;
        }
        throw notANumber(operator.symbol, type, text);
    }

    static Code negate(RexCall call, ExpressionCompiler compiler) {
        DataType type = compiler.type(call);
        Code operand = compiler.as(call.getOperands().get(0), type);
        String text = compiler.text(call);
        if (operand instanceof LongCode longs && (type == Primitive.INT || type == Primitive.LONG)) {
            LongCode code = subtract(new Code.LongConstant(0, false), longs, text);
            return type == Primitive.INT ? inIntRange(code, text) : code;
        }
        if (operand instanceof DoubleCode doubles) {
            return (DoubleCode) f -> -doubles.run(f);
        }
        if (operand instanceof ObjectCode objects && type instanceof DataType.Decimal) {
            return Decimals.negate(objects);
        }
        throw notANumber("-", type, text);
    }

    static UnsupportedExpressionException notANumber(String function, DataType type, String text) {
        return new UnsupportedExpressionException(
                "'" + function + "' on " + type.sqlName() + " is not supported: " + text,
                "'" + function + "' takes numbers; CAST(x AS DOUBLE) turns a string into one");
    }

    /** A float computed as a double is rounded after each step, so that it has the value 32 bits can hold. */
    static DoubleCode rounded(DoubleCode code) {
        return f -> (float) code.run(f);
    }

    static LongCode inIntRange(LongCode code, String text) {
        return f -> {
            long value = code.run(f);
            if ((int) value != value && !f.isNull) {
                throw Failure.overflow(text, Long.toString(value), Primitive.INT);
            }
            return value;
        };
    }

    private static DoubleCode doubles(DoubleCode left, DoubleCode right, Operator operator, String text) {
        if (right instanceof Code.DoubleConstant constant && !constant.isNull()) {
            return doublesByConstant(left, constant.value(), operator, text);
        }
        return switch (operator) {
            case ADD ->
                f -> {
                    double x = left.run(f);
                    return f.isNull ? 0 : x + right.run(f);
                };
            case SUBTRACT ->
                f -> {
                    double x = left.run(f);
                    return f.isNull ? 0 : x - right.run(f);
                };
            case MULTIPLY ->
                f -> {
                    double x = left.run(f);
                    return f.isNull ? 0 : x * right.run(f);
                };
            case DIVIDE ->
                f -> {
                    double x = left.run(f);
                    return f.isNull ? 0 : x / divisor(right, f, x, text);
                };
            case REMAINDER ->
                f -> {
                    double x = left.run(f);
                    return f.isNull ? 0 : x % divisor(right, f, x, text);
                };
        };
    }

    private static DoubleCode doublesByConstant(DoubleCode left, double y, Operator operator, String text) {
        if (y == 0 && (operator == Operator.DIVIDE || operator == Operator.REMAINDER)) {
            return f -> {
                double x = left.run(f);
                if (f.isNull) {
                    return 0;
                }
                throw Failure.divisionByZero(text, x);
            };
        }
        return switch (operator) {
            case ADD -> f -> left.run(f) + y;
            case SUBTRACT -> f -> left.run(f) - y;
            case MULTIPLY -> f -> left.run(f) * y;
            case DIVIDE -> f -> left.run(f) / y;
            case REMAINDER -> f -> left.run(f) % y;
        };
    }

    private static double divisor(DoubleCode right, Frame f, double dividend, String text) {
        double y = right.run(f);
        if (y == 0 && !f.isNull) {
            throw Failure.divisionByZero(text, dividend);
        }
        return y;
    }

    private static LongCode longs(LongCode left, LongCode right, Operator operator, String text) {
        return switch (operator) {
            case ADD -> add(left, right, text);
            case SUBTRACT -> subtract(left, right, text);
            case MULTIPLY -> multiply(left, right, text);
            case REMAINDER -> remainder(left, right, text);
            case DIVIDE -> throw new AssertionError("the division of whole numbers is one of doubles");
        };
    }

    static LongCode add(LongCode left, LongCode right, String text) {
        return f -> {
            long x = left.run(f);
            if (f.isNull) {
                return 0;
            }
            long y = right.run(f);
            long sum = x + y;
            if (((x ^ sum) & (y ^ sum)) < 0 && !f.isNull) {
                throw Failure.overflow(text, x + " + " + y, Primitive.LONG);
            }
            return sum;
        };
    }

    static LongCode subtract(LongCode left, LongCode right, String text) {
        return f -> {
            long x = left.run(f);
            if (f.isNull) {
                return 0;
            }
            long y = right.run(f);
            long difference = x - y;
            if (((x ^ y) & (x ^ difference)) < 0 && !f.isNull) {
                throw Failure.overflow(text, x + " - " + y, Primitive.LONG);
            }
            return difference;
        };
    }

    static LongCode multiply(LongCode left, LongCode right, String text) {
        return f -> {
            long x = left.run(f);
            if (f.isNull) {
                return 0;
            }
            long y = right.run(f);
            long product = x * y;
            // the upper half of the exact product must be nothing but the sign of the lower half
            if (Math.multiplyHigh(x, y) != product >> 63 && !f.isNull) {
                throw Failure.overflow(text, x + " * " + y, Primitive.LONG);
            }
            return product;
        };
    }

    private static LongCode remainder(LongCode left, LongCode right, String text) {
        return f -> {
            long x = left.run(f);
            if (f.isNull) {
                return 0;
            }
            long y = right.run(f);
            if (f.isNull) {
                return 0;
            }
            if (y == 0) {
                throw Failure.divisionByZero(text, x);
            }
            return x % y;
        };
    }
}
