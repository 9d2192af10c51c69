package io.sluice.app.file;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code startingOffsets}: a word, or Spark's map of topic, partition and offset as YAML or as JSON text. */
final class OffsetsReader {
    private static final String REMEDY = "write earliest, latest, or for example {\"%s\": {\"0\": 23, \"1\": -2}}";

    private OffsetsReader() {}

    static StartingOffsets read(Field field, String topic) {
        if (field.node().orElse(null) instanceof Node.Mapping mapping) {
            return specific(field, mapping, topic);
        }
        String text = field.text();
        if (text.startsWith("{")) {
            Optional<Node> inline = YamlTree.inline(text, field.position());
            if (inline.orElse(null) instanceof Node.Mapping mapping) {
                return specific(field, mapping, topic);
            }
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "earliest" -> StartingOffsets.Edge.EARLIEST;
            case "latest" -> StartingOffsets.Edge.LATEST;
            default -> {
                field.refuse(
                        "must be earliest, latest or a map of topic, partition and offset", REMEDY.formatted(topic));
                yield StartingOffsets.Edge.LATEST;
            }
        };
    }

    private static StartingOffsets specific(Field field, Node.Mapping mapping, String topic) {
        Map<Integer, Long> offsets = new HashMap<>();
        for (Node.Entry entry : mapping.entries()) {
            if (!entry.key().equals(topic)) {
                refuse(field, entry, "names the topic " + entry.key() + ", and the source reads " + topic, topic);
            } else if (entry.value() instanceof Node.Mapping partitions
                    && !partitions.entries().isEmpty()) {
                partitions.entries().forEach(partition -> add(field, partition, topic, offsets));
            } else {
                refuse(field, entry, "must be a map of partition and offset", topic);
            }
        }
        if (mapping.entries().isEmpty()) {
            field.refuse("must name the topic and its partitions", REMEDY.formatted(topic));
        }
        return new StartingOffsets.Specific(offsets);
    }

    private static void add(Field field, Node.Entry entry, String topic, Map<Integer, Long> offsets) {
        String offset = entry.value() instanceof Node.Scalar scalar ? scalar.propertyText() : "";
        if (entry.key().matches("\\d{1,9}") && offset.matches("-[12]|\\d{1,18}")) {
            offsets.put(Integer.parseInt(entry.key()), Long.parseLong(offset));
        } else {
            refuse(
                    field,
                    entry,
                    "partition " + entry.key() + " with offset " + entry.value().shown()
                            + ": must be a number from 0 and an offset from 0, or -1 for latest or -2 for earliest",
                    topic);
        }
    }

    private static void refuse(Field field, Node.Entry entry, String rule, String topic) {
        field.problems().add(entry.position(), field.path(), "", rule, REMEDY.formatted(topic));
    }
}
