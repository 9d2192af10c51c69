package io.sluice.app.file;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what concerns the Kafka cluster and Kafka Streams. */
final class ConnectionReader {
    private static final String EMBEDDED = "embedded";
    private static final String SERVERS = "bootstrap.servers";

    private ConnectionReader() {}

    static KafkaSettings kafka(Field field) {
        if (field.node().orElse(null) instanceof Node.Scalar) {
            if (!field.text().equals(EMBEDDED)) {
                field.refuse(
                        "must be a map of Kafka's properties or the word embedded",
                        "write kafka: embedded, or kafka: {bootstrap.servers: \"host:9092\"}");
            }
            return new KafkaSettings(true, Map.of());
        }
        Optional<Section> section = field.section();
        if (section.isEmpty()) {
            return new KafkaSettings(true, Map.of());
        }
        Map<String, String> properties = KafkaProperties.read(section.get());
        checkServers(section.get(), properties.get(SERVERS));
        return new KafkaSettings(false, properties);
    }

    private static void checkServers(Section section, @Nullable String servers) {
        if (servers == null) {
            section.refuse(
                    "must have " + SERVERS, "write kafka: {bootstrap.servers: \"host:9092\"}, or kafka: embedded");
            return;
        }
        boolean wellFormed = servers.matches("\\s*[^\\s,:/]+:\\d{1,5}\\s*(,\\s*[^\\s,:/]+:\\d{1,5}\\s*)*")
                || servers.matches("[^/]*\\[[0-9a-fA-F:]+]:\\d{1,5}.*")
                || servers.contains("${");
        if (!wellFormed) {
            section.named().stream()
                    .filter(field -> field.name().equals(SERVERS))
                    .forEach(field -> field.refuse(
                            "must be host:port, several with commas between them",
                            "write for example \"host1:9092,host2:9092\""));
        }
    }

    static Map<String, String> streams(Field field) {
        Optional<Section> section = field.section();
        if (section.isEmpty()) {
            return Map.of();
        }
        section.get().named().stream()
                .filter(property -> property.name().endsWith(SERVERS))
                .forEach(property -> property.refuse("belongs to the cluster", "write it under kafka"));
        return KafkaProperties.read(section.get());
    }
}
