package io.sluice.serdes.decode;

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

    /** What stands in front of the payload. */
    enum Framing {
        NONE,
        /** A schema registry's: the byte 0x00 and a schema id of 4 bytes, big-endian. */
        REGISTRY
    }
}
