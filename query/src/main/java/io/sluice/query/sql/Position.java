package io.sluice.query.sql;

/** A place in a text; line and column from 1. */
record Position(int line, int column) {
    static final Position START = new Position(1, 1);

    /** The place of a character, given by its index from 0. */
    static Position of(String text, int offset) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new Position(line, offset - lineStart + 1);
    }
}
