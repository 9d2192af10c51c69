package io.sluice.app.file;

import io.sluice.serdes.time.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One setting while it is read. Where the value has a problem, the reading methods report it and return something harmless, so that
 * the reader can go on to the next problem; nobody sees what it made out of such values.
 *
 * @param position of the value, or of the map that it is missing from
 */
record Field(Problems problems, String path, Option option, Optional<Node> node, Position position) {

    /** The last part of the path. A property's own dots belong to it. */
    String name() {
        long dotsBefore = option.path().chars().filter(c -> c == '.').count();
        String rest = path;
        for (long i = 0; i < dotsBefore; i++) {
            rest = rest.substring(rest.indexOf('.') + 1);
        }
        return rest;
    }

    boolean isPresent() {
        return node.isPresent();
    }

    /** The text, or the default; empty when there is neither. */
    String text() {
        return scalar().map(Node.Scalar::text).map(String::strip).orElse(option.defaultText());
    }

    /** The text as it stands, with YAML's spellings of numbers and truths made plain. */
    String propertyText() {
        return scalar().map(Node.Scalar::propertyText).orElse("");
    }

    boolean flag() {
        Optional<Node.Scalar> scalar = scalar();
        if (scalar.isEmpty()) {
            return Boolean.parseBoolean(option.defaultText());
        }
        String text = scalar.get().propertyText().strip().toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            refuse("must be true or false", "write for example " + example());
        }
        return text.equals("true");
    }

    Duration duration() {
        String text = text();
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            reason = reason.substring(reason.indexOf("is no duration"));
            int remedy = reason.indexOf("; write");
            refuse(remedy < 0 ? reason : reason.substring(0, remedy), "write for example " + example());
            return Duration.ZERO;
        }
    }

    /** The list's items as settings of their own, all of the same option. */
    List<Field> items() {
        if (node.isEmpty()) {
            return List.of();
        }
        if (node.get() instanceof Node.Sequence sequence) {
            return sequence.items().stream()
                    .map(item -> new Field(problems, path, option, Optional.of(item), item.position()))
                    .toList();
        }
        refuse("must be a list", "write for example " + example());
        return List.of();
    }

    Optional<Section> section() {
        return section(Map.of());
    }

    /** @param refused see {@link Section} */
    Optional<Section> section(Map<String, String> refused) {
        if (node.isEmpty()) {
            reportIfRequired();
            return Optional.empty();
        }
        if (node.get() instanceof Node.Mapping mapping) {
            return Optional.of(new Section(problems, path, option.path(), mapping, refused));
        }
        refuse("must be a map", "write for example " + example());
        return Optional.empty();
    }

    /** The single value; empty when it is absent, and reported when it may not be. */
    Optional<Node.Scalar> scalar() {
        if (node.isEmpty()) {
            reportIfRequired();
            return Optional.empty();
        }
        if (node.get() instanceof Node.Scalar scalar) {
            if (!scalar.isEmpty()) {
                return Optional.of(scalar);
            }
            refuse("has no value", "write for example " + example());
        } else {
            refuse("must be a single value", "write for example " + example());
        }
        return Optional.empty();
    }

    private void reportIfRequired() {
        if (option.required()) {
            problems.add(position, path, "", "is required", "write for example " + example());
        }
    }

    void refuse(String rule, String remedy) {
        String property = Secrets.judgedName(option.path(), name());
        String value = node.filter(present -> !(present instanceof Node.Scalar scalar && scalar.isEmpty()))
                .map(present -> Secrets.shown(property, present))
                .orElse("");
        problems.add(position, path, value, rule + standsFor(), remedy);
    }

    /** What a placeholder stands for, where that is never a secret: in our own settings and the addresses of brokers. */
    private String standsFor() {
        boolean open = Secrets.judgedName(option.path(), name()).isEmpty() || name().equals("bootstrap.servers");
        return open
                        && node.orElse(null) instanceof Node.Scalar scalar
                        && Placeholders.isOnePlaceholder(scalar.written())
                        && !Secrets.isSecretValue(scalar.text())
                ? ", and this stands for \"" + scalar.text().strip() + '"'
                : "";
    }

    private boolean isProperty() {
        return option.name().equals("<property>");
    }

    String example() {
        if (isProperty()) {
            return name() + ": value";
        }
        return option.isNameOfTheUser() ? option.example() : option.name() + ": " + option.example();
    }
}
