package io.sluice.serdes.decode;

/**
 * What a JSON message may hold at most; a larger one is a bad record.
 *
 * @param depth nested objects and arrays
 * @param stringLength characters of a string
 * @param numberLength characters of a number
 * @param messageBytes of the whole message
 */
public record JsonLimits(int depth, int stringLength, int numberLength, long messageBytes) {
    /** Jackson's own; the message as large as Kafka lets it be. */
    public static final JsonLimits DEFAULT = new JsonLimits(1_000, 20_000_000, 1_000, Long.MAX_VALUE);
}
