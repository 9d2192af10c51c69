package io.sluice.query.sql;

import io.sluice.query.sql.compile.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Calcite's complaints in our words: short, with the name meant and the way out. */
final class Complaints {
    private static final Pattern UNEXPECTED =
            Pattern.compile("(?:Encountered|Incorrect syntax near[^']*) ?\"([^\"]*)\"");
    private static final Pattern KEYWORD = Pattern.compile("Incorrect syntax near the keyword '([^']*)'");
    private static final Pattern NO_TABLE = Pattern.compile("(?:Object|Table) '([^']*)' not found");
    private static final Pattern NO_COLUMN = Pattern.compile("Column '([^']*)' not found");
    private static final Pattern RECORD = Pattern.compile("(?i)RecordType\\((?:[^()]|\\([^()]*\\))*\\)");
    private static final Pattern NESTED_TYPE = Pattern.compile("\\b(?:struct|ARRAY|MAP)\\b");
    private static final Pattern FIELD_OF_STRUCT = Pattern.compile("^ITEM\\(<?RECORDTYPE\\(");
    private static final Pattern NO_FIELD = Pattern.compile("Unknown field '([^']*)'");
    private static final Pattern NOT_GROUPED = Pattern.compile("Expression '(.*)' is not being grouped");
    private static final Pattern NO_FUNCTION =
            Pattern.compile("No match found for function signature ([^(]*)(?:\\((.*)\\))?", Pattern.DOTALL);
    private static final Pattern CANNOT_APPLY =
            Pattern.compile("Cannot apply '(.*)' to arguments of type '(.*?)'(?:\\.|$)", Pattern.DOTALL);
    private static final Pattern CANNOT_CAST =
            Pattern.compile("Cast function cannot convert value of type (.*) to type (.*)");
    private static final Pattern NO_TYPE =
            Pattern.compile("Unknown identifier '([^']*)'|Unknown datatype name '([^']*)'");
    private static final Set<String> WINDOW_COLUMNS = Set.of("window_start", "window_end");
    private static final int LONGEST = 300;

    private final Catalog catalog;
    private final Problems problems;

    Complaints(Catalog catalog, Problems problems) {
        this.catalog = catalog;
        this.problems = problems;
    }

    void syntax(SqlParseException error) {
        SqlParserPos place = error.getPos() == null ? SqlParserPos.ZERO : error.getPos();
        String message = String.valueOf(error.getMessage());
        Matcher unexpected = UNEXPECTED.matcher(message);
        Matcher keyword = KEYWORD.matcher(message);
        Optional<String> token = keyword.find()
                ? Optional.of(keyword.group(1))
                : unexpected.find() ? Optional.of(unexpected.group(1)) : Optional.empty();
        if (message.startsWith("Non-query expression")) {
            problems.add(place, "syntax error: a query begins with SELECT", "write SELECT ... FROM ... GROUP BY ...");
        } else if (token.isEmpty()) {
            problems.add(place, "syntax error: " + firstSentence(message), "correct the query at this place");
        } else if (token.get().equals("<EOF>")) {
            problems.add(place, "syntax error: the query ends too early", "complete it");
        } else {
            unexpected(place, token.get());
        }
    }

    private void unexpected(SqlParserPos place, String token) {
        String plain = token.replace("\\'", "'");
        String first = plain.startsWith("'") ? plain : plain.split("\\s", 2)[0];
        boolean word = first.matches("[A-Za-z_]\\w*");
        problems.add(
                place,
                "syntax error at '" + first + "'",
                word
                        ? "if " + first + " is a name, put it in back-ticks: `" + first
                                + "`; else something before it is missing or misplaced"
                        : "something here or before it is missing or misplaced");
    }

    /** Where a complaint of the validator is about a column that there is not, the place of its name. */
    static Optional<SqlParserPos> unknownColumn(CalciteContextException error) {
        boolean column = error.getCause() != null
                && NO_COLUMN
                        .matcher(String.valueOf(error.getCause().getMessage()))
                        .find();
        return column ? Optional.of(place(error)) : Optional.empty();
    }

