package io.sluice.topology;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** One message of the topologies that are compared: a whole number that a unit measured, at a millisecond. */
record Measurement(String unit, long value, long timeMs) {
    /** The value that the condition of the compared query drops. */
    static final long DROPPED = 1_000_000;

    private static final JsonFactory JSON = new JsonFactory();

    byte[] key() {
        return unit.getBytes(StandardCharsets.UTF_8);
    }

    byte[] json() {
        return ("{\"unit\":\"" + unit + "\",\"value\":" + value + ",\"time\":\"" + Instant.ofEpochMilli(timeMs) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #json} wrote, without any of our decoding. */
    static Measurement read(byte[] json) {
        String unit = "";
        long value = 0;
        long timeMs = 0;
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "unit" -> unit = parser.getText();
                    case "value" -> value = parser.getLongValue();
                    case "time" -> timeMs = Instant.parse(parser.getText()).toEpochMilli();
                    default -> throw new IllegalArgumentException("field " + field);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Measurement(unit, value, timeMs);
    }
}
