package io.sluice.app.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong while a file is read, so that all of it can be reported at once. */
final class Problems {
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();

    /** The first problem of a value hides those that follow from it. */
    void add(Position position, String key, String value, String rule, String remedy) {
        Problem problem = new Problem(position.line(), position.column(), key, value, rule, remedy);
        if (problems.stream().noneMatch(problem::isAboutTheSameAs)) {
            problems.add(problem);
        }
    }

    /** Something that the user should know and that stops nothing. */
    void notice(String text) {
        notices.add(text);
    }

    boolean isEmpty() {
        return problems.isEmpty();
    }

    List<Problem> inOrderOfTheFile() {
        return problems.stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                .toList();
    }

    List<String> notices() {
        return List.copyOf(notices);
    }
}
