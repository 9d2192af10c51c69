package io.sluice.query.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The names of the result's columns, which become columns of a Delta table. */
final class OutputNames {
    /** A column of the result: its name in the user's spelling, and where it stands. */
    record Output(String name, SqlParserPos place) {}

    private static final Pattern FORBIDDEN = Pattern.compile("[ ,;{}()\\n\\t=]");

    private final Problems problems;

    OutputNames(Problems problems) {
        this.problems = problems;
    }

    /**
     * The outputs of a query, a star left out.
     *
     * @return whether the list is complete, without a star
     */
    boolean check(SqlNode query, List<Output> outputs) {
        boolean complete = true;
        int number = 0;
        for (SqlNode column : select(query).getSelectList()) {
            number++;
            if (column instanceof SqlIdentifier identifier && identifier.isStar()) {
                complete = false;
            } else if (name(column, number, outputs)) {
                checkCharacters(outputs.get(outputs.size() - 1));
            }
        }
        checkUnique(outputs);
        return complete;
    }

    /** The outputs of a query whose stars have been expanded. */
    List<Output> expanded(SqlNode query) {
        List<Output> outputs = new ArrayList<>();
        boolean complete = check(query, outputs);
        assert complete : "a star is left in " + query;
        return outputs;
    }

    static SqlSelect select(SqlNode query) {
        return query instanceof SqlWith with ? select(with.body) : (SqlSelect) query;
    }

    private boolean name(SqlNode column, int number, List<Output> outputs) {
        if (column.getKind() == SqlKind.AS && column instanceof SqlCall alias) {
            SqlNode name = alias.operand(1);
            outputs.add(new Output(((SqlIdentifier) name).getSimple(), name.getParserPosition()));
            return true;
        }
        if (column instanceof SqlIdentifier identifier) {
            String name = identifier.names.get(identifier.names.size() - 1);
            outputs.add(new Output(name, identifier.getParserPosition()));
            return true;
        }
        if (column.getKind() == SqlKind.DOT && column instanceof SqlCall field) {
            // as in Spark, the field's own name
            outputs.add(new Output(((SqlIdentifier) field.operand(1)).getSimple(), column.getParserPosition()));
            return true;
        }
        String text = problems.quote(column);
        problems.add(
                column,
                "column " + number + " of the result, " + text + ", has no name",
                "add one: " + text + " AS " + example(text));
        return false;
    }

    private static String example(String text) {
        String words = text.replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
        StringBuilder name = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            String first = word.substring(0, Math.min(1, word.length()));
            name.append(first.toUpperCase(Locale.ROOT)).append(word.substring(first.length()));
        }
        return name.isEmpty() || Character.isDigit(name.charAt(0)) || name.length() > 40 ? "Value" : name.toString();
    }

    private void checkCharacters(Output output) {
        if (output.name().isBlank() || FORBIDDEN.matcher(output.name()).find()) {
            problems.add(
                    output.place(),
                    "column name '" + output.name() + "' cannot be stored in a Delta table",
                    "use a name without blanks and without , ; { } ( ) = and tabs");
        }
    }

    private void checkUnique(List<Output> outputs) {
        Map<String, Output> seen = new HashMap<>();
        for (Output output : outputs) {
            Output other = seen.putIfAbsent(output.name().toLowerCase(Locale.ROOT), output);
            if (other != null) {
                problems.add(
                        output.place(),
                        "the result has two columns '" + output.name() + "'"
                                + (other.name().equals(output.name()) ? "" : " and '" + other.name() + "'")
                                + " (names are compared without regard to case)",
                        "give one of them another name with AS");
            }
        }
    }
}
