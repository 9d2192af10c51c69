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
import io.sluice.serdes.time.Timestamps;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The readers that take a value only as its type is written in JSON, and only when nothing of it is lost. */
final class StrictValues {
    private static final int SHOWN = 60;

    private StrictValues() {}

    /** @param zone of timestamps without an offset */
    static ValueReader of(DataType type, ZoneId zone) {
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
            case FLOAT -> StrictValues::readFloat;
            case DOUBLE -> StrictValues::readDouble;
            case STRING -> StrictValues::readString;
            case TIMESTAMP -> (parser, token, row, column) -> readTimestamp(zone, parser, token, row, column);
            case DATE -> StrictValues::readDate;
            case BINARY -> StrictValues::readBinary;
        };
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
        if (value.signum() == 0) {
            row.setObject(column, BigDecimal.ZERO.setScale(type.scale()));
            return null;
        }
        // checked before any change of scale: 1e1000000000 written out would fill the memory
        BigDecimal shortest = value.scale() == type.scale() ? value : value.stripTrailingZeros();
        if ((long) shortest.precision() - shortest.scale() > type.precision() - type.scale()) {
            return found(parser, token) + " has more than " + (type.precision() - type.scale())
                    + " digits before the point";
        }
        if (shortest.scale() > type.scale()) {
            return found(parser, token) + " has more than " + type.scale() + " digits behind the point";
        }
        row.setObject(column, shortest.setScale(type.scale(), RoundingMode.UNNECESSARY));
        return null;
    }

    private static @Nullable String readString(JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            return found(parser, token) + " where a string is expected";
        }
        String text = parser.getText();
        if (hasHalfPair(text)) {
            return found(parser, token) + " holds half of a surrogate pair, which is no character";
        }
        row.setObject(column, text);
        return null;
    }

    private static boolean hasHalfPair(String text) {
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
                            ? "; whether a number counts seconds or milliseconds would have to be declared"
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
            return shown('"' + text + '"') + " is no base64: " + ParserReason.words(e);
        }
    }

    /** The value as the record has it, for a message. */
    private static String found(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> shown('"' + parser.getText() + '"');
            default -> shown(parser.getText());
        };
    }

    private static String escaped(char c) {
        return "\\u" + HexFormat.of().toHexDigits(c);
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), SHOWN); i++) {
            char c = text.charAt(i);
            shown.append(Character.isISOControl(c) || Character.isSurrogate(c) ? escaped(c) : c);
        }
        return text.length() <= SHOWN ? shown.toString() : shown + "...";
    }
}
