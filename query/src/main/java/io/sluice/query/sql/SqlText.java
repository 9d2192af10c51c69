package io.sluice.query.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A query in the spelling Calcite's parser takes, made from the user's by rewriting tokens, with the way back from its positions
 * to the user's. Rewritten are: double quotes to back-ticks, Spark's escapes in strings, {@code ==} and {@code <=>}, number
 * suffixes, names that Calcite reserves and Spark does not, and the semicolon at the end.
 */
final class SqlText {
    /** Reserved by Calcite, and common as columns: names unless their surroundings make them a keyword. */
    private static final Set<String> NAMES = Set.of("window", "date", "timestamp", "time", "measure", "uuid", "values");

    /** What may stand behind the text of a standard interval; Spark's own has none. */
    private static final List<String> UNITS = List.of(
            "year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond", "microsecond");

    private final String source;
    private final StringBuilder text = new StringBuilder();
    /** For each character of the text, the index of the source character it stems from. */
    private int[] origins = new int[64];

    private int at;
    private String previous = "";

    private SqlText(String source) {
        this.source = source;
    }

    /** @throws BadTokenException when a string, quoted name or comment does not end, or a number has a suffix that is none */
    static SqlText of(String source) throws BadTokenException {
        SqlText result = new SqlText(source);
        while (result.at < source.length()) {
            result.token();
        }
        return result;
    }

    /** The text for Calcite. */
    String text() {
        return text.toString();
    }

    /** The place in the user's text of a place in {@link #text}. */
    Position position(SqlParserPos place) {
        return position(place.getLineNum(), place.getColumnNum());
    }

    private Position position(int line, int column) {
        return text.length() == 0 ? Position.START : Position.of(source, origins[index(line, column)]);
    }

    /** What stands in the user's text between the two ends of a place, white space as single blanks. */
    String source(SqlParserPos place) {
        if (text.length() == 0) {
            return "";
        }
        int start = origins[index(place.getLineNum(), place.getColumnNum())];
        int last = index(place.getEndLineNum(), place.getEndColumnNum());
        int end = last + 1 < text.length() ? origins[last + 1] : source.length();
        return source.substring(start, Math.max(start, end)).strip().replaceAll("\\s+", " ");
    }

    /** Index in the text of a line and column, both from 1; the nearest there is. */
    private int index(int line, int column) {
        int offset = 0;
        for (int i = 1; i < line; i++) {
            offset = text.indexOf("\n", offset) + 1;
        }
        return Math.min(Math.max(0, offset + column - 1), text.length() - 1);
    }

    private void token() throws BadTokenException {
        char c = source.charAt(at);
        if (Character.isWhitespace(c)) {
            copy(1);
        } else if (source.startsWith("--", at)) {
            blank(endOfLine());
        } else if (source.startsWith("/*", at)) {
            blank(find("*/", at + 2, "comment") + 2);
        } else if (c == '\'') {
            string();
        } else if (c == '"' || c == '`') {
            quotedName(c);
        } else if (Character.isDigit(c) || (c == '.' && Character.isDigit(peek(at + 1)))) {
            number();
        } else if (isNamePart(c)) {
            word();
        } else {
            symbol();
        }
    }

    private int endOfLine() {
        int end = source.indexOf('\n', at);
        return end < 0 ? source.length() : end;
    }

    private int find(String wanted, int from, String what) throws BadTokenException {
        int end = source.indexOf(wanted, from);
        if (end < 0) {
            throw new BadTokenException(
                    Position.of(source, at), "the " + what + " that begins here does not end", "add " + wanted);
        }
        return end;
    }

    private void string() throws BadTokenException {
        StringBuilder value = new StringBuilder("'");
        int i = at + 1;
        while (peek(i) != '\'' || peek(i + 1) == '\'') {
            if (i >= source.length()) {
                throw new BadTokenException(
                        Position.of(source, at), "the string that begins here does not end", "add '");
            }
            if (peek(i) == '\\') {
                i = StringEscape.decode(source, i, value);
            } else {
                value.append(peek(i) == '\'' ? "''" : source.substring(i, i + 1));
                i += peek(i) == '\'' ? 2 : 1;
            }
        }
        value.append('\'');
        boolean interval = previous.equals("interval") && !startsWithUnit(skipBlanks(i + 1));
        put(interval ? IntervalText.withUnit(value.toString(), Position.of(source, at)) : value.toString(), at);
        at = i + 1;
        previous = "'";
    }

