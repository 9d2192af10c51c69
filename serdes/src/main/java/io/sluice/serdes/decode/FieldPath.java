package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where in a message a value stands: {@code device.id}, {@code values[0].temp}, {@code ['a.b'].c}. It begins at the payload, that is
 * behind the envelope and inside the reading; with {@code $.} it begins at the message, with {@code _kafka.} at the Kafka record. A
 * single dot is the payload itself.
 */
public record FieldPath(Root root, List<Step> steps) {
    private static final Pattern STEP =
            Pattern.compile("\\.?([^.\\[\\]'\"$*\\s][^.\\[\\]]*)|\\[(\\d{1,6})]|\\[(\\*)]|\\.?\\['((?:[^']|'')*)']");

    /** Where a path begins. */
    public enum Root {
        /** What the columns are in: the reading, or the payload in its envelope. */
        PAYLOAD,
        MESSAGE,
        KAFKA
    }

    /** One step down. */
    public sealed interface Step {
        /** Into the field of exactly that name. */
        record Name(String name) implements Step {}

        /** Into an element of an array, from 0. */
        record Index(int index) implements Step {}

        /** Into every element of an array. */
        record Each() implements Step {}
    }

    public FieldPath {
        steps = List.copyOf(steps);
    }

    /** The field of the payload with exactly that name, whatever characters are in it. */
    public static FieldPath ofName(String name) {
        return new FieldPath(Root.PAYLOAD, List.of(new Step.Name(name)));
    }

    /** @throws IllegalArgumentException when the text is no path; the message says why and what would be one */
    public static FieldPath parse(String text) {
        if (text.equals(".")) {
            return new FieldPath(Root.PAYLOAD, List.of());
        }
        Root root = Root.PAYLOAD;
        int at = 0;
        if (text.startsWith("$")) {
            root = Root.MESSAGE;
            at = 1;
        } else if (text.startsWith("_kafka.")) {
            root = Root.KAFKA;
            at = "_kafka".length();
        }
        List<Step> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(text);
        while (at < text.length()) {
            // the first step of all has no dot, each later name has one
            boolean dotted = text.charAt(at) == '.';
            if (!matcher.find(at) || matcher.start() != at || (matcher.group(1) != null && dotted == (at == 0))) {
                throw new IllegalArgumentException("is no path: it cannot be read from character " + (at + 1)
                        + " on; write for example device.id, values[0] or ['a.b'].c");
            }
            steps.add(step(matcher));
            at = matcher.end();
        }
        if (steps.isEmpty() && root != Root.MESSAGE) {
            throw new IllegalArgumentException("is no path: write for example device.id");
        }
        return new FieldPath(root, steps);
    }

    private static Step step(Matcher matcher) {
        if (matcher.group(1) != null) {
            return new Step.Name(matcher.group(1));
        }
        if (matcher.group(2) != null) {
            return new Step.Index(Integer.parseInt(matcher.group(2)));
        }
        return matcher.group(3) != null
                ? new Step.Each()
                : new Step.Name(matcher.group(4).replace("''", "'"));
    }

    /** This path with the steps of the other behind it. */
    FieldPath then(List<Step> more) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(more);
        return new FieldPath(root, all);
    }

    /**
     * Why a column of that type cannot be read from here: of a path into the Kafka record that names no part of it, or one of other
     * types. Empty when there is no reason.
     */
    public Optional<String> problem(DataType type) {
        if (root != Root.KAFKA) {
            return Optional.empty();
        }
        Optional<List<DataType>> types = KafkaColumns.types(this);
        if (types.isEmpty()) {
            return Optional.of(
                    "is no part of a Kafka record, which has _kafka.key, .value, .topic, .partition, .offset, .timestamp and .headers.<name>");
        }
        if (type instanceof DataType.Nested) {
            return Optional.of("is read as text or bytes, and the column is " + type);
        }
        boolean legal = types.get().isEmpty() || types.get().contains(type);
        String names = types.get().stream().map(DataType::sqlName).collect(Collectors.joining(" or "));
        return legal ? Optional.empty() : Optional.of("is read as " + names + ", and the column is " + type);
    }

    /** Whether it goes into every element of an array. */
    public boolean hasEach() {
        return steps.stream().anyMatch(Step.Each.class::isInstance);
    }

    /** The path as {@link #parse} takes it. */
    @Override
    public String toString() {
        String text = text(steps);
        return switch (root) {
            case PAYLOAD -> text.isEmpty() ? "." : text;
            case MESSAGE -> text.isEmpty() || text.startsWith("[") ? "$" + text : "$." + text;
            case KAFKA -> text.startsWith("[") ? "_kafka" + text : "_kafka." + text;
        };
    }

    static String text(List<Step> steps) {
        String text = steps.stream().map(FieldPath::text).collect(Collectors.joining());
        return text.startsWith(".") ? text.substring(1) : text;
    }

    static String text(Step step) {
        if (step instanceof Step.Index index) {
            return "[" + index.index() + "]";
        }
        if (step instanceof Step.Name named) {
            String name = named.name();
            boolean plain = STEP.matcher(name).matches() && !name.startsWith(".") && !name.startsWith("[");
            return plain ? "." + name : "['" + name.replace("'", "''") + "']";
        }
        return "[*]";
    }
}
