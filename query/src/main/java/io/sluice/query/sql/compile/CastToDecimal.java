package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.math.BigDecimal;

/** CAST(... AS DECIMAL(p,s)): rounded half up to the scale; too many digits before the point are an error. */
final class CastToDecimal {
    private static final int MICROS_SCALE = 6;

    /** The longest text that is read as a number: none longer fits, and its exponent could ask for gigabytes. */
    private static final int LONGEST_EXPONENT = 400;

    private CastToDecimal() {}

    static ObjectCode of(Code code, DataType from, DataType.Decimal to, String text) {
        if (code instanceof LongCode longs && from != Primitive.DATE) {
            int scale = from == Primitive.TIMESTAMP ? MICROS_SCALE : 0;
            return f -> {
                long value = longs.run(f);
                return f.isNull ? null : fit(BigDecimal.valueOf(value, scale), to, text);
            };
        }
        if (code instanceof TruthCode truth) {
            return f -> {
                int value = truth.run(f);
                return value == TruthCode.UNKNOWN ? null : fit(BigDecimal.valueOf(value), to, text);
            };
        }
        if (code instanceof DoubleCode doubles) {
            return f -> {
                double value = doubles.run(f);
                return f.isNull ? null : fromDouble(value, from, to, text);
            };
        }
        if (code instanceof ObjectCode objects && from != Primitive.BINARY) {
            return f -> {
                Object value = objects.run(f);
                return value == null ? null : fit(number(value, to, text), to, text);
            };
        }
        throw Casts.none(from, to, text);
    }

    private static BigDecimal fromDouble(double value, DataType from, DataType.Decimal to, String text) {
        if (!Double.isFinite(value)) {
            throw Casts.failed(text, value, to);
        }
        // the shortest decimal that reads back as the same number, which is what a person sees and means
        String shortest = from == Primitive.FLOAT ? Float.toString((float) value) : Double.toString(value);
        return fit(new BigDecimal(shortest), to, text);
    }

    private static BigDecimal number(Object value, DataType.Decimal to, String text) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        try {
            BigDecimal number = new BigDecimal(((String) value).strip());
            if (Math.abs((long) number.scale()) <= LONGEST_EXPONENT) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw Casts.failed(text, value, to);
        }
        throw Casts.failed(text, value, to);
    }

    private static BigDecimal fit(BigDecimal value, DataType.Decimal to, String text) {
        BigDecimal fitting = Decimals.fit(value, to);
        if (fitting == null) {
            throw Casts.failed(text, value, to);
        }
        return fitting;
    }
}
