package io.sluice.app.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A query file cannot be used. The message holds one line for each problem. */
public final class QueryFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;
    private final transient Optional<QueryFile> draft;

    public QueryFileException(Path file, List<Problem> problems) {
        this(file, problems, Optional.empty());
    }

    /** @param draft the file with something harmless where it has problems */
    QueryFileException(Path file, List<Problem> problems, Optional<QueryFile> draft) {
        super(problems.stream().map(problem -> problem.render(file)).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
        this.draft = draft;
    }

    /** The file with something harmless in place of what has a problem, to look for further problems in; empty when it is no YAML. */
    public Optional<QueryFile> draft() {
        return draft;
    }

    /** In the order of the file, those of {@code --set} first. */
    public List<Problem> problems() {
        return problems;
    }
}
