package io.sluice.app.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings of a query file as people may see them, and where each of them stands. Secrets are hidden and placeholders such as
 * {@code ${env:KAFKA}} are shown, never what they stand for. Immutable.
 */
public final class Settings {
    private record Place(Position position, String shown) {}

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final List<String> leaves = new ArrayList<>();

    private Settings() {}

    static Settings of(Node.Mapping root) {
        Settings settings = new Settings();
        settings.add("", "", root);
        return settings;
    }

    private void add(String path, String pattern, Node node) {
        String property = Secrets.judgedName(pattern, path.substring(path.indexOf('.') + 1));
        places.put(path, new Place(node.position(), Secrets.shown(property, node)));
        if (node instanceof Node.Mapping mapping && !mapping.entries().isEmpty()) {
            mapping.entries()
                    .forEach(entry -> add(in(path, entry.key()), childPattern(pattern, entry.key()), entry.value()));
        } else {
            leaves.add(path);
        }
    }

    private static String in(String parent, String name) {
        return parent.isEmpty() ? name : parent + "." + name;
    }

    private static String childPattern(String pattern, String key) {
        return Options.openChild(pattern).map(Option::path).orElse(in(pattern, key));
    }

    /** Dotted paths and shown values, in the order of the file, those that {@code --set} added last. */
    public Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        places.forEach((path, place) -> {
            if (leaves.contains(path)) {
                shown.put(path, place.shown());
            }
        });
        return Collections.unmodifiableMap(shown);
    }

    /** One line for each setting: {@code path = value}. */
    public String render() {
        return shown().entrySet().stream()
                .map(entry -> entry.getKey() + " = " + entry.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** A problem that was found after the file was read, at the place of its setting or of the nearest one around it. */
    public Problem problem(String key, String rule, String remedy) {
        String around = key;
        while (!places.containsKey(around)) {
            around = around.contains(".") ? around.substring(0, around.lastIndexOf('.')) : "";
        }
        Place place = places.getOrDefault(around, new Place(Position.START, ""));
        String value = around.equals(key) ? place.shown() : "";
        return new Problem(place.position().line(), place.position().column(), key, value, rule, remedy);
    }

    @Override
    public String toString() {
        return render();
    }
}
