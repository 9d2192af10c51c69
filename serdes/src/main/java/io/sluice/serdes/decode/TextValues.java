package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.TimestampFormat;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The readers of values that a format has only as text: fields of csv, keys, headers, and strings where coercion is lenient. */
final class TextValues {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?");
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
    /** Digits of a number that can lie in any column's range, leading zeros apart. */
    private static final int LONGEST = 1_000;

    private TextValues() {}

    static TextReader of(DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        if (type instanceof Decimal decimal) {
            return (text, row, column) -> readDecimal(decimal, text, row, column);
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> TextValues::readBoolean;
            case INT -> (text, row, column) -> readWhole(Integer.MIN_VALUE, Integer.MAX_VALUE, text, row, column);
            case LONG -> (text, row, column) -> readWhole(Long.MIN_VALUE, Long.MAX_VALUE, text, row, column);
            case FLOAT -> (text, row, column) -> readFloating(true, rules.nonFinite(), text, row, column);
            case DOUBLE -> (text, row, column) -> readFloating(false, rules.nonFinite(), text, row, column);
            case STRING -> TextValues::readString;
            case TIMESTAMP -> {
                TimestampFormat format = time.orElse(new TimestampFormat.Iso(rules.zone()));
                yield (text, row, column) -> readTimestamp(format, text, row, column);
            }
            case DATE -> (text, row, column) -> readDate(time, text, row, column);
            case BINARY -> TextValues::readBinary;
        };
    }

    private static @Nullable String readBoolean(String text, Row row, int column) {
        switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> row.setBoolean(column, true);
            case "false", "0" -> row.setBoolean(column, false);
            default -> {
                return Shown.quoted(text) + " where true or false is expected";
            }
        }
        return null;
    }

    private static @Nullable String readWhole(long least, long most, String text, Row row, int column) {
        String number = text.strip();
        if (!WHOLE.matcher(number).matches()) {
            return Shown.quoted(text) + " where a number without fraction and exponent is expected";
        }
        if (number.length() <= LONGEST) {
            BigInteger value = new BigInteger(number);
            if (value.bitLength() < Long.SIZE && value.longValue() >= least && value.longValue() <= most) {
                row.setLong(column, value.longValue());
                return null;
            }
        }
        return Shown.quoted(text) + " is out of range, it must be from " + least + " to " + most;
    }

    private static @Nullable String readFloating(
            boolean single, NonFinite nonFinite, String text, Row row, int column) {
        String number = text.strip();
        Optional<Double> special = NonFiniteText.value(number);
        if (special.isPresent()) {
            return NonFiniteText.set(special.get(), nonFinite, row, column);
        }
        if (!NUMBER.matcher(number).matches()) {
            return Shown.quoted(text) + " where a number is expected";
        }
        double value = single ? Float.parseFloat(number) : Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            return Shown.quoted(text) + " is beyond the range of " + (single ? "float" : "double");
        }
        row.setDouble(column, value);
        return null;
    }

    private static @Nullable String readDecimal(Decimal type, String text, Row row, int column) {
        Optional<BigDecimal> number = number(text);
        if (number.isEmpty()) {
            return Shown.quoted(text) + " where a number is expected";
        }
        String lost = DecimalValue.set(type, number.get(), row, column);
        return lost == null ? null : Shown.quoted(text) + lost;
    }

    private static Optional<BigDecimal> number(String text) {
        String number = text.strip();
        return number.length() <= LONGEST && NUMBER.matcher(number).matches()
                ? Optional.of(new BigDecimal(number))
                : Optional.empty();
    }

    private static @Nullable String readString(String text, Row row, int column) {
        row.setObject(column, text);
        return null;
    }

    private static @Nullable String readTimestamp(TimestampFormat format, String text, Row row, int column) {
        try {
            if (format instanceof TimestampFormat.Epoch epoch) {
                Optional<BigDecimal> number = number(text);
                if (number.isEmpty()) {
                    return Shown.quoted(text) + " where a number of "
                            + epoch.unit().words() + " is expected";
                }
                row.setLong(column, epoch.micros(number.get()));
            } else if (format instanceof TimestampFormat.Pattern pattern) {
                row.setLong(column, pattern.pattern().micros(text.strip(), pattern.zone()));
            } else if (format instanceof TimestampFormat.Iso iso) {
                row.setLong(column, Timestamps.parse(text.strip(), iso.zone()));
            }
            return null;
        } catch (BadTimeException e) {
            return Shown.quoted(text) + " is no timestamp: " + e.reason();
        }
    }

    private static @Nullable String readDate(Optional<TimestampFormat> time, String text, Row row, int column) {
        try {
            row.setLong(
                    column,
                    time.orElse(null) instanceof TimestampFormat.Pattern pattern
                            ? pattern.pattern().days(text.strip())
                            : Dates.parse(text.strip()));
            return null;
        } catch (BadTimeException e) {
            return Shown.quoted(text) + " is no date: " + e.reason();
        }
    }

    private static @Nullable String readBinary(String text, Row row, int column) {
        try {
            row.setObject(column, Base64.getDecoder().decode(text));
            return null;
        } catch (IllegalArgumentException e) {
            return Shown.quoted(text) + " is no base64";
        }
    }
}
