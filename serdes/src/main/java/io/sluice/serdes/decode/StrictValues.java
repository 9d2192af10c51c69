package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.TimestampFormat;
import io.sluice.serdes.time.Timestamps;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The readers that take a value only as its type is written in JSON, and only when nothing of it is lost. */
final class StrictValues {
    private StrictValues() {}

    /** @param time how timestamps and dates are written; empty: as ISO-8601 */
    static ValueReader of(DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        RecentTexts recent = new RecentTexts();
        return ValueReader.with(PlainValues.of(type, time, rules.zone(), recent), reader(type, time, rules, recent));
    }

    private static ValueReader reader(
            DataType type, Optional<TimestampFormat> time, ValueRules rules, RecentTexts recent) {
        if (type instanceof Decimal decimal) {
            return (parser, token, row, column) -> readDecimal(decimal, parser, token, row, column);
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> StrictValues::readBoolean;
            case INT ->
                (parser, token, row, column) ->
                        readInteger(Integer.MIN_VALUE, Integer.MAX_VALUE, parser, token, row, column);
            case LONG ->
                (parser, token, row, column) -> readInteger(Long.MIN_VALUE, Long.MAX_VALUE, parser, token, row, column);
            case FLOAT -> floating(StrictValues::readFloat, rules.nonFinite());
            case DOUBLE -> floating(StrictValues::readDouble, rules.nonFinite());
            case STRING -> text(recent);
            case TIMESTAMP -> timestamp(time.orElse(new TimestampFormat.Iso(rules.zone())));
            case DATE ->
                time.orElse(null) instanceof TimestampFormat.Pattern pattern ? date(pattern) : StrictValues::readDate;
            case BINARY -> StrictValues::readBinary;
        };
    }

    private static ValueReader floating(ValueReader finite, NonFinite policy) {
        if (policy == NonFinite.REJECT) {
            return finite;
        }
        return (parser, token, row, column) -> {
            // as a number the parser gives them only where it was told to take them
            if (token == JsonToken.VALUE_STRING || parser.isNaN()) {
                Optional<Double> special = NonFiniteText.value(parser.getText());
                if (special.isPresent()) {
                    return NonFiniteText.set(special.get(), policy, row, column);
                }
            }
            return finite.read(parser, token, row, column);
        };
    }

    private static ValueReader timestamp(TimestampFormat format) {
        if (format instanceof TimestampFormat.Epoch epoch) {
            return (parser, token, row, column) -> readEpoch(epoch, parser, token, row, column);
        }
        if (format instanceof TimestampFormat.Pattern pattern) {
            return (parser, token, row, column) -> readPattern(pattern, parser, token, row, column);
        }
        ZoneId zone = ((TimestampFormat.Iso) format).zone();
        return (parser, token, row, column) -> readTimestamp(zone, parser, token, row, column);
    }

    private static @Nullable String readBoolean(JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (!token.isBoolean()) {
            return found(parser, token) + " where true or false is expected";
        }
        row.setBoolean(column, token == JsonToken.VALUE_TRUE);
        return null;
    }

