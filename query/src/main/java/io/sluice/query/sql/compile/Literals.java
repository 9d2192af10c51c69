package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleConstant;
import io.sluice.query.sql.compile.Code.LongConstant;
import io.sluice.query.sql.compile.Code.ObjectConstant;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.query.sql.compile.Code.TruthConstant;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneOffset;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Code of literals. */
final class Literals {
    private Literals() {}

    static Code constant(RexLiteral literal) {
        if (SqlTypes.isInterval(literal.getType())) {
            return literal.isNull() ? new LongConstant(0, true) : new LongConstant(interval(literal), false);
        }
        DataType type = SqlTypes.required(literal.getType());
        return literal.isNull() ? nullOf(type) : constant(literal, type);
    }

    /** A bare NULL, whose type is that of its surroundings. */
    static boolean isUntypedNull(RexNode expression) {
        return expression.getType().getSqlTypeName() == SqlTypeName.NULL;
    }

    static Code nullOf(DataType type) {
        if (type == Primitive.BOOLEAN) {
            return new TruthConstant(TruthCode.UNKNOWN);
        }
        return switch (type.storage()) {
            case LONG -> new LongConstant(0, true);
            case DOUBLE -> new DoubleConstant(0, true);
            case OBJECT -> new ObjectConstant(null);
        };
    }

    private static Code constant(RexLiteral literal, DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            BigDecimal value = value(literal, BigDecimal.class);
            return new ObjectConstant(value.setScale(decimal.scale(), RoundingMode.HALF_UP));
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> new TruthConstant(TruthCode.of(value(literal, Boolean.class)));
            case INT, LONG -> new LongConstant(value(literal, BigDecimal.class).longValueExact(), false);
            case FLOAT -> new DoubleConstant((float) number(literal), false);
            case DOUBLE -> new DoubleConstant(number(literal), false);
            case STRING -> new ObjectConstant(string(literal));
            case TIMESTAMP -> new LongConstant(micros(literal), false);
            case DATE -> new LongConstant(value(literal, Integer.class), false);
            case BINARY -> new ObjectConstant(value(literal, ByteString.class).getBytes());
        };
    }

    private static double number(RexLiteral literal) {
        return Objects.requireNonNull(literal.getValueAs(Number.class)).doubleValue();
    }

    static String string(RexLiteral literal) {
        return value(literal, NlsString.class).getValue();
    }

    /** Microseconds since the epoch. Calcite's own number has milliseconds only, its text has all digits. */
    static long micros(RexLiteral literal) {
        String text = value(literal, TimestampString.class).toString();
        return Timestamps.parse(text, ZoneOffset.UTC);
    }

    /** Months, or microseconds. */
    static long interval(RexLiteral literal) {
        long amount = value(literal, BigDecimal.class).longValueExact();
        return SqlTypes.isMonthInterval(literal.getType()) ? amount : Math.multiplyExact(amount, 1000L);
    }

    private static <T> T value(RexLiteral literal, Class<T> type) {
        @Nullable T value = literal.getValueAs(type);
        return Objects.requireNonNull(value, () -> "literal " + literal + " has no value");
    }
}
