package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.TimestampFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The readers that also take a value in another kind than its type's, where nothing of it is lost; see {@link Coercion#LENIENT}. */
final class LenientValues {
    private LenientValues() {}

    static ValueReader of(DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        ValueReader strict = StrictValues.of(type, time, rules);
        // a value of its type's own kind is read as strictly as before
        return ValueReader.with(strict.plain(), lenient(strict, type, time, rules));
    }

    private static ValueReader lenient(
            ValueReader strict, DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        TextReader text = TextValues.of(type, time, rules);
        if (type == Primitive.STRING) {
            return (parser, token, row, column) -> readString(strict, parser, token, row, column);
        }
        if (type == Primitive.BOOLEAN) {
            return (parser, token, row, column) -> token == JsonToken.VALUE_STRING || token.isNumeric()
                    ? text.read(parser.getText(), row, column)
                    : strict.read(parser, token, row, column);
        }
        if (type == Primitive.INT || type == Primitive.LONG) {
            return (parser, token, row, column) -> readWhole(strict, text, parser, token, row, column);
        }
        boolean textual = type == Primitive.DATE
                || type == Primitive.BINARY
                || (type == Primitive.TIMESTAMP && !(time.orElse(null) instanceof TimestampFormat.Epoch));
        // a string of digits for a number; what is text anyway is read as before
        return textual
                ? strict
                : (parser, token, row, column) -> token == JsonToken.VALUE_STRING
                        ? text.read(parser.getText(), row, column)
                        : strict.read(parser, token, row, column);
    }

    private static @Nullable String readString(
            ValueReader strict, JsonParser parser, JsonToken token, Row row, int column) throws IOException {
        if (token.isNumeric() || token.isBoolean()) {
            row.setObject(column, parser.getText());
            return null;
        }
        return token.isStructStart() ? JsonText.read(parser, row, column) : strict.read(parser, token, row, column);
    }

    private static @Nullable String readWhole(
            ValueReader strict, TextReader text, JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token.isBoolean()) {
            row.setLong(column, token == JsonToken.VALUE_TRUE ? 1 : 0);
            return null;
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT && !parser.isNaN()) {
            String whole = whole(parser);
            return whole == null ? strict.read(parser, token, row, column) : text.read(whole, row, column);
        }
        return token == JsonToken.VALUE_STRING
                ? text.read(parser.getText(), row, column)
                : strict.read(parser, token, row, column);
    }

    /** The digits of a number such as 5.0 or 1e3; null when there is more behind its point, or it is out of any range. */
    private static @Nullable String whole(JsonParser parser) throws IOException {
        try {
            BigDecimal value = parser.getDecimalValue();
            boolean huge = (long) value.precision() - value.scale() > 30;
            BigDecimal shortest = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
            return huge || shortest.scale() > 0
                    ? null
                    : shortest.toBigIntegerExact().toString();
        } catch (NumberFormatException e) {
            // an exponent beyond an int
            return null;
        }
    }
}
