package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.TopicReader;
import io.sluice.topology.TopicNames;
import io.sluice.topology.ledger.InputPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * The positions that a query's state reaches to, from the changelogs. Asked for only when the consumer group has lost its own:
 * without them the records that are in the state would be read, and counted, once more.
 */
final class SavedPositions {
    private final KafkaCluster cluster;
    private final Map<String, String> connection;
    private final QueryDefinition query;
    private final TopicNames topics;
    private final boolean shuffled;

    SavedPositions(KafkaCluster cluster, Map<String, String> connection, QueryDefinition query, boolean shuffled) {
        this.cluster = cluster;
        this.connection = connection;
        this.query = query;
        this.topics = new TopicNames(query.name());
        this.shuffled = shuffled;
    }

    /** Positions of the source's partitions and of the shuffle's; empty when the group has all that it needs. */
    Map<TopicPartition, Long> missingFrom(String group, List<TopicPartition> source) {
        Map<TopicPartition, Long> committed = cluster.committedOffsets(group);
        if (source.stream().allMatch(committed::containsKey)) {
            return Map.of();
        }
        Map<TopicPartition, Long> saved = new HashMap<>();
        String topic = query.source().topic();
        if (shuffled) {
            read(topics.sourceClockChangelog(), topic, saved);
            read(topics.ledgerChangelog(), topics.shuffle(), saved);
        } else {
            read(topics.ledgerChangelog(), topic, saved);
        }
        return saved;
    }

    private void read(String changelog, String input, Map<TopicPartition, Long> saved) {
        Optional<TopicDescription> found = cluster.topic(changelog);
        if (found.isEmpty()) {
            return;
        }
        TopicReader.read(cluster, connection, KafkaCluster.partitions(found.get()), change -> {
            if (change.value() != null) {
                InputPosition.read(change.key(), change.value())
                        .ifPresent(position -> saved.put(new TopicPartition(input, change.partition()), position));
            }
        });
    }
}
