package io.sluice.serdes.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the nested types of Spark's DDL. */
final class TypeText {
    private static final Pattern NESTED =
            Pattern.compile("\\s*(?:struct|array|map)\\s*<.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern FIELD_NAME = Pattern.compile("`((?:[^`]|``)+)`|[^\\s:,<>()`]+");
    private static final Pattern FLAT_TYPE = Pattern.compile("\\w+(?:\\s*\\([^)]*\\))?");
    private static final Pattern NULLABILITY = Pattern.compile("(not\\s+)?null\\b", Pattern.CASE_INSENSITIVE);
    /** Deeper than any message is read by default is nobody's type, and could exhaust the stack. */
    private static final int DEEPEST = 100;

    private final String text;
    private int at;
    private int depth;

    private TypeText(String text) {
        this.text = text;
    }

    static boolean isNested(String text) {
        return NESTED.matcher(text).matches();
    }

    /** @throws IllegalArgumentException saying what is wrong and where */
    static DataType parse(String text) {
        TypeText reader = new TypeText(text);
        DataType type = reader.type();
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.problem("there is more behind the type");
        }
        return type;
    }

    /** The name as {@link #parse} takes it. */
    static String name(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`";
    }

    private DataType type() {
        if (++depth > DEEPEST) {
            throw problem("types are nested more than " + DEEPEST + " deep");
        }
        skipBlanks();
        int start = at;
        String word = match(FLAT_TYPE, "a type is missing");
        boolean open = peek('<');
        DataType type = switch (open ? word.toLowerCase(Locale.ROOT) : "") {
            case "struct" -> struct();
            case "array" -> array();
            case "map" -> map();
            default -> flat(word, start);
        };
        depth--;
        return type;
    }

    private DataType flat(String word, int start) {
        try {
            Optional<DataType> type = DataType.parse(word);
            if (type.isPresent()) {
                return type.get();
            }
        } catch (IllegalArgumentException e) {
            at = start;
            throw problem(String.valueOf(e.getMessage()));
        }
        at = start;
        throw problem("'" + word + "' is no type");
    }

    private DataType array() {
        require('<');
        DataType element = type();
        require('>');
        return new DataType.Array(element);
    }

    private DataType map() {
        require('<');
        skipBlanks();
        int start = at;
        if (type() != DataType.Primitive.STRING) {
            at = start;
            throw problem("keys of a map must be of type string: JSON and Avro have no others");
        }
        require(',');
        DataType value = type();
        require('>');
        return new DataType.Dictionary(value);
    }

    private DataType struct() {
        require('<');
        List<Column> fields = new ArrayList<>();
        do {
            fields.add(field());
        } while (skip(','));
        require('>');
        try {
            return new DataType.Struct(new Schema(fields));
        } catch (IllegalArgumentException e) {
            throw problem(String.valueOf(e.getMessage()));
        }
    }

    private Column field() {
        skipBlanks();
        String name = match(FIELD_NAME, "the name of a field is missing");
        if (name.startsWith("`")) {
            name = name.substring(1, name.length() - 1).replace("``", "`");
        }
        skip(':');
        DataType type = type();
        skipBlanks();
        Matcher nullability = NULLABILITY.matcher(text).region(at, text.length());
        boolean nullable = true;
        if (nullability.lookingAt()) {
            at = nullability.end();
            nullable = nullability.group(1) == null;
        }
        return new Column(name, type, nullable);
    }

    private String match(Pattern pattern, String missing) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw problem(missing);
        }
        at = matcher.end();
        return matcher.group();
    }

    private void require(char expected) {
        if (!skip(expected)) {
            throw problem("'" + expected + "' is missing");
        }
    }

    private boolean skip(char expected) {
        boolean there = peek(expected);
        if (there) {
            at++;
        }
        return there;
    }

    private boolean peek(char expected) {
        skipBlanks();
        return at < text.length() && text.charAt(at) == expected;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException problem(String reason) {
        return new IllegalArgumentException(reason + ", at character " + (at + 1));
    }
}
