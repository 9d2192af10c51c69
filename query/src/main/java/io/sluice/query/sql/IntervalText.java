package io.sluice.query.sql;

import io.sluice.serdes.time.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.parser.SqlParserUtil;

/** Lengths of windows in the query's text: INTERVAL '10' MINUTE, INTERVAL 10 MINUTES or '10 minutes'. */
final class IntervalText {
    private static final String FORMS = "write INTERVAL '10' MINUTE or '10 minutes'";
    private static final BigDecimal MICROS_PER_MILLI = BigDecimal.valueOf(1000);

    private IntervalText() {}

    /**
     * The length in microseconds.
     *
     * @throws IllegalArgumentException saying what is wrong and which forms there are
     */
    static long micros(SqlNode node) {
        if (node instanceof SqlCharStringLiteral literal) {
            return micros(DurationText.parse(Objects.requireNonNull(literal.toValue())));
        }
        if (node instanceof SqlIntervalLiteral literal
                && literal.getValue() instanceof SqlIntervalLiteral.IntervalValue value) {
            return micros(value);
        }
        if (node.getKind() == SqlKind.INTERVAL
                && node instanceof SqlCall call
                && call.operand(0) instanceof SqlNumericLiteral number
                && call.operand(1) instanceof SqlIntervalQualifier unit) {
            return micros(Objects.requireNonNull(number.bigDecimalValue()), unit);
        }
        throw new IllegalArgumentException("it is no constant length of time; " + FORMS);
    }

    /** Spark's interval without a unit behind it, '10 minutes', as Calcite writes it: '600' SECOND. */
    static String withUnit(String literal, Position position) throws BadTokenException {
        try {
            Duration length = DurationText.parse(literal.substring(1, literal.length() - 1));
            BigDecimal seconds = BigDecimal.valueOf(micros(length), 6).stripTrailingZeros();
            return "'" + seconds.toPlainString() + "' SECOND";
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new BadTokenException(
                    position, "INTERVAL " + literal + ": " + e.getMessage(), "write for example INTERVAL '10' MINUTE");
        }
    }

    private static long micros(Duration length) {
        return Math.addExact(Math.multiplyExact(length.getSeconds(), 1_000_000L), length.getNano() / 1000);
    }

    private static long micros(SqlIntervalLiteral.IntervalValue value) {
        SqlIntervalQualifier unit = value.getIntervalQualifier();
        if (unit.isSingleDatetimeField()) {
            BigDecimal amount = new BigDecimal(value.getIntervalLiteral().strip());
            return micros(amount.multiply(BigDecimal.valueOf(value.getSign())), unit);
        }
        refuseMonths(unit);
        return Math.multiplyExact(SqlParserUtil.intervalToMillis(value), 1000L);
    }

    private static long micros(BigDecimal amount, SqlIntervalQualifier unit) {
        refuseMonths(unit);
        BigDecimal micros = amount.multiply(unit.getStartUnit().multiplier).multiply(MICROS_PER_MILLI);
        try {
            return micros.longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("it must be a whole number of microseconds within 292,000 years", e);
        }
    }

    private static void refuseMonths(SqlIntervalQualifier unit) {
        if (unit.isYearMonth()) {
            throw new IllegalArgumentException(
                    "months and years have no fixed length; write days, for example INTERVAL '30' DAY");
        }
    }
}
