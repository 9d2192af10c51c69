package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Rows;

/** Turns messages into rows of one schema. A decoder belongs to one thread. */
public interface RowDecoder {

    /**
     * Replaces the content of {@code rows} by the rows of the message, in its order: one, several where the format takes messages
     * apart, or none where the message says by itself that it has none (an empty array of readings, a deletion). A column that the
     * message has no value for is null.
     *
     * <p>A message is taken whole or not at all: one row that is wrong makes a bad record of all of it.
     *
     * @param rows of the schema's width
     * @throws BadRecordException when the message is not what the schema says, and nothing else for whatever bytes. When it names
     *     a column, all rows are there with null in each column that is wrong, for those who take them so; otherwise the rows are
     *     undefined
     * @throws IllegalArgumentException when the rows are of another width
     */
    void decode(Message message, Rows rows);
}
