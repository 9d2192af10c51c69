package io.sluice.app.file;

import java.util.Map;

/**
 * The Kafka cluster.
 *
 * @param embedded whether to run a broker in this process; there are no properties then
 * @param properties for every Kafka client, resolved: they may hold secrets, which {@link #toString} hides
 */
public record KafkaSettings(boolean embedded, Map<String, String> properties) {
    public KafkaSettings {
        properties = Map.copyOf(properties);
    }

    @Override
    public String toString() {
        return embedded ? "embedded" : "properties " + properties.keySet();
    }
}
