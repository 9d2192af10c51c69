package io.sluice.app.file;

import org.jspecify.annotations.Nullable;

/**
 * The SQL of a query file, which knows where each of its characters stands in the file. Places are exact for a block after
 * {@code |}, also for one after {@code >} and for plain text except in line breaks that YAML folds away; in quoted text they are off
 * by what stands before them in escapes such as {@code \n}. Text that {@code --set} gave has no place.
 */
public final class QueryText {
    private static final int NOWHERE = -1;

    private final String text;
    private final String file;
    /** For each character of the text its offset in the file; NOWHERE for white space, whose amount YAML may change. */
    private final int @Nullable [] offsets;

    private QueryText(String text, String file, int @Nullable [] offsets) {
        this.text = text;
        this.file = file;
        this.offsets = offsets;
    }

    /** @param position of the value's first character, which may be the sign of a block */
    static QueryText in(String file, Position position, String text) {
        if (position.equals(Position.COMMAND_LINE)) {
            return new QueryText(text, file, null);
        }
        int at = offset(file, position);
        if (at < file.length() && (file.charAt(at) == '|' || file.charAt(at) == '>')) {
            int endOfSign = file.indexOf('\n', at);
            at = endOfSign < 0 ? file.length() : endOfSign + 1;
        }
        int[] offsets = new int[text.length()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = Character.isWhitespace(text.charAt(i)) ? NOWHERE : file.indexOf(text.charAt(i), at);
            at = offsets[i] == NOWHERE ? at : offsets[i] + 1;
        }
        return new QueryText(text, file, offsets);
    }

    public String text() {
        return text;
    }

    /**
     * The place in the file of a place in the SQL.
     *
     * @param line in the SQL, from 1
     * @param column in the SQL, from 1; one behind the end of a line is legal
     */
    public Position locate(int line, int column) {
        if (offsets == null) {
            return Position.COMMAND_LINE;
        }
        int at = Math.min(offset(text, new Position(line, column)), text.length());
        for (int distance = 0; distance <= text.length(); distance++) {
            if (isPlaced(at - distance)) {
                return position(offsets[at - distance] + (isOnOneLine(at - distance, at) ? distance : 1));
            }
            if (isPlaced(at + distance) && isOnOneLine(at, at + distance)) {
                return position(offsets[at + distance] - distance);
            }
        }
        return Position.START;
    }

    /** A problem of the SQL, at its place in the file. */
    public Problem problem(int line, int column, String rule, String remedy) {
        Position position = locate(line, column);
        return new Problem(position.line(), position.column(), Options.QUERY, "", rule, remedy);
    }

    private boolean isPlaced(int at) {
        return offsets != null && at >= 0 && at < offsets.length && offsets[at] != NOWHERE;
    }

    private boolean isOnOneLine(int from, int to) {
        return text.substring(from, to).indexOf('\n') < 0;
    }

    private static int offset(String text, Position position) {
        int start = 0;
        for (int line = 1; line < position.line(); line++) {
            int end = text.indexOf('\n', start);
            if (end < 0) {
                return text.length();
            }
            start = end + 1;
        }
        return start + position.column() - 1;
    }

    private Position position(int offset) {
        int line = 1;
        int start = 0;
        for (int end = file.indexOf('\n'); end >= 0 && end < offset; end = file.indexOf('\n', start)) {
            line++;
            start = end + 1;
        }
        return new Position(line, offset - start + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
