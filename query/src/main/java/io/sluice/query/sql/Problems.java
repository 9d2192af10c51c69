package io.sluice.query.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Collects what is wrong with one query, at the places in the user's text. */
final class Problems {
    private final SqlText text;
    private final List<SqlProblem> found = new ArrayList<>();

    Problems(SqlText text) {
        this.text = text;
    }

    void add(SqlNode place, String message, String remedy) {
        add(place.getParserPosition(), message, remedy);
    }

    void add(SqlParserPos place, String message, String remedy) {
        Position position = text.position(place);
        found.add(new SqlProblem(position.line(), position.column(), message, remedy));
    }

    /** What the user wrote at a place. */
    String quote(SqlNode node) {
        return text.source(node.getParserPosition());
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** @throws SqlException when there is any problem */
    void throwIfAny() throws SqlException {
        if (!found.isEmpty()) {
            throw new SqlException(found, null);
        }
    }

    List<SqlProblem> inOrder() {
        return SqlException.sorted(found);
    }

    SqlException because(Throwable cause) {
        return new SqlException(found, cause);
    }
}
