package io.sluice.app.run;

import io.sluice.app.sink.SinkStages;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Kafka's properties for a query without a window. Properties of Kafka Streams that are meant for its consumers and producers count
 * here as well, and so does the number of threads; others have no sense without Kafka Streams, and are refused.
 *
 * @param connection Kafka's own properties
 */
record AppendSettings(QueryDefinition query, Map<String, String> connection) {
    /** The properties of Kafka Streams that count, in words. */
    static final String HEEDED = StreamsConfig.NUM_STREAM_THREADS_CONFIG + ", " + StreamsConfig.CONSUMER_PREFIX + "*, "
            + StreamsConfig.MAIN_CONSUMER_PREFIX + "* and " + StreamsConfig.PRODUCER_PREFIX + "*";

    /** Whether a property of Kafka Streams counts. */
    static boolean isHeeded(String property) {
        return property.equals(StreamsConfig.NUM_STREAM_THREADS_CONFIG)
                || Stream.of(
                                StreamsConfig.CONSUMER_PREFIX,
                                StreamsConfig.MAIN_CONSUMER_PREFIX,
                                StreamsConfig.PRODUCER_PREFIX)
                        .anyMatch(property::startsWith);
    }

    Map<String, String> consumers() {
        Map<String, String> properties = new HashMap<>();
        if (query.trigger() instanceof QueryDefinition.Trigger.AvailableNow) {
            properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, String.valueOf(SinkStages.LAST_FETCH_WAIT_MS));
        }
        properties.putAll(connection);
        properties.putAll(prefixed(StreamsConfig.CONSUMER_PREFIX));
        properties.putAll(prefixed(StreamsConfig.MAIN_CONSUMER_PREFIX));
        return properties;
    }

    Map<String, String> producers() {
        Map<String, String> properties = new HashMap<>(connection);
        properties.putAll(prefixed(StreamsConfig.PRODUCER_PREFIX));
        return properties;
    }

    private Map<String, String> prefixed(String prefix) {
        Map<String, String> found = new HashMap<>();
        query.streams().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /** Each has a consumer and a share of the partitions. */
    int threads() {
        String wanted = query.streams().getOrDefault(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1");
        if (!wanted.matches("[1-9][0-9]{0,3}")) {
            throw new QueryStartException(
                    QueryStartException.Subject.SETTINGS,
                    "streams." + StreamsConfig.NUM_STREAM_THREADS_CONFIG + " = " + wanted
                            + ": must be a number from 1 to 9999; write for example 2");
        }
        return Integer.parseInt(wanted);
    }
}