    private void quotedName(char quote) throws BadTokenException {
        String twice = String.valueOf(quote) + quote;
        int end = at;
        do {
            end = find(String.valueOf(quote), end + (end > at ? 2 : 1), "quoted name");
        } while (source.startsWith(twice, end));
        String name = source.substring(at + 1, end).replace(twice, String.valueOf(quote));
        put("`" + name.replace("`", "``") + "`", at);
        at = end + 1;
        previous = "`";
    }

    private void number() throws BadTokenException {
        int end = at;
        while (Character.isDigit(peek(end)) || peek(end) == '.') {
            end++;
        }
        boolean exponent = (peek(end) == 'e' || peek(end) == 'E')
                && (Character.isDigit(peek(end + 1))
                        || ((peek(end + 1) == '-' || peek(end + 1) == '+') && Character.isDigit(peek(end + 2))));
        if (exponent) {
            end += 2;
            while (Character.isDigit(peek(end))) {
                end++;
            }
        }
        int suffix = end;
        while (suffix < source.length() && isNamePart(source.charAt(suffix))) {
            suffix++;
        }
        put(NumberSuffix.apply(source.substring(at, end), source.substring(end, suffix), Position.of(source, at)), at);
        at = suffix;
        previous = "1";
    }

    private void word() {
        int end = at;
        while (end < source.length() && isNamePart(source.charAt(end))) {
            end++;
        }
        String word = source.substring(at, end);
        String lower = word.toLowerCase(Locale.ROOT);
        boolean name = previous.equals(".") || (NAMES.contains(lower) && isName(lower, end));
        put(name ? "`" + word + "`" : word, at);
        at = end;
        previous = name ? "`" : lower;
    }

    /** Whether one of {@link #NAMES} is a name here, and not the start of a literal, a type, a list of rows, or part of WITH TIME ZONE. */
    private boolean isName(String word, int end) {
        int next = skipBlanks(end);
        boolean literal = peek(next) == '\'';
        boolean type = previous.equals("::") || (previous.equals("as") && (peek(next) == ')' || peek(next) == '('));
        boolean zone = word.equals("time")
                && (previous.equals("local") || source.regionMatches(true, next, "zone", 0, "zone".length()));
        boolean rows = word.equals("values") && peek(next) == '(';
        return !literal && !type && !zone && !rows;
    }

    private void symbol() {
        if (source.startsWith("<=>", at)) {
            put(" IS NOT DISTINCT FROM ", at);
            at += 3;
            previous = "<=>";
        } else if (source.startsWith("==", at)) {
            put("=", at);
            at += 2;
            previous = "=";
        } else if (source.charAt(at) == ';' && source.substring(at).chars().allMatch(c -> c == ';' || c <= ' ')) {
            blank(source.length());
        } else {
            previous = source.startsWith("::", at) ? "::" : source.substring(at, at + 1);
            copy(previous.length());
        }
    }

    private boolean startsWithUnit(int index) {
        return UNITS.stream().anyMatch(unit -> source.regionMatches(true, index, unit, 0, unit.length()));
    }

    private int skipBlanks(int index) {
        int next = index;
        while (Character.isWhitespace(peek(next))) {
            next++;
        }
        return next;
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    /** The character at an index, 0 behind the end. */
    private char peek(int index) {
        return index < source.length() ? source.charAt(index) : 0;
    }

    private void copy(int length) {
        for (int i = 0; i < length; i++) {
            put(source.substring(at, at + 1), at);
            at++;
        }
    }

    /** Leaves out the source up to an index, but keeps the line ends. */
    private void blank(int end) {
        put(" ", at);
        for (; at < end; at++) {
            if (source.charAt(at) == '\n') {
                put("\n", at);
            }
        }
    }

    private void put(String token, int origin) {
        int start = text.length();
        text.append(token);
        if (origins.length < text.length()) {
            origins = Arrays.copyOf(origins, Math.max(text.length(), 2 * origins.length));
        }
        // within a token that stays as long as it was, each character keeps its own place
        boolean same = source.startsWith(token, origin);
        for (int i = start; i < text.length(); i++) {
            origins[i] = same ? origin + i - start : origin;
        }
    }
}
