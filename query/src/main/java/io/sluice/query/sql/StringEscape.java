package io.sluice.query.sql;

/** The escapes that Spark knows inside a string. */
final class StringEscape {
    private static final int UNICODE_DIGITS = 4;

    private StringEscape() {}

    /** Appends what the escape at an index means, quotes doubled, and returns the index behind it. */
    static int decode(String source, int at, StringBuilder value) {
        if (at + 1 == source.length()) {
            value.append('\\');
            return at + 1;
        }
        char c = source.charAt(at + 1);
        if (c == 'u' && at + 2 + UNICODE_DIGITS <= source.length()) {
            String digits = source.substring(at + 2, at + 2 + UNICODE_DIGITS);
            if (digits.matches("[0-9a-fA-F]{4}")) {
                append((char) Integer.parseInt(digits, 16), value);
                return at + 2 + UNICODE_DIGITS;
            }
        }
        // these two stay escaped: they are for LIKE
        if (c == '%' || c == '_') {
            value.append('\\');
        }
        append(plain(c), value);
        return at + 2;
    }

    private static char plain(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case '0' -> '\0';
            case 'Z' -> '\u001a';
            default -> c;
        };
    }

    private static void append(char c, StringBuilder value) {
        value.append(c);
        if (c == '\'') {
            value.append(c);
        }
    }
}
