package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.sluice.serdes.schema.Row;
import java.io.IOException;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Reads an object or array into a string column as JSON text, numbers as they are written and without white space. */
final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** @return the problem, or null when the column is set; the parser then stands at the end of the value */
    static @Nullable String read(JsonParser parser, Row row, int column) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        String json = text.toString();
        if (StrictValues.hasHalfPair(json)) {
            return "it holds half of a surrogate pair, which is no character";
        }
        row.setObject(column, json);
        return null;
    }
}
