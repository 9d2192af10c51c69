package io.sluice.serdes.wire;

/** Bytes that are no row of the schema: damaged, cut short, or written with another schema or format version. */
public final class CorruptRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int position;
    private final String expected;

    CorruptRowException(int position, int length, String expected, String found) {
        super("row bytes are corrupt at position " + position + " of " + length + ": expected " + expected + ", found "
                + found);
        this.position = position;
        this.expected = expected;
    }

    /** Offset of the first byte that does not fit, from 0. */
    public int position() {
        return position;
    }

    public String expected() {
        return expected;
    }
}
