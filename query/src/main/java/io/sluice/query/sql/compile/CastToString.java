package io.sluice.query.sql.compile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.time.Dates;
import java.math.BigDecimal;

/** CAST(... AS STRING) as Spark prints values, and CAST(... AS BINARY), which is the UTF-8 of a string. */
final class CastToString {
    private CastToString() {}

    static ObjectCode of(Code code, DataType from) {
        if (code instanceof LongCode longs) {
            return f -> {
                long value = longs.run(f);
                return f.isNull ? null : print(value, from);
            };
        }
        if (code instanceof DoubleCode doubles) {
            return f -> {
                double value = doubles.run(f);
                if (f.isNull) {
                    return null;
                }
                return from == Primitive.FLOAT ? Float.toString((float) value) : Double.toString(value);
            };
        }
        if (code instanceof TruthCode truth) {
            return f -> {
                int value = truth.run(f);
                return value == TruthCode.UNKNOWN ? null : Boolean.toString(value == TruthCode.TRUE);
            };
        }
        ObjectCode objects = (ObjectCode) code;
        return f -> {
            Object value = objects.run(f);
            if (value instanceof BigDecimal decimal) {
                return decimal.toPlainString();
            }
            return value instanceof byte[] bytes ? new String(bytes, UTF_8) : value;
        };
    }

    private static String print(long value, DataType from) {
        if (from == Primitive.TIMESTAMP) {
            return CastToMoment.print(value);
        }
        return from == Primitive.DATE ? Dates.format((int) value) : Long.toString(value);
    }

    static ObjectCode binary(Code code, DataType from, String text) {
        if (code instanceof ObjectCode objects && from == Primitive.STRING) {
            return f -> {
                String value = (String) objects.run(f);
                return value == null ? null : value.getBytes(UTF_8);
            };
        }
        throw Casts.none(from, Primitive.BINARY, text);
    }
}
