package io.sluice.app.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A value of the YAML file that knows its place. */
sealed interface Node {
    Position position();

    /** The value for messages, cut short where it is long. Secrets are the business of {@link Secrets}. */
    String shown();

    /** The same value, said to be at another place. */
    Node at(Position place);

    /** How YAML reads a word that stands without quotes. */
    enum Kind {
        TEXT,
        NUMBER,
        TRUE,
        FALSE,
        NULL
    }

    /**
     * A single value.
     *
     * @param text with the placeholders resolved
     * @param written as the file has it
     */
    record Scalar(Position position, Kind kind, String text, String written) implements Node {
        private static final int LONGEST_SHOWN = 80;

        static Scalar ofText(Position position, String text) {
            return new Scalar(position, Kind.TEXT, text, text);
        }

        @Override
        public Scalar at(Position place) {
            return new Scalar(place, kind, text, written);
        }

        Scalar resolvedTo(String newText) {
            return new Scalar(position, kind, newText, written);
        }

        /** The text for Kafka and Delta, which do not know YAML's other words for true and its {@code 1_000}. */
        String propertyText() {
            return switch (kind) {
                case TRUE -> "true";
                case FALSE -> "false";
                case NUMBER -> text.replace("_", "");
                case TEXT, NULL -> text;
            };
        }

        boolean isEmpty() {
            return kind == Kind.NULL || text.isBlank();
        }

        @Override
        public String shown() {
            String line = written.strip().lines().findFirst().orElse("");
            boolean whole = line.length() == written.strip().length() && line.length() <= LONGEST_SHOWN;
            return '"' + line.substring(0, Math.min(line.length(), LONGEST_SHOWN)) + (whole ? "" : "...") + '"';
        }
    }

    record Sequence(Position position, List<Node> items) implements Node {
        @Override
        public Sequence at(Position place) {
            return new Sequence(
                    place, items.stream().map(item -> item.at(place)).toList());
        }

        @Override
        public String shown() {
            return items.stream().map(Node::shown).collect(Collectors.joining(", ", "[", "]"));
        }
    }

    record Entry(String key, Position position, Node value) {}

    /** Keys are in the file's order and unique. */
    record Mapping(Position position, List<Entry> entries) implements Node {
        @Override
        public Mapping at(Position place) {
            return new Mapping(
                    place,
                    entries.stream()
                            .map(entry ->
                                    new Entry(entry.key(), place, entry.value().at(place)))
                            .toList());
        }

        /** The same map with that entry added, or in place of the one that has its key. */
        Mapping with(Entry added) {
            List<Entry> changed = new ArrayList<>(entries);
            changed.replaceAll(entry -> entry.key().equals(added.key()) ? added : entry);
            if (entry(added.key()).isEmpty()) {
                changed.add(added);
            }
            return new Mapping(position, List.copyOf(changed));
        }

        Optional<Entry> entry(String key) {
            return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
        }

        /** Keys only: a value may be a secret. */
        @Override
        public String shown() {
            return entries.stream().map(Entry::key).collect(Collectors.joining(", ", "{", "}"));
        }
    }
}
