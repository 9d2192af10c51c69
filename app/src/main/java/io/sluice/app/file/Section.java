package io.sluice.app.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A map of the query file, its keys checked against {@link Options}. */
final class Section {
    private final Problems problems;
    private final String path;
    private final String pattern;
    private final Node.Mapping mapping;

    /** @param refused keys that do not exist here, and what to say to those who expect them */
    Section(Problems problems, String path, String pattern, Node.Mapping mapping, Map<String, String> refused) {
        this.problems = problems;
        this.path = path;
        this.pattern = pattern;
        this.mapping = mapping;
        if (Options.openChild(pattern).isEmpty()) {
            checkKeys(refused);
        }
    }

    private void checkKeys(Map<String, String> refused) {
        List<String> known =
                Options.children(pattern).stream().map(Option::name).toList();
        for (Node.Entry entry : mapping.entries()) {
            String key = entry.key();
            if (refused.containsKey(key)) {
                problems.add(entry.position(), in(path, key), "", "is not supported", refused.getOrDefault(key, ""));
            } else if (!known.contains(key)) {
                String meant = EditDistance.nearest(key, known)
                        .map(name -> "did you mean " + name + "? ")
                        .orElse("");
                problems.add(
                        entry.position(),
                        in(path, key),
                        "",
                        "is not known",
                        meant + (path.isEmpty() ? "a query file" : path) + " has "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
    }

    /** One of the settings that are listed for this place. */
    Field field(String name) {
        Option option = Options.of(in(pattern, name));
        Optional<Node> value = mapping.entry(name).map(Node.Entry::value);
        return new Field(
                problems,
                in(path, name),
                option,
                value,
                value.map(Node::position).orElse(mapping.position()));
    }

    /** The settings whose names the user chose, in the order of the file. */
    List<Field> named() {
        Option option = Options.openChild(pattern).orElseThrow();
        return mapping.entries().stream()
                .map(entry -> new Field(
                        problems,
                        in(path, entry.key()),
                        option,
                        Optional.of(entry.value()),
                        entry.value().position()))
                .toList();
    }

    boolean has(String key) {
        return mapping.entry(key).isPresent();
    }

    Problems problems() {
        return problems;
    }

    void refuse(String rule, String remedy) {
        problems.add(mapping.position(), path, mapping.shown(), rule, remedy);
    }

    private static String in(String parent, String name) {
        return parent.isEmpty() ? name : parent + "." + name;
    }
}
