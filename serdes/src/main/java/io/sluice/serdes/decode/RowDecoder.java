package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Row;
import org.jspecify.annotations.Nullable;

/** Turns messages into rows of one schema. A decoder belongs to one thread. */
public interface RowDecoder {

    /**
     * Sets every column of {@code row}, to null where the message has no value.
     *
     * @param message the value of a Kafka record; null for a tombstone
     * @param row a row of the schema's width
     * @throws BadRecordException when the message is no row, and nothing else for whatever bytes; the row's content is then
     *     undefined
     * @throws IllegalArgumentException when the row is of another width
     */
    void decode(byte @Nullable [] message, Row row);
}
