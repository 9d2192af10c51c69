package io.sluice.app.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.streams.StreamsConfig;

/** Checks properties that are passed on to Kafka, by Kafka's own definitions of them. */
final class KafkaProperties {
    private static final String READ_BY_THE_FORMAT = "the source's format says how records are read";
    private static final String BAD_RECORDS = "bad records are treated alike in every query";

    /** Properties that this program sets itself, and why nobody else may. */
    private static final Map<String, String> OWNED = Map.ofEntries(
            Map.entry("application.id", "it is the query's name"),
            Map.entry("group.id", "it is the query's name"),
            Map.entry("transactional.id", "it follows from the query's name"),
            Map.entry("processing.guarantee", "it is always exactly_once_v2"),
            Map.entry("isolation.level", "it is always read_committed"),
            Map.entry("enable.idempotence", "exactly once needs it"),
            Map.entry("acks", "exactly once needs all"),
            Map.entry("enable.auto.commit", "offsets are committed together with the rows"),
            Map.entry("auto.offset.reset", "startingOffsets and failOnDataLoss of the source say it"),
            Map.entry("state.dir", "state lies in the checkpointLocation"),
            Map.entry("key.serializer", READ_BY_THE_FORMAT),
            Map.entry("value.serializer", READ_BY_THE_FORMAT),
            Map.entry("key.deserializer", READ_BY_THE_FORMAT),
            Map.entry("value.deserializer", READ_BY_THE_FORMAT),
            Map.entry("default.key.serde", READ_BY_THE_FORMAT),
            Map.entry("default.value.serde", READ_BY_THE_FORMAT),
            Map.entry("default.timestamp.extractor", "the watermark's column is the event time"),
            Map.entry("deserialization.exception.handler", BAD_RECORDS),
            Map.entry("default.deserialization.exception.handler", BAD_RECORDS),
            Map.entry("processing.exception.handler", BAD_RECORDS),
            Map.entry("production.exception.handler", BAD_RECORDS),
            Map.entry("default.production.exception.handler", BAD_RECORDS),
            Map.entry("buffered.records.per.partition", "max.poll.records bounds what is held"),
            Map.entry("num.standby.replicas", "state.standbyReplicas says it"),
            Map.entry("rocksdb.config.setter", "it bounds the memory of the whole process"));

    /** The longer prefixes come first. */
    private static final List<String> STREAMS_PREFIXES = List.of(
            "main.consumer.", "restore.consumer.", "global.consumer.", "consumer.", "producer.", "admin.", "topic.");

    private static final List<ConfigDef> DEFINITIONS = List.of(
            ConsumerConfig.configDef(),
            ProducerConfig.configDef(),
            AdminClientConfig.configDef(),
            StreamsConfig.configDef());
    private static final TreeSet<String> NAMES = DEFINITIONS.stream()
            .flatMap(definition -> definition.names().stream())
            .collect(Collectors.toCollection(TreeSet::new));

    private KafkaProperties() {}

    /** The properties of that section. */
    static Map<String, String> read(Section section) {
        Map<String, String> properties = new HashMap<>();
        for (Field field : section.named()) {
            String value = field.propertyText();
            properties.put(field.name(), value);
            check(field, withoutPrefix(field.name()), value);
        }
        return properties;
    }

    private static String withoutPrefix(String name) {
        return STREAMS_PREFIXES.stream()
                .filter(name::startsWith)
                .findFirst()
                .map(prefix -> name.substring(prefix.length()))
                .orElse(name);
    }

    private static void check(Field field, String name, String value) {
        String reason = OWNED.get(name);
        if (reason != null) {
            field.refuse("is set by this program: " + reason, "delete it");
        } else if (!NAMES.contains(name)) {
            noticeIfMisspelt(field, name);
        } else if (name.equals(StreamsConfig.NUM_STREAM_THREADS_CONFIG) && value.matches("-\\d+|0+")) {
            // Kafka's definition takes any number, and its start does not
            field.refuse("is no number of threads", "write 1 or more");
        } else if (!value.contains("${")) {
            kafkaSays(definitions(field, name), name, value)
                    .ifPresent(message ->
                            field.refuse("is refused by Kafka: " + message, "see Kafka's documentation of " + name));
        }
    }

    /** Kafka ignores names that it does not know, and some are meant for plug-ins: so this is no problem. */
    private static void noticeIfMisspelt(Field field, String name) {
        EditDistance.nearest(name, NAMES)
                .ifPresent(meant -> field.problems()
                        .notice(field.path() + " is not a property that Kafka knows: did you mean " + meant + "?"));
    }

    /** Kafka Streams takes other values than its clients for some names, such as group.protocol. */
    private static List<ConfigDef> definitions(Field field, String name) {
        boolean ofStreams = field.path().equals("streams." + name)
                && StreamsConfig.configDef().names().contains(name);
        return ofStreams ? List.of(StreamsConfig.configDef()) : DEFINITIONS;
    }

    private static Optional<String> kafkaSays(List<ConfigDef> definitions, String name, String value) {
        return definitions.stream()
                .filter(definition -> definition.names().contains(name))
                .flatMap(definition -> errors(definition, name, value))
                .findFirst();
    }

    /** Kafka's message without the value, which may be a secret. */
    private static Stream<String> errors(ConfigDef definition, String name, String value) {
        List<String> messages = new ArrayList<>();
        for (ConfigValue checked : definition.validate(Map.of(name, value))) {
            if (checked.name().equals(name)) {
                messages.addAll(checked.errorMessages());
            }
        }
        return messages.stream()
                .map(message -> message.replace("Invalid value " + value + " for configuration " + name + ": ", ""));
    }
}