    private static @Nullable String readInteger(
            long least, long most, JsonParser parser, JsonToken token, Row row, int column) throws IOException {
        if (token != JsonToken.VALUE_NUMBER_INT) {
            return found(parser, token) + " where a number without fraction and exponent is expected";
        }
        if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long value = parser.getLongValue();
            if (value >= least && value <= most) {
                row.setLong(column, value);
                return null;
            }
        }
        return found(parser, token) + " is out of range, it must be from " + least + " to " + most;
    }

    private static @Nullable String readFloat(JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (!token.isNumeric()) {
            return found(parser, token) + " where a number is expected";
        }
        float value = parser.getFloatValue();
        if (Float.isInfinite(value)) {
            return found(parser, token) + " is beyond the range of float";
        }
        row.setDouble(column, value);
        return null;
    }

    private static @Nullable String readDouble(JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (!token.isNumeric()) {
            return found(parser, token) + " where a number is expected";
        }
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
            return found(parser, token) + " is beyond the range of double";
        }
        row.setDouble(column, value);
        return null;
    }

    private static @Nullable String readDecimal(Decimal type, JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (!token.isNumeric()) {
            return found(parser, token) + " where a number is expected";
        }
        BigDecimal value;
        try {
            value = parser.getDecimalValue();
        } catch (NumberFormatException e) {
            // an exponent beyond an int
            return found(parser, token) + " is beyond the range of any decimal";
        }
        String lost = DecimalValue.set(type, value, row, column);
        return lost == null ? null : found(parser, token) + lost;
    }

    private static ValueReader text(RecentTexts recent) {
        return (parser, token, row, column) -> readString(recent, parser, token, row, column);
    }

    private static @Nullable String readString(
            RecentTexts recent, JsonParser parser, JsonToken token, Row row, int column) throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            return found(parser, token) + " where a string is expected";
        }
        String text = recent.find(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        if (text == null) {
            text = parser.getText();
            if (hasHalfPair(text)) {
                return found(parser, token) + " holds half of a surrogate pair, which is no character";
            }
            recent.keep(text);
        }
        row.setObject(column, text);
        return null;
    }

    static boolean hasHalfPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    private static @Nullable String readTimestamp(ZoneId zone, JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            return found(parser, token) + " where a string such as \"2026-11-30T08:15:00Z\" is expected"
                    + (token.isNumeric()
                            ? "; whether a number counts seconds or milliseconds must be declared, as in unit: ms"
                            : "");
        }
        try {
            row.setLong(
                    column,
                    Timestamps.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), zone));
            return null;
        } catch (BadTimeException e) {
            return found(parser, token) + " is no timestamp: " + e.reason();
        }
    }

    private static @Nullable String readEpoch(
            TimestampFormat.Epoch epoch, JsonParser parser, JsonToken token, Row row, int column) throws IOException {
        if (!token.isNumeric()) {
            return found(parser, token) + " where a number of " + epoch.unit().words() + " is expected";
        }
        try {
            boolean small =
                    token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
            row.setLong(column, small ? epoch.micros(parser.getLongValue()) : epoch.micros(parser.getDecimalValue()));
            return null;
        } catch (BadTimeException e) {
            return found(parser, token) + " is no timestamp: " + e.reason();
        } catch (NumberFormatException e) {
            return found(parser, token) + " is beyond the range of any timestamp";
        }
    }

    private static @Nullable String readPattern(
            TimestampFormat.Pattern pattern, JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            return found(parser, token) + " where a string of the pattern " + pattern.pattern() + " is expected";
        }
        try {
            row.setLong(column, pattern.pattern().micros(parser.getText(), pattern.zone()));
            return null;
        } catch (BadTimeException e) {
            return found(parser, token) + " is no timestamp: " + e.reason();
        }
    }

    private static ValueReader date(TimestampFormat.Pattern pattern) {
        return (parser, token, row, column) -> {
            if (token != JsonToken.VALUE_STRING) {
                return found(parser, token) + " where a string of the pattern " + pattern.pattern() + " is expected";
            }
            try {
                row.setLong(column, pattern.pattern().days(parser.getText()));
                return null;
            } catch (BadTimeException e) {
                return found(parser, token) + " is no date: " + e.reason();
            }
        };
    }

    private static @Nullable String readDate(JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            return found(parser, token) + " where a string such as \"2026-11-30\" is expected";
        }
        try {
            row.setLong(
                    column, Dates.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength()));
            return null;
        } catch (BadTimeException e) {
            return found(parser, token) + " is no date: " + e.reason();
        }
    }

    private static @Nullable String readBinary(JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            return found(parser, token) + " where a string in base64 is expected";
        }
        // read to its end first: a failure in mid-string would leave the parser there
        String text = parser.getText();
        try {
            row.setObject(column, parser.getBinaryValue());
            return null;
        } catch (JsonProcessingException e) {
            return Shown.quoted(text) + " is no base64: " + ParserReason.words(e);
        }
    }

    /** The value as the record has it, for a message. */
    static String found(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> Shown.quoted(parser.getText());
            default -> Shown.plain(parser.getText());
        };
    }
}
