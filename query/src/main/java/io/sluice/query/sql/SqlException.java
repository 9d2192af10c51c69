package io.sluice.query.sql;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A query that cannot be planned, with every problem that was found, in the order of their places. */
public final class SqlException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<SqlProblem> problems;

    SqlException(List<SqlProblem> problems, @Nullable Throwable cause) {
        super(sorted(problems).stream().map(SqlProblem::toString).collect(Collectors.joining("\n")), cause);
        this.problems = sorted(problems);
    }

    static List<SqlProblem> sorted(List<SqlProblem> problems) {
        return problems.stream()
                .distinct()
                .sorted(Comparator.comparingInt(SqlProblem::line).thenComparingInt(SqlProblem::column))
                .toList();
    }

    public List<SqlProblem> problems() {
        return problems;
    }
}