    private static SqlParserPos place(CalciteContextException error) {
        return new SqlParserPos(
                error.getPosLine(), error.getPosColumn(), error.getEndPosLine(), error.getEndPosColumn());
    }

    /** Reports a complaint of the validator. When it is an unknown name with a likely meaning, returns that meaning. */
    Optional<Correction> invalid(CalciteContextException error) {
        SqlParserPos place = place(error);
        Throwable cause = error.getCause() == null ? error : error.getCause();
        String message = String.valueOf(cause.getMessage());
        Matcher table = NO_TABLE.matcher(message);
        if (table.find()) {
            return unknownTable(table.group(1), place, table.group().startsWith("Table"));
        }
        Matcher column = NO_COLUMN.matcher(message);
        if (column.find()) {
            return unknown("column", column.group(1), place, catalog.columnNames());
        }
        other(place, message);
        return Optional.empty();
    }

    /** @param qualifier whether it stands before a dot, where a struct may be meant as well */
    private Optional<Correction> unknownTable(String name, SqlParserPos place, boolean qualifier) {
        List<String> structs = qualifier ? catalog.structNames() : List.of();
        if (structs.isEmpty()) {
            return unknown("table", name, place, catalog.sourceNames());
        }
        if (structs.stream().anyMatch(name::equalsIgnoreCase)) {
            problems.add(
                    place,
                    "the fields of a struct cannot be taken all at once",
                    "write " + name + " for the whole struct, or each field with a dot, as in Device.id");
            return Optional.empty();
        }
        List<String> known = new ArrayList<>(structs);
        known.addAll(catalog.sourceNames());
        return unknown("struct or table", name.split("\\.", 2)[0], place, known);
    }

    private Optional<Correction> unknown(String kind, String name, SqlParserPos place, List<String> known) {
        if (kind.equals("column") && WINDOW_COLUMNS.contains(name.toLowerCase(Locale.ROOT))) {
            problems.add(
                    place,
                    "there is no column '" + name + "' here",
                    "it comes with FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(EventTime), INTERVAL '10' MINUTE))");
            return Optional.empty();
        }
        if (kind.endsWith("table") && name.equalsIgnoreCase("window")) {
            problems.add(
                    place,
                    "the query has no window() in GROUP BY that this could be a field of",
                    "write GROUP BY window(EventTime, '10 minutes') with your time column");
            return Optional.empty();
        }
        if (kind.equals("column") && catalog.fieldNames().stream().anyMatch(name::equalsIgnoreCase)) {
            problems.add(
                    place,
                    "there is no column '" + name + "'",
                    "it is a field: write the struct in front of it, as in Device.id, or the element of an array, as in Logs[0].text");
            return Optional.empty();
        }
        Optional<String> meant = Suggestion.nearest(name, known);
        String all = known.isEmpty() ? "there is none" : "there are " + String.join(", ", known);
        problems.add(
                place,
                "there is no " + kind + " '" + name + "'",
                meant.map(suggestion -> "did you mean " + suggestion + "?").orElse(all));
        return meant.map(suggestion -> new Correction(place, name, suggestion));
    }

