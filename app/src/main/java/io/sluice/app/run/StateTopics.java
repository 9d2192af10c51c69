package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.topology.TopicNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The topics that hold a query's state and its rows on their way to the table. They are made here, and not when Kafka Streams needs
 * them, so that their ids belong to the query's identity: one that was deleted and made anew is empty, and whoever went on with it
 * would lose the windows that were open.
 */
final class StateTopics {
    /** Kept until read, whatever an outage takes. */
    private static final Map<String, String> UNTIL_DELETED = Map.of("cleanup.policy", "delete", "retention.ms", "-1");
    /** What Kafka Streams gives its changelogs. */
    private static final Map<String, String> CHANGELOG =
            Map.of("cleanup.policy", "compact", "message.timestamp.type", "CreateTime");
    /** Its last record for each key is all that counts: small segments, so that little else is read at a start. */
    private static final Map<String, String> WATERMARKS = Map.of(
            "cleanup.policy", "compact",
            "segment.bytes", "1048576",
            "min.cleanable.dirty.ratio", "0.1",
            "message.timestamp.type", "LogAppendTime");
    /** What Kafka Streams gives its repartition topics: it deletes what it has read, a segment at a time. */
    private static final Map<String, String> SHUFFLE = Map.of(
            "cleanup.policy", "delete",
            "retention.ms", "-1",
            "segment.bytes", "52428800",
            "message.timestamp.type", "CreateTime");

    private final KafkaCluster cluster;
    private final String group;
    private final String closedWindows;
    private final String watermarks;
    private final Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    private final int partitions;
    private final int replication;

    /**
     * @param streams the user's properties of Kafka Streams: those that begin with {@code topic.} and the replication factor count
     * @param partitions of the source
     */
    StateTopics(KafkaCluster cluster, TopicNames names, boolean shuffled, Map<String, String> streams, int partitions) {
        this.cluster = cluster;
        this.group = names.query();
        this.closedWindows = names.closedWindows();
        this.watermarks = names.watermarks();
        this.partitions = partitions;
        this.replication = Integer.parseInt(streams.getOrDefault(StreamsConfig.REPLICATION_FACTOR_CONFIG, "-1"));
        Map<String, String> ofTheUser = new HashMap<>();
        streams.forEach((name, value) -> {
            if (name.startsWith(StreamsConfig.TOPIC_PREFIX)) {
                ofTheUser.put(name.substring(StreamsConfig.TOPIC_PREFIX.length()), value);
            }
        });
        // a producer's clock may be so far ahead that the broker refuses its time in any other topic
        Map<String, String> keep = new HashMap<>(UNTIL_DELETED);
        keep.put("message.timestamp.type", "LogAppendTime");
        settings.put(closedWindows, keep);
        settings.put(watermarks, WATERMARKS);
        settings.put(names.ledgerChangelog(), joined(CHANGELOG, ofTheUser));
        if (shuffled) {
            settings.put(names.sourceClockChangelog(), joined(CHANGELOG, ofTheUser));
            settings.put(names.shuffle(), joined(SHUFFLE, ofTheUser));
        }
    }

    private static Map<String, String> joined(Map<String, String> ours, Map<String, String> ofTheUser) {
        Map<String, String> joined = new HashMap<>(ours);
        joined.putAll(ofTheUser);
        return joined;
    }

    List<String> names() {
        return List.copyOf(settings.keySet());
    }

    /** Creates those that do not exist, and returns the closed-windows topic. */
    TopicDescription ensure() {
        Map<String, TopicDescription> made = new HashMap<>();
        settings.forEach(
                (name, config) -> made.put(name, cluster.ensureTopic(name, partitionsOf(name), replication, config)));
        return Optional.ofNullable(made.get(closedWindows))
                .orElseThrow(() -> new IllegalStateException("no topic " + closedWindows));
    }

    private int partitionsOf(String name) {
        return name.equals(watermarks) ? 1 : partitions;
    }

    /**
     * What a query of this name has left in Kafka, one thing an entry: records in these topics, positions of its group. Empty topics
     * are what a first start leaves that was killed early.
     */
    List<String> leftovers() {
        List<String> leftovers = new ArrayList<>();
        for (String name : names()) {
            List<TopicPartition> found =
                    cluster.topic(name).map(KafkaCluster::partitions).orElse(List.of());
            if (!found.isEmpty() && cluster.endOffsets(found).values().stream().anyMatch(end -> end > 0)) {
                leftovers.add("records in topic " + name);
            }
        }
        if (!cluster.committedOffsets(group).isEmpty()) {
            leftovers.add("positions of consumer group " + group);
        }
        return leftovers;
    }
}
