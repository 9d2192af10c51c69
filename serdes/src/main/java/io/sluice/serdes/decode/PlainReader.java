package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Row;

/**
 * Reads a value that is written plainly: a text in ASCII without escapes, a number of few digits without exponent, true or false. It
 * reads what the {@link ValueReader} beside it reads, to the same, or declines: then that one decides, and says what is wrong.
 */
interface PlainReader {

    /**
     * @param ascii holds the text at {@code from} to before {@code to}; not kept
     * @return false when it declines; the column is then undefined
     */
    default boolean text(byte[] ascii, int from, int to, Row row, int column) {
        return false;
    }

    /**
     * The number is {@code unscaled / 10^scale} and not a negative zero.
     *
     * @param unscaled of 18 digits at most
     * @param scale digits behind the point, from 0 to 18; 0 when there is no point
     */
    default boolean number(long unscaled, int scale, Row row, int column) {
        return false;
    }

    default boolean truth(boolean value, Row row, int column) {
        return false;
    }
}
