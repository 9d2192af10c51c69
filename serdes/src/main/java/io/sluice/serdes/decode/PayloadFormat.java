package io.sluice.serdes.decode;

import java.util.Map;
import java.util.Optional;

/** How the value of a record is written. */
public sealed interface PayloadFormat {

    /**
     * A JSON object or, with {@code several}, any number of them.
     *
     * @param envelope what is around the payload
     * @param explode path of an array in the payload, with [*] at its end: each element is a row
     * @param several whether a message may be several JSON values, one behind the other or one a line, each a payload
     */
    record Json(Envelope envelope, Optional<FieldPath> explode, boolean several, Framing framing, JsonLimits limits)
            implements PayloadFormat {
        /** One object without anything around it. */
        public static final Json PLAIN =
                new Json(new Envelope.None(), Optional.empty(), false, Framing.NONE, JsonLimits.DEFAULT);
    }

    /**
     * Lines of fields. Each line is a row, so that a message may have several. Without a header the columns that have no path are
     * the fields in their order, and a path such as [2] is the third field; with one the path is a name in it.
     *
     * @param nullText what stands for null, besides a field with nothing in it, not even quotes; empty for nothing else
     */
    record Csv(char delimiter, char quote, boolean header, String nullText) implements PayloadFormat {
        /** Commas and double quotes. */
        public static final Csv PLAIN = new Csv(',', '"', false, "");
    }

    /** The whole value is the text of the one column that is not a part of the Kafka record. */
    record Text() implements PayloadFormat {}

    /** The whole value is the one binary column that is not a part of the Kafka record. */
    record Raw() implements PayloadFormat {}

    /**
     * Avro's binary form, one value a message.
     *
     * @param schemas as JSON, by their id in the registry's frame; one with any id when there is no frame
     * @param explode as in {@link Json}
     */
    record Avro(Map<Integer, String> schemas, Framing framing, Optional<FieldPath> explode) implements PayloadFormat {
        public Avro {
            schemas = Map.copyOf(schemas);
        }

        /** Why the text is no Avro schema; empty when it is one. */
        public static Optional<String> problem(String schema) {
            try {
                AvroRowDecoder.parse(schema);
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
    }

    /** What stands in front of the payload. */
    enum Framing {
        NONE,
        /** A schema registry's: the byte 0x00 and a schema id of 4 bytes, big-endian. */
        REGISTRY
    }
}
