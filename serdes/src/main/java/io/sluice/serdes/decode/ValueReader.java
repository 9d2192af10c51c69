package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.Row;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value into one column. Another way to read a type, such as an epoch number with a unit, is another reader. */
@FunctionalInterface
interface ValueReader {

    /**
     * Sets the column, or says why it cannot.
     *
     * @param token the value's first token, never null's; of an object or array, the reader leaves the rest unread
     * @return the problem, or null when the column is set
     */
    @Nullable
    String read(JsonParser parser, JsonToken token, Row row, int column) throws IOException;
}
