package io.sluice.serdes.decode;

import org.jspecify.annotations.Nullable;

/** A record as Kafka hands it over. What it gives is valid during the call that it is passed to, and not a copy. */
public interface Message {

    /** The payload; null for a tombstone. */
    byte @Nullable [] value();

    byte @Nullable [] key();

    String topic();

    int partition();

    long offset();

    /** When it was appended or, as the topic is set up, sent: milliseconds since 1970-01-01T00:00Z. */
    long timestampMs();

    /** The value of the last header of that name; null when there is none, or when it has no value. */
    byte @Nullable [] header(String name);

    /** A payload without a record around it. */
    static Message ofValue(byte @Nullable [] value) {
        return new BareMessage(value);
    }
}
