package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.time.ZoneOffset;

/** CAST(... AS TIMESTAMP) and AS DATE, in UTC; a number is read as seconds since the epoch. */
final class CastToMoment {
    static final long MICROS_PER_SECOND = 1_000_000;
    static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    private CastToMoment() {}

    static LongCode timestamp(Code code, DataType from, String text) {
        if (code instanceof LongCode longs && from == Primitive.DATE) {
            return Arithmetic.multiply(longs, new Code.LongConstant(MICROS_PER_DAY, false), text);
        }
        if (code instanceof LongCode longs && Casts.isNumber(from)) {
            return Arithmetic.multiply(longs, new Code.LongConstant(MICROS_PER_SECOND, false), text);
        }
        if (code instanceof DoubleCode doubles) {
            DoubleCode micros = f -> doubles.run(f) * MICROS_PER_SECOND;
            return CastToLong.of(micros, from, Primitive.LONG, text);
        }
        if (code instanceof ObjectCode objects && from instanceof DataType.Decimal) {
            ObjectCode micros = f -> {
                BigDecimal value = (BigDecimal) objects.run(f);
                return value == null ? null : value.scaleByPowerOfTen(6);
            };
            return CastToLong.of(micros, from, Primitive.LONG, text);
        }
        if (code instanceof ObjectCode objects && from == Primitive.STRING) {
            return parsed(objects, true, text);
        }
        throw Casts.none(from, Primitive.TIMESTAMP, text);
    }

    static LongCode date(Code code, DataType from, String text) {
        if (code instanceof LongCode longs && from == Primitive.TIMESTAMP) {
            return f -> Math.floorDiv(longs.run(f), MICROS_PER_DAY);
        }
        if (code instanceof ObjectCode objects && from == Primitive.STRING) {
            return parsed(objects, false, text);
        }
        throw Casts.none(from, Primitive.DATE, text);
    }

    private static LongCode parsed(ObjectCode code, boolean timestamp, String text) {
        return f -> {
            String value = (String) code.run(f);
            f.isNull = value == null;
            return value == null ? 0 : parse(value, timestamp, text);
        };
    }

    private static long parse(String value, boolean timestamp, String text) {
        try {
            return timestamp ? Timestamps.parse(value.strip(), ZoneOffset.UTC) : Dates.parse(value.strip());
        } catch (BadTimeException e) {
            throw Failure.of(text, e.getMessage() + Casts.INSTEAD);
        }
    }

    /** As Spark prints it: {@code 2026-11-13 08:00:00}, with the digits of the fraction that are needed. */
    static String print(long micros) {
        String text = Timestamps.format(micros).replace('T', ' ').replace("Z", "");
        return text.indexOf('.') < 0 ? text : text.replaceFirst("0+$", "");
    }
}
