package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.serdes.schema.DataType.Primitive;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;

/** Functions of strings. Lengths and positions count code points, as Spark does. */
final class Text {
    /** A function of one string that is not null. */
    @FunctionalInterface
    interface StringFunction {
        String apply(String value);
    }

    private Text() {}

    static ObjectCode map(RexCall call, ExpressionCompiler compiler, StringFunction function) {
        ObjectCode operand = compiler.strings(call.getOperands().get(0));
        return f -> {
            String value = (String) operand.run(f);
            return value == null ? null : function.apply(value);
        };
    }

    static ObjectCode upper(RexCall call, ExpressionCompiler compiler) {
        return map(call, compiler, value -> value.toUpperCase(Locale.ROOT));
    }

    static ObjectCode lower(RexCall call, ExpressionCompiler compiler) {
        return map(call, compiler, value -> value.toLowerCase(Locale.ROOT));
    }

    static LongCode length(RexCall call, ExpressionCompiler compiler) {
        RexNode operand = call.getOperands().get(0);
        if (compiler.type(operand) == Primitive.BINARY) {
            ObjectCode bytes = (ObjectCode) compiler.code(operand);
            return f -> {
                byte[] value = (byte[]) bytes.run(f);
                f.isNull = value == null;
                return value == null ? 0 : value.length;
            };
        }
        ObjectCode string = compiler.strings(operand);
        return f -> {
            String value = (String) string.run(f);
            f.isNull = value == null;
            return value == null ? 0 : value.codePointCount(0, value.length());
        };
    }

    /** All operands in a row; null when one is. */
    static ObjectCode concat(RexCall call, ExpressionCompiler compiler) {
        ObjectCode[] operands =
                call.getOperands().stream().map(compiler::strings).toArray(ObjectCode[]::new);
        return f -> {
            StringBuilder text = new StringBuilder();
            for (ObjectCode operand : operands) {
                Object value = operand.run(f);
                if (value == null) {
                    return null;
                }
                text.append((String) value);
            }
            return text.toString();
        };
    }

    static ObjectCode replace(RexCall call, ExpressionCompiler compiler) {
        ObjectCode string = compiler.strings(call.getOperands().get(0));
        ObjectCode search = compiler.strings(call.getOperands().get(1));
        ObjectCode replacement = compiler.strings(call.getOperands().get(2));
        return f -> {
            String value = (String) string.run(f);
            String from = value == null ? null : (String) search.run(f);
            String to = from == null ? null : (String) replacement.run(f);
            if (to == null) {
                return null;
            }
            String text = Objects.requireNonNull(value);
            String pattern = Objects.requireNonNull(from);
            return pattern.isEmpty() ? text : text.replace(pattern, to);
        };
    }

    /** SUBSTRING(string, position[, length]): 1 is the first character, -1 the last. */
    static ObjectCode substring(RexCall call, ExpressionCompiler compiler) {
        ObjectCode string = compiler.strings(call.getOperands().get(0));
        LongCode position = compiler.longs(call.getOperands().get(1));
        LongCode length = call.getOperands().size() > 2
                ? compiler.longs(call.getOperands().get(2))
                : new Code.LongConstant(Integer.MAX_VALUE, false);
        return f -> {
            String value = (String) string.run(f);
            if (value == null) {
                return null;
            }
            long from = position.run(f);
            if (f.isNull) {
                return null;
            }
            long count = length.run(f);
            return f.isNull ? null : substring(value, from, count);
        };
    }

    private static String substring(String value, long position, long count) {
        int length = value.codePointCount(0, value.length());
        // a negative position may lie before the string: the characters that would stand there count, as in Spark
        long start = position > 0 ? position - 1 : position < 0 ? length + position : 0;
        long end = Math.min(length, start + Math.max(0, Math.min(count, Integer.MAX_VALUE)));
        long first = Math.max(0, start);
        if (first >= end) {
            return "";
        }
        int begin = value.offsetByCodePoints(0, (int) first);
        return value.substring(begin, value.offsetByCodePoints(begin, (int) (end - first)));
    }

    /** TRIM(flag, characters, string). */
    static ObjectCode trim(RexCall call, ExpressionCompiler compiler) {
        RexLiteral flag = (RexLiteral) call.getOperands().get(0);
        SqlTrimFunction.Flag side = Objects.requireNonNull(flag.getValueAs(SqlTrimFunction.Flag.class));
        ObjectCode characters = compiler.strings(call.getOperands().get(1));
        ObjectCode string = compiler.strings(call.getOperands().get(2));
        boolean leading = side != SqlTrimFunction.Flag.TRAILING;
        boolean trailing = side != SqlTrimFunction.Flag.LEADING;
        return f -> {
            String value = (String) string.run(f);
            String set = value == null ? null : (String) characters.run(f);
            return set == null ? null : trim(Objects.requireNonNull(value), set, leading, trailing);
        };
    }

    private static String trim(String value, String characters, boolean leading, boolean trailing) {
        int start = 0;
        int end = value.length();
        while (leading && start < end && characters.indexOf(value.codePointAt(start)) >= 0) {
            start += Character.charCount(value.codePointAt(start));
        }
        while (trailing && start < end && characters.indexOf(value.codePointBefore(end)) >= 0) {
            end -= Character.charCount(value.codePointBefore(end));
        }
        return value.substring(start, end);
    }
}
