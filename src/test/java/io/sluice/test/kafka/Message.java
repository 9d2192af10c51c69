package io.sluice.test.kafka;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message to send, or one that was read.
 *
 * @param partition empty: chosen by the key's hash
 * @param timestamp the record's time in Kafka, which need not be the event time in its value
 */
public record Message(
        Optional<Integer> partition,
        @Nullable String key,
        @Nullable String value,
        Instant timestamp) {

    public static Message of(@Nullable String key, @Nullable String value, Instant timestamp) {
        return new Message(Optional.empty(), key, value, timestamp);
    }

    public Message toPartition(int chosen) {
        return new Message(Optional.of(chosen), key, value, timestamp);
    }
}
