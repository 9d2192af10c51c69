package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;

/** CAST(... AS BOOLEAN): a number is true when it is not 0, a string when it spells so. */
final class CastToBoolean {
    private static final Set<String> TRUE = Set.of("t", "true", "y", "yes", "1");
    private static final Set<String> FALSE = Set.of("f", "false", "n", "no", "0");

    private CastToBoolean() {}

    static TruthCode of(Code code, DataType from, String text) {
        if (code instanceof LongCode longs && Casts.isNumber(from)) {
            return f -> {
                long value = longs.run(f);
                return f.isNull ? TruthCode.UNKNOWN : TruthCode.of(value != 0);
            };
        }
        if (code instanceof DoubleCode doubles) {
            return f -> {
                double value = doubles.run(f);
                return f.isNull ? TruthCode.UNKNOWN : TruthCode.of(value != 0);
            };
        }
        if (code instanceof ObjectCode objects && from instanceof DataType.Decimal) {
            return f -> {
                BigDecimal value = (BigDecimal) objects.run(f);
                return value == null ? TruthCode.UNKNOWN : TruthCode.of(value.signum() != 0);
            };
        }
        if (code instanceof ObjectCode objects && from == Primitive.STRING) {
            return f -> {
                String value = (String) objects.run(f);
                return value == null ? TruthCode.UNKNOWN : parse(value, text);
            };
        }
        throw Casts.none(from, Primitive.BOOLEAN, text);
    }

    private static int parse(String value, String text) {
        String word = value.strip().toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            return TruthCode.TRUE;
        }
        if (FALSE.contains(word)) {
            return TruthCode.FALSE;
        }
        throw Casts.failed(text, value, Primitive.BOOLEAN);
    }
}
