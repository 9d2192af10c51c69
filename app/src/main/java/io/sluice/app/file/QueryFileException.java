package io.sluice.app.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A query file cannot be used. The message holds one line for each problem. */
public final class QueryFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    public QueryFileException(Path file, List<Problem> problems) {
        super(problems.stream().map(problem -> problem.render(file)).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the file, those of {@code --set} first. */
    public List<Problem> problems() {
        return problems;
    }
}
