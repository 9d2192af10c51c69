package io.sluice.app.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the values of {@code --set key=value} into the tree. Whether the keys exist is checked later, with those of the file. */
final class Overrides {
    private Overrides() {}

    static Node.Mapping apply(Node.Mapping root, Map<String, String> overrides, Problems problems) {
        Node.Mapping changed = root;
        for (Map.Entry<String, String> override : overrides.entrySet()) {
            Node value = value(override.getKey(), override.getValue(), problems);
            changed = put(changed, "", override.getKey(), value);
        }
        return changed;
    }

    /** A value in brackets or braces is YAML; any other is taken letter by letter. */
    private static Node value(String key, String text, Problems problems) {
        if (text.startsWith("{") || text.startsWith("[")) {
            Optional<Node> node = YamlTree.inline(text, Position.COMMAND_LINE);
            if (node.isPresent()) {
                return node.get();
            }
            problems.add(
                    Position.COMMAND_LINE, key, '"' + text + '"', "is no YAML", "close every quote, bracket and brace");
        }
        return Node.Scalar.ofText(Position.COMMAND_LINE, text);
    }

    private static Node.Mapping put(Node.Mapping mapping, String pattern, String path, Node value) {
        int end = endOfKey(pattern, path);
        String key = path.substring(0, end);
        if (end == path.length()) {
            return mapping.with(new Node.Entry(key, Position.COMMAND_LINE, value));
        }
        Node.Mapping child = mapping.entry(key)
                .filter(entry -> entry.value() instanceof Node.Mapping)
                .map(entry -> (Node.Mapping) entry.value())
                .orElse(new Node.Mapping(Position.COMMAND_LINE, List.of()));
        Node.Mapping changed = put(child, childPattern(pattern, key), path.substring(end + 1), value);
        return mapping.with(new Node.Entry(key, Position.COMMAND_LINE, changed));
    }

    /** A property of Kafka or Delta has dots in its name, so the rest of the path is one key. */
    private static int endOfKey(String pattern, String path) {
        boolean restIsOneKey = Options.openChild(pattern)
                .filter(open -> Options.children(open.path()).isEmpty())
                .isPresent();
        int dot = path.indexOf('.');
        return restIsOneKey || dot < 0 ? path.length() : dot;
    }

    private static String childPattern(String pattern, String key) {
        String named = pattern.isEmpty() ? key : pattern + "." + key;
        boolean known = Options.children(pattern).stream()
                .anyMatch(option -> option.path().equals(named));
        return known ? named : Options.openChild(pattern).map(Option::path).orElse(named);
    }
}
