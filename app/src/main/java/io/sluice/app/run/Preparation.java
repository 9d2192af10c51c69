package io.sluice.app.run;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.checkpoint.QueryIdentity;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.SourceOffsets;
import io.sluice.app.sink.SinkStages;
import io.sluice.app.sink.TransactionIds;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.BoundedRocksDb;
import io.sluice.topology.LateRecords;
import io.sluice.topology.QueryTopology;
import io.sluice.topology.TopicNames;
import io.sluice.topology.progress.TopologyProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.GroupProtocol;

/**
 * Everything that is checked and made before the first record is read: the source is there, the checkpoint, Kafka and the table
 * belong to this query, the table takes its rows, the topics exist, reading starts where it must. Each check that fails names
 * what it found; none is repaired silently.
 */
final class Preparation {
    private final QueryDefinition query;
    private final KafkaCluster cluster;
    private final Map<String, String> connection;
    private final Checkpoint checkpoint;
    private final TopicNames topics;
    private final IdentityCheck identities;

    /**
     * What a query runs on.
     *
     * @param closedWindowsTopicId Kafka's id of the topic
     * @param maxDeadLetterBytes the largest batch that the topics of dead letters and late records take
     * @param groupProtocol who assigns the work
     * @param notices what the user should hear, such as a gap that was skipped by permission, or rows of others in the table
     */
    record Ready(
            QueryIdentity identity,
            List<TopicPartition> source,
            QueryTopology topology,
            DeltaTable table,
            List<TopicPartition> closedWindows,
            String closedWindowsTopicId,
            int maxDeadLetterBytes,
            GroupProtocol groupProtocol,
            List<String> notices) {}

    Preparation(QueryDefinition query, KafkaCluster cluster, Map<String, String> connection, Checkpoint checkpoint) {
        this.query = query;
        this.cluster = cluster;
        this.connection = connection;
        this.checkpoint = checkpoint;
        this.topics = new TopicNames(query.name());
        this.identities = new IdentityCheck(query, cluster, connection, checkpoint);
    }

    Ready run(TopologyProgress progress) {
        BoundedRocksDb.loadAhead();
        TableOpening opening = TableOpening.begin(query.sink());
        cluster.clusterId();
        TopicDescription sourceTopic = sourceTopic();
        List<TopicPartition> source = KafkaCluster.partitions(sourceTopic);
        requireStartingPartitions(source.size());
        QueryTopology topology = query.topology(source.size(), progress);
        StateTopics stateTopics =
                new StateTopics(cluster, topics, topology.needsShuffle(), query.streams(), source.size());
        Optional<QueryIdentity> known = identities.known(sourceTopic, stateTopics);
        DeltaTable table = opening.await();
        if (known.isPresent() && !table.exists()) {
            // an empty table at its place would be in the way of bringing it back
            SinkStages.requireNothingCommitted(
                    cluster, topics.closedWindows(), known.get().id(), checkpoint.offsets());
        }
        table.ensure(topology.outputSchema(), query.sink().partitionBy());
        List<KeptRecordsTopic> kept = keptRecords();
        List<NewTopic> wanted = new ArrayList<>(stateTopics.wanted());
        kept.forEach(topic -> wanted.add(topic.wanted()));
        TopicDescription closedWindows =
                Objects.requireNonNull(cluster.ensureTopics(wanted).get(topics.closedWindows()));
        QueryIdentity identity = known.isPresent() ? known.get() : identities.publish(sourceTopic, stateTopics);
        if (checkpoint.identity().isEmpty()) {
            checkpoint.saveIdentity(identity);
        }
        int maxDeadLetterBytes = kept.stream()
                .mapToInt(topic -> topic.takeWhatComesFrom(query.source().topic()))
                .min()
                .orElseThrow();
        Map<TopicPartition, Long> saved = known.isEmpty()
                ? Map.of()
                : new SavedPositions(cluster, connection, query, topology.needsShuffle())
                        .missingFrom(query.name(), source);
        GroupProtocolChoice group = GroupProtocolChoice.of(query, cluster);
        List<String> notices = new ArrayList<>(group.notices());
        notices.addAll(new SourceOffsets(cluster, query.name(), source, saved)
                .prepare(query.source().start(), query.source().failOnDataLoss()));
        if (known.isEmpty()) {
            rowsOfOthers(table, identity.id()).ifPresent(notices::add);
        }
        return new Ready(
                identity,
                source,
                topology,
                table,
                KafkaCluster.partitions(closedWindows),
                closedWindows.topicId().toString(),
                maxDeadLetterBytes,
                group.protocol(),
                notices);
    }

