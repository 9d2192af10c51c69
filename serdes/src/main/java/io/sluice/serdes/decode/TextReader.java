package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Row;
import org.jspecify.annotations.Nullable;

/** Reads a text that is one value into one column. */
@FunctionalInterface
interface TextReader {

    /**
     * Sets the column, or says why it cannot.
     *
     * @return the problem, or null when the column is set
     */
    @Nullable
    String read(String text, Row row, int column);
}
