package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.DoubleConstant;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.LongConstant;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.ObjectConstant;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Comparisons in Spark's order: NaN equals itself and is the largest number, -0.0 equals 0.0, strings go by code point. */
final class Comparison {
    /** What a comparison accepts, one bit per outcome: 1 for less, 2 for equal, 4 for greater. */
    enum Test {
        LESS(1),
        EQUAL(2),
        LESS_OR_EQUAL(3),
        GREATER(4),
        NOT_EQUAL(5),
        GREATER_OR_EQUAL(6);

        private final int accepted;

        Test(int accepted) {
            this.accepted = accepted;
        }

        /** {@link TruthCode#TRUE} or {@link TruthCode#FALSE} for the sign of a comparison, -1 to 1. */
        int of(int sign) {
            return accepted >> (sign + 1) & 1;
        }
    }

    private Comparison() {}

    static TruthCode compare(RexCall call, ExpressionCompiler compiler, Test test) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        DataType type = common(left, right, compiler);
        return compare(operand(left, type, compiler), operand(right, type, compiler), test);
    }

    /** Null equals null, and is distinct from everything else. */
    static TruthCode notDistinct(RexCall call, ExpressionCompiler compiler, boolean negated) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        DataType type = common(left, right, compiler);
        Code x = operand(left, type, compiler);
        Code y = operand(right, type, compiler);
        TruthCode equal = compare(x, y, Test.EQUAL);
        TruthCode leftIsNull = Logic.isNull(x);
        TruthCode rightIsNull = Logic.isNull(y);
        int same = TruthCode.of(!negated);
        return f -> {
            int result = equal.run(f);
            if (result == TruthCode.UNKNOWN) {
                result = TruthCode.of(leftIsNull.run(f) == rightIsNull.run(f));
            }
            return result == same ? TruthCode.TRUE : TruthCode.FALSE;
        };
    }

    private static DataType common(RexNode left, RexNode right, ExpressionCompiler compiler) {
        return Casts.common(compiler.type(left), compiler.type(right))
                .orElseThrow(() -> new UnsupportedExpressionException(
                        compiler.text(left) + " (" + compiler.type(left).sqlName() + ") cannot be compared with "
                                + compiler.text(right) + " ("
                                + compiler.type(right).sqlName() + ")",
                        compiler.type(left) instanceof DataType.Nested
                                        || compiler.type(right) instanceof DataType.Nested
                                ? SqlTypes.INSTEAD_OF_NESTED
                                : "convert one of them with CAST(... AS type)"));
    }

    private static Code operand(RexNode operand, DataType type, ExpressionCompiler compiler) {
        // decimals are compared as they are: a common scale could cut digits
        return type instanceof DataType.Decimal ? Decimals.operand(operand, compiler) : compiler.as(operand, type);
    }

    static TruthCode compare(Code left, Code right, Test test) {
        if (left instanceof LongCode x && right instanceof LongCode y) {
            return longs(x, y, test);
        }
        if (left instanceof DoubleCode x && right instanceof DoubleCode y) {
            return doubles(x, y, test);
        }
        if (left instanceof TruthCode x && right instanceof TruthCode y) {
            return truths(x, y, test);
        }
        return objects((ObjectCode) left, (ObjectCode) right, test);
    }

    private static TruthCode longs(LongCode left, LongCode right, Test test) {
        if (right instanceof LongConstant constant && !constant.isNull()) {
            long y = constant.value();
            return f -> {
                long x = left.run(f);
                return f.isNull ? TruthCode.UNKNOWN : test.of(Long.compare(x, y));
            };
        }
        return f -> {
            long x = left.run(f);
            if (f.isNull) {
                return TruthCode.UNKNOWN;
            }
            long y = right.run(f);
            return f.isNull ? TruthCode.UNKNOWN : test.of(Long.compare(x, y));
        };
    }

    private static TruthCode doubles(DoubleCode left, DoubleCode right, Test test) {
        if (right instanceof DoubleConstant constant && !constant.isNull()) {
            double y = constant.value();
            return f -> {
                double x = left.run(f);
                return f.isNull ? TruthCode.UNKNOWN : test.of(compare(x, y));
            };
        }
        return f -> {
            double x = left.run(f);
            if (f.isNull) {
                return TruthCode.UNKNOWN;
            }
            double y = right.run(f);
            return f.isNull ? TruthCode.UNKNOWN : test.of(compare(x, y));
        };
    }

    private static TruthCode truths(TruthCode left, TruthCode right, Test test) {
        return f -> {
            int x = left.run(f);
            int y = x == TruthCode.UNKNOWN ? x : right.run(f);
            return y == TruthCode.UNKNOWN ? y : test.of(Integer.compare(x, y));
        };
    }

    private static TruthCode objects(ObjectCode left, ObjectCode right, Test test) {
        if (right instanceof ObjectConstant constant && constant.value() instanceof String y && test == Test.EQUAL) {
            return f -> {
                Object x = left.run(f);
                return x == null ? TruthCode.UNKNOWN : TruthCode.of(y.equals(x));
            };
        }
        return f -> {
            Object x = left.run(f);
            Object y = x == null ? null : right.run(f);
            return y == null ? TruthCode.UNKNOWN : test.of(compareObjects(Objects.requireNonNull(x), y));
        };
    }

    /** -1, 0 or 1. */
    static int compare(double x, double y) {
        if (x < y) {
            return -1;
        }
        if (x > y) {
            return 1;
        }
        if (x == y) {
            return 0;
        }
        return Boolean.compare(Double.isNaN(x), Double.isNaN(y));
    }

    /** -1, 0 or 1 for two decimals, strings or binaries. */
    static int compareObjects(Object x, Object y) {
        if (x instanceof BigDecimal decimal) {
            return decimal.compareTo((BigDecimal) y);
        }
        if (x instanceof String string) {
            return Integer.signum(compareStrings(string, (String) y));
        }
        return Integer.signum(Arrays.compareUnsigned((byte[]) x, (byte[]) y));
    }

    /** By code point, which is the order of the UTF-8 bytes; {@link String#compareTo} puts surrogates below U+E000. */
    private static int compareStrings(String x, String y) {
        int length = Math.min(x.length(), y.length());
        for (int i = 0; i < length; i++) {
            char a = x.charAt(i);
            char b = y.charAt(i);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) != Character.isSurrogate(b);
                return surrogates && a >= Character.MIN_SURROGATE && b >= Character.MIN_SURROGATE
                        ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b))
                        : Character.compare(a, b);
            }
        }
        return Integer.compare(x.length(), y.length());
    }
}