    private List<KeptRecordsTopic> keptRecords() {
        KeptRecordsTopic deadLetters = new KeptRecordsTopic(cluster, topics.deadLetters());
        return query.source().lateRecords() == LateRecords.TOPIC
                ? List.of(deadLetters, new KeptRecordsTopic(cluster, topics.lateRecords()))
                : List.of(deadLetters);
    }

    /**
     * What a query without a window runs on.
     *
     * @param ids of its transactions in the table
     * @param maxDeadLetterBytes the largest batch that the dead-letter topic takes
     * @param notices what the user should hear
     */
    record ReadyToAppend(
            QueryIdentity identity,
            List<TopicPartition> source,
            TransactionIds ids,
            int maxDeadLetterBytes,
            List<String> notices) {}

    /** The same for a query without a window, of which Kafka holds the identity and the dead letters, and nothing else. */
    ReadyToAppend toAppend() {
        TableOpening opening = TableOpening.begin(query.sink());
        cluster.clusterId();
        TopicDescription sourceTopic = sourceTopic();
        List<TopicPartition> source = KafkaCluster.partitions(sourceTopic);
        requireStartingPartitions(source.size());
        StateTopics none =
                StateTopics.none(cluster, List.of(query.sinkGroup(), query.deadLetterGroup()), source.size());
        Optional<QueryIdentity> known = identities.known(sourceTopic, none);
        AppendPositions positions = new AppendPositions(query, cluster, source, checkpoint.offsets());
        DeltaTable table = opening.await();
        if (known.isPresent() && !table.exists()) {
            // an empty table at its place would be in the way of bringing it back
            positions.requireNothingCommitted();
        }
        table.ensure(query.plan().schema(), query.sink().partitionBy());
        KeptRecordsTopic deadLetters = new KeptRecordsTopic(cluster, topics.deadLetters());
        cluster.ensureTopics(List.of(deadLetters.wanted()));
        QueryIdentity identity = known.isPresent() ? known.get() : identities.publish(sourceTopic, none);
        if (checkpoint.identity().isEmpty()) {
            checkpoint.saveIdentity(identity);
        }
        int maxDeadLetterBytes = deadLetters.takeWhatComesFrom(query.source().topic());
        TransactionIds ids =
                new TransactionIds(identity.id(), sourceTopic.topicId().toString());
        List<String> notices = new ArrayList<>(positions.begin(table, ids));
        if (known.isEmpty()) {
            rowsOfOthers(table, identity.id()).ifPresent(notices::add);
        }
        return new ReadyToAppend(identity, source, ids, maxDeadLetterBytes, notices);
    }

    /** Several queries may write to one table; but mostly this is a changed query that was given a new name and no new table. */
    private Optional<String> rowsOfOthers(DeltaTable table, String ownId) {
        SortedSet<String> others = TransactionIds.otherQueries(table.recordedIds(), ownId);
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("table " + query.sink().path() + " has rows of another query (id "
                        + String.join(", ", others) + "), which stay, and " + query.name()
                        + " adds its own. When it is a new version of that query, "
                        + (query.hasWindow() ? "windows" : "rows") + " are now in the table twice: stop it, run"
                        + " 'sluice reset', and give it a sink.delta.path of its own");
    }

    private TopicDescription sourceTopic() {
        if (query.kafka() instanceof QueryDefinition.Kafka.Embedded) {
            // nobody else could create it: the broker exists only while the query runs
            return cluster.ensureTopic(query.source().topic(), 1, Map.of());
        }
        return SourceTopic.require(query, cluster, connection);
    }

    private void requireStartingPartitions(int partitions) {
        if (!(query.source().start() instanceof SourceOffsets.Start.Fixed fixed)) {
            return;
        }
        List<String> absent = fixed.offsets().keySet().stream()
                .filter(partition -> partition >= partitions)
                .sorted()
                .map(String::valueOf)
                .toList();
        if (!absent.isEmpty()) {
            throw new QueryStartException(
                    QueryStartException.Subject.SETTINGS,
                    "sources." + query.source().name() + ".kafka.startingOffsets: names partition "
                            + String.join(", ", absent) + ", and topic "
                            + query.source().topic() + " has "
                            + (partitions == 1 ? "partition 0 only" : "partitions 0 to " + (partitions - 1))
                            + "; correct the number, or leave it out: a partition that is not named is read from its beginning");
        }
    }
}
