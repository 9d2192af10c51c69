package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** CAST(... AS FLOAT) and AS DOUBLE; a timestamp gives seconds since the epoch with their fraction. */
final class CastToDouble {
    private static final double MICROS = 1_000_000;
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");

    private CastToDouble() {}

    static DoubleCode of(Code code, DataType from, Primitive to, String text) {
        DoubleCode value = value(code, from, to, text);
        return to == Primitive.FLOAT ? Arithmetic.rounded(value) : value;
    }

    private static DoubleCode value(Code code, DataType from, Primitive to, String text) {
        if (code instanceof DoubleCode doubles) {
            return doubles;
        }
        if (code instanceof LongCode longs && Casts.isNumber(from)) {
            return longs::run;
        }
        if (code instanceof LongCode longs && from == Primitive.TIMESTAMP) {
            return f -> longs.run(f) / MICROS;
        }
        if (code instanceof TruthCode truth) {
            return f -> {
                int value = truth.run(f);
                f.isNull = value == TruthCode.UNKNOWN;
                return value;
            };
        }
        if (code instanceof ObjectCode objects && (from instanceof DataType.Decimal || from == Primitive.STRING)) {
            return f -> {
                Object value = objects.run(f);
                f.isNull = value == null;
                return value == null ? 0 : number(value, to, text);
            };
        }
        throw Casts.none(from, to, text);
    }

    private static double number(Object value, Primitive to, String text) {
        return value instanceof BigDecimal decimal ? decimal.doubleValue() : parse((String) value, to, text);
    }

    private static double parse(String value, Primitive to, String text) {
        String number = value.strip();
        if (NUMBER.matcher(number).matches()) {
            return to == Primitive.FLOAT ? Float.parseFloat(number) : Double.parseDouble(number);
        }
        return switch (number.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> throw Casts.failed(text, value, to);
        };
    }
}
