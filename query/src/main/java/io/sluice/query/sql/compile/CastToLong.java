package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** CAST(... AS INT) and AS LONG: fractions are cut towards zero, a timestamp gives whole seconds since the epoch. */
final class CastToLong {
    private static final double LONG_LIMIT = 0x1p63;
    private static final long MICROS = 1_000_000;

    private CastToLong() {}

    static LongCode of(Code code, DataType from, Primitive to, String text) {
        LongCode value = value(code, from, to, text);
        boolean narrower = to == Primitive.INT && from != Primitive.BOOLEAN;
        return narrower ? inIntRange(value, text) : value;
    }

    private static LongCode inIntRange(LongCode code, String text) {
        return f -> {
            long value = code.run(f);
            if ((int) value != value && !f.isNull) {
                throw Casts.failed(text, value, Primitive.INT);
            }
            return value;
        };
    }

    private static LongCode value(Code code, DataType from, Primitive to, String text) {
        if (code instanceof LongCode longs && Casts.isNumber(from)) {
            return longs;
        }
        if (code instanceof LongCode longs && from == Primitive.TIMESTAMP) {
            return f -> Math.floorDiv(longs.run(f), MICROS);
        }
        if (code instanceof TruthCode truth) {
            return f -> {
                int value = truth.run(f);
                f.isNull = value == TruthCode.UNKNOWN;
                return value;
            };
        }
        if (code instanceof DoubleCode doubles) {
            return f -> truncate(doubles.run(f), f, to, text);
        }
        if (code instanceof ObjectCode objects && (from instanceof DataType.Decimal || from == Primitive.STRING)) {
            return f -> {
                Object value = objects.run(f);
                f.isNull = value == null;
                return value == null ? 0 : whole(value, to, text);
            };
        }
        throw Casts.none(from, to, text);
    }

    private static long truncate(double value, Frame f, Primitive to, String text) {
        if (!(value >= -LONG_LIMIT && value < LONG_LIMIT) && !f.isNull) {
            throw Casts.failed(text, value, to);
        }
        return (long) value;
    }

    private static long whole(Object value, Primitive to, String text) {
        if (value instanceof BigDecimal decimal) {
            BigInteger integer = decimal.setScale(0, RoundingMode.DOWN).unscaledValue();
            if (integer.bitLength() > 63) {
                throw Casts.failed(text, value, to);
            }
            return integer.longValue();
        }
        try {
            return Long.parseLong(((String) value).strip());
        } catch (NumberFormatException e) {
            throw Casts.failed(text, value, to);
        }
    }
}