    private void other(SqlParserPos place, String message) {
        Matcher noField = NO_FIELD.matcher(message);
        if (noField.find()) {
            String name = noField.group(1);
            problems.add(
                    place,
                    "there is no field '" + name + "'",
                    Suggestion.nearest(name, catalog.fieldNames())
                            .map(suggestion -> "did you mean " + suggestion + "?")
                            .orElse("the schema of the source lists the fields of each struct"));
            return;
        }
        Matcher notGrouped = NOT_GROUPED.matcher(message);
        Matcher noFunction = NO_FUNCTION.matcher(message);
        Matcher noType = NO_TYPE.matcher(message);
        Matcher cannotApply = CANNOT_APPLY.matcher(message);
        Matcher cannotCast = CANNOT_CAST.matcher(message);
        if (notGrouped.find()) {
            String expression = notGrouped.group(1).replaceAll("`?\\w+`?\\.", "");
            problems.add(
                    place,
                    expression + " is neither grouped nor aggregated",
                    "add it to GROUP BY, or aggregate it, for example MAX(" + expression + ")");
        } else if (noFunction.find()) {
            String arguments = noFunction.group(2) == null ? "" : "(" + types(noFunction.group(2)) + ")";
            problems.add(
                    place,
                    "there is no function " + noFunction.group(1).strip() + arguments,
                    "the functions are " + String.join(", ", Operators.functions()));
        } else if (noType.find()) {
            String name = noType.group(1) == null ? noType.group(2) : noType.group(1);
            problems.add(
                    place,
                    "there is no type '" + name + "'",
                    "the types are BOOLEAN, INT, LONG, FLOAT, DOUBLE, DECIMAL(p,s), STRING, TIMESTAMP, DATE and BINARY");
        } else if (message.startsWith("Aggregate expression")) {
            problems.add(place, firstSentence(message), "WHERE filters rows, HAVING filters groups; aggregate once");
        } else if (cannotApply.find()) {
            cannotApply(place, cannotApply.group(1), cannotApply.group(2));
        } else if (cannotCast.find()) {
            problems.add(
                    place,
                    "a value of type " + types(cannotCast.group(1)) + " cannot be converted to "
                            + types(cannotCast.group(2)),
                    remedy(types(cannotCast.group(1)), "convert it to a type between the two, for example STRING"));
        } else if (message.startsWith("Illegal mixing of types")) {
            problems.add(
                    place,
                    "the values to choose from have no type in common",
                    "convert with CAST(... AS type); structs, arrays and maps must have the same type");
        } else if (message.startsWith("Incompatible types")) {
            problems.add(
                    place,
                    "only a struct has fields",
                    "the value of a key is written Tags['site'], an element Values[0]");
        } else if (message.startsWith("ROW type does not have a field")) {
            problems.add(place, "a struct has no such field", "a field is written with a dot, as in Device.id");
        } else {
            problems.add(place, firstSentence(message), "correct the expression at this place");
        }
    }

    private void cannotApply(SqlParserPos place, String operator, String arguments) {
        if (FIELD_OF_STRUCT.matcher(arguments).find()) {
            problems.add(
                    place,
                    "which field of a struct is meant must stand in the query",
                    "write its name, as in Device.id; the keys of a map may be computed");
            return;
        }
        String types = types(arguments);
        if (operator.equals("ITEM")) {
            String given = types.substring("ITEM(".length(), types.length() - 1);
            problems.add(
                    place,
                    "[ ] takes an element of an array by a whole number, or the value of a map's key by a string; here it has "
                            + given,
                    "write for example Values[0] or Tags['site']");
            return;
        }
        problems.add(
                place,
                operator + " cannot be applied to " + types,
                types.equals("TIMESTAMP - TIMESTAMP")
                        ? "CAST(t AS DOUBLE) gives seconds, which can be subtracted"
                        : remedy(types, "convert with CAST(... AS type)"));
    }

    private static String remedy(String types, String otherwise) {
        return NESTED_TYPE.matcher(types).find() ? SqlTypes.INSTEAD_OF_NESTED : otherwise;
    }

    /** Calcite's types as a user writes them. */
    private static String types(String types) {
        String plain = types.replace(" CHARACTER SET \"UTF-8\"", "");
        while (RECORD.matcher(plain).find()) {
            plain = RECORD.matcher(plain).replaceAll("struct");
        }
        return plain.replaceAll("(?<=\\w)<", " <")
                .replaceAll("<(\\w[^<>]*)>", "$1")
                .replaceAll("TIMESTAMP\\(\\d\\)", "TIMESTAMP")
                .replace("VARBINARY", "BINARY")
                .replaceAll("(VAR)?CHAR(ACTER)?(\\(\\d+\\))?", "STRING")
                .replace("INTEGER", "INT")
                .replace("BIGINT", "LONG")
                .replace(" NOT NULL", "");
    }

    /** Calcite's text without the list of everything that would have been right. */
    private static String firstSentence(String message) {
        String text = message.split("(?s)\\.? *Supported form|\\R|Was expecting", 2)[0].strip();
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    /** The name that was meant at a place, under which checking goes on. */
    record Correction(SqlParserPos place, String name, String meant) {}
}
