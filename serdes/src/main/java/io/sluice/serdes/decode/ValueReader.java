package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.TimestampFormat;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value into one column. Another way to read a type, such as an epoch number with a unit, is another reader. */
@FunctionalInterface
interface ValueReader {

    /**
     * Sets the column, or says why it cannot.
     *
     * @param token the value's first token, never null's; of an object or array that is not read, the reader leaves the rest unread
     * @return the problem, or null when the column is set
     */
    @Nullable
    String read(JsonParser parser, JsonToken token, Row row, int column) throws IOException;

    /** What reads plainly written values of the same column; null when nothing does. */
    default @Nullable PlainReader plain() {
        return null;
    }

    /** The reader, with one of plain values beside it. */
    static ValueReader with(@Nullable PlainReader plain, ValueReader reader) {
        return new WithPlain(reader, plain);
    }

    /** @param time how timestamps and dates are written, also those inside of a nested type; empty: as ISO-8601 */
    static ValueReader of(DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        if (type instanceof DataType.Nested nested) {
            return NestedValues.of(nested, time, rules);
        }
        return rules.coercion() == Coercion.LENIENT
                ? LenientValues.of(type, time, rules)
                : StrictValues.of(type, time, rules);
    }

    /** Two readers of one column. */
    record WithPlain(ValueReader reader, @Override @Nullable PlainReader plain) implements ValueReader {
        @Override
        public @Nullable String read(JsonParser parser, JsonToken token, Row row, int column) throws IOException {
            return reader.read(parser, token, row, column);
        }
    }
}
