package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.topology.TopicNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
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
    static final Map<String, String> KEPT = onBrokerTime(Map.of("cleanup.policy", "delete", "retention.ms", "-1"));
    /** What Kafka Streams gives its changelogs. */
    private static final Map<String, String> CHANGELOG = onBrokerTime(Map.of("cleanup.policy", "compact"));
    /** Its last record for each key is all that counts: small segments, so that little else is read at a start. */
    private static final Map<String, String> WATERMARKS = onBrokerTime(Map.of(
            "cleanup.policy", "compact",
            "segment.bytes", "1048576",
            "min.cleanable.dirty.ratio", "0.1"));
    /** What Kafka Streams gives its repartition topics: it deletes what it has read, a segment at a time. */
    private static final Map<String, String> SHUFFLE =
            onBrokerTime(Map.of("cleanup.policy", "delete", "retention.ms", "-1", "segment.bytes", "52428800"));

    private final KafkaCluster cluster;
    private final List<String> groups;
    private final Map<String, NewTopic> wanted = new LinkedHashMap<>();
    private final int partitions;
    private final Optional<Short> replication;

    /**
     * @param streams the user's properties of Kafka Streams: those that begin with {@code topic.} and the replication factor count
     * @param partitions of the source
     */
    StateTopics(KafkaCluster cluster, TopicNames names, boolean shuffled, Map<String, String> streams, int partitions) {
        this.cluster = cluster;
        this.groups = List.of(names.query());
        this.partitions = partitions;
        this.replication = Optional.ofNullable(streams.get(StreamsConfig.REPLICATION_FACTOR_CONFIG))
                .map(Short::valueOf)
                .filter(copies -> copies >= 0);
        Map<String, String> ofTheUser = new HashMap<>();
        streams.forEach((name, value) -> {
            if (name.startsWith(StreamsConfig.TOPIC_PREFIX)) {
                ofTheUser.put(name.substring(StreamsConfig.TOPIC_PREFIX.length()), value);
            }
        });
        want(names.closedWindows(), partitions, KEPT);
        want(names.watermarks(), 1, WATERMARKS);
        want(names.ledgerChangelog(), partitions, joined(CHANGELOG, ofTheUser));
        if (shuffled) {
            want(names.sourceClockChangelog(), partitions, joined(CHANGELOG, ofTheUser));
            want(names.shuffle(), partitions, joined(SHUFFLE, ofTheUser));
        }
    }

    /** Of a query without a window, which has none. */
    private StateTopics(KafkaCluster cluster, List<String> groups, int partitions) {
        this.cluster = cluster;
        this.groups = groups;
        this.partitions = partitions;
        this.replication = Optional.empty();
    }

    /**
     * Of a query without a window: none, because the table's log holds all that it must remember.
     *
     * @param groups whose positions an earlier query of the name may have left
     */
    static StateTopics none(KafkaCluster cluster, List<String> groups, int partitions) {
        return new StateTopics(cluster, groups, partitions);
    }

    private void want(String name, int partitions, Map<String, String> config) {
        wanted.put(name, new NewTopic(name, Optional.of(partitions), replication).configs(config));
    }

    /** The clock of a producer, or of this machine, may be so far ahead that the broker refuses it in any other topic. */
    private static Map<String, String> onBrokerTime(Map<String, String> config) {
        return joined(config, Map.of("message.timestamp.type", "LogAppendTime"));
    }

    private static Map<String, String> joined(Map<String, String> ours, Map<String, String> ofTheUser) {
        Map<String, String> joined = new HashMap<>(ours);
        joined.putAll(ofTheUser);
        return joined;
    }

    /** Each with its number of partitions and its settings. */
    Collection<NewTopic> wanted() {
        return wanted.values();
    }

    /** Of the source, and of all of these but one. */
    int partitions() {
        return partitions;
    }

    /** Kafka's ids of the topics that are there now, by name, in the order in which they are wanted. */
    Map<String, Optional<String>> ids() {
        Map<String, TopicDescription> found = cluster.topics(wanted.keySet());
        Map<String, Optional<String>> ids = new LinkedHashMap<>();
        for (String name : wanted.keySet()) {
            ids.put(
                    name,
                    Optional.ofNullable(found.get(name))
                            .map(topic -> topic.topicId().toString()));
        }
        return ids;
    }

    /**
     * What a query of this name has left in Kafka, one thing an entry: records in these topics, positions of its group. Empty topics
     * are what a first start leaves that was killed early.
     */
    List<String> leftovers() {
        List<TopicPartition> found = cluster.topics(wanted.keySet()).values().stream()
                .flatMap(topic -> KafkaCluster.partitions(topic).stream())
                .toList();
        Set<String> withRecords = new HashSet<>();
        cluster.endOffsets(found).forEach((partition, end) -> {
            if (end > 0) {
                withRecords.add(partition.topic());
            }
        });
        List<String> leftovers = new ArrayList<>();
        wanted.keySet().stream()
                .filter(withRecords::contains)
                .forEach(name -> leftovers.add("records in topic " + name));
        groups.stream()
                .filter(group -> !cluster.committedOffsets(group).isEmpty())
                .forEach(group -> leftovers.add("positions of consumer group " + group));
        return leftovers;
    }
}
