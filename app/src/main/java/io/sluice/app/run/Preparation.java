package io.sluice.app.run;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.checkpoint.QueryIdentity;
import io.sluice.app.kafka.IdentityTopic;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.SourceOffsets;
import io.sluice.app.sink.SinkStages;
import io.sluice.app.sink.TransactionIds;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.LateRecords;
import io.sluice.topology.QueryTopology;
import io.sluice.topology.TopicNames;
import io.sluice.topology.progress.TopologyProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
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
    }

    Ready run(TopologyProgress progress) {
        cluster.clusterId();
        TopicDescription sourceTopic = sourceTopic();
        List<TopicPartition> source = KafkaCluster.partitions(sourceTopic);
        requireStartingPartitions(source.size());
        QueryTopology topology = query.topology(source.size(), progress);
        StateTopics stateTopics =
                new StateTopics(cluster, topics, topology.needsShuffle(), query.streams(), source.size());
        Optional<QueryIdentity> known = checkIdentity(sourceTopic, stateTopics);
        DeltaTable table = DeltaTable.at(query.sink().path(), query.sink().options());
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
        QueryIdentity identity = known.isPresent() ? known.get() : publish(sourceTopic, stateTopics);
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

    /** Several queries may write to one table; but mostly this is a changed query that was given a new name and no new table. */
    private Optional<String> rowsOfOthers(DeltaTable table, String ownId) {
        SortedSet<String> others = TransactionIds.otherQueries(table.recordedIds(), ownId);
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("table " + query.sink().path() + " has rows of another query (id "
                        + String.join(", ", others) + "), which stay, and " + query.name()
                        + " adds its own. When it is a new version of that query, windows are now in the table twice: stop it, run"
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

    /**
     * Compares this query with what the checkpoint and Kafka remember, before anything is written.
     *
     * @return the identity that Kafka remembers
     */
    private Optional<QueryIdentity> checkIdentity(TopicDescription source, StateTopics stateTopics) {
        Optional<QueryIdentity> local = checkpoint.identity();
        local.ifPresent(this::requireName);
        IdentityTopic identityTopic = new IdentityTopic(cluster, connection, topics.identity());
        Optional<QueryIdentity> remote = identityTopic.read();
        if (local.isPresent() && remote.isEmpty()) {
            throw new QueryStartException(
                    QueryStartException.Subject.CHECKPOINT,
                    "checkpointLocation = " + checkpoint.folder() + ": belongs to query id "
                            + local.get().id() + ", of which " + connection.get("bootstrap.servers")
                            + " knows nothing: another cluster, or its topics were deleted. Connect to the cluster it was used with,"
                            + " or take a new checkpointLocation to start from the beginning");
        }
        if (remote.isEmpty()) {
            List<String> leftovers = stateTopics.leftovers();
            // another instance may have made its first start meanwhile: then they are its own
            remote = leftovers.isEmpty() ? remote : identityTopic.read();
            if (!leftovers.isEmpty() && remote.isEmpty()) {
                throw strangers(leftovers);
            }
        }
        // before the fingerprints: those of two queries differ in this and that, and none of it is to be changed back
        if (local.isPresent() && !local.get().id().equals(remote.get().id())) {
            throw ofAnEarlierStart(local.get().id(), remote.get().id());
        }
        if (remote.isEmpty()) {
            return remote;
        }
        Map<String, String> fingerprint = fingerprint(source, stateTopics);
        local.ifPresent(identity -> compare(identity, fingerprint, "the checkpoint " + checkpoint.folder()));
        compare(remote.get(), fingerprint, "topic " + topics.identity());
        return remote;
    }

    /** Kafka is not asked: under another name it knows nothing of the query, or something of another. */
    private void requireName(QueryIdentity local) {
        String name = local.fingerprint().getOrDefault(Fingerprint.NAME, query.name());
        if (!name.equals(query.name())) {
            throw new QueryStartException(
                    QueryStartException.Subject.CHECKPOINT,
                    "checkpointLocation = " + checkpoint.folder() + ": belongs to another query:\n  name: was " + name
                            + ", is " + query.name()
                            + "\nChange the name back; or give the new query a checkpointLocation and a table of its own");
        }
    }

    private QueryStartException ofAnEarlierStart(String local, String remote) {
        return new QueryStartException(
                QueryStartException.Subject.CHECKPOINT,
                "checkpointLocation = " + checkpoint.folder() + ": belongs to query id " + local + ", but topic "
                        + topics.identity() + " says " + remote
                        + ": the query was reset, or started elsewhere under this name, and this folder is left of what it was before."
                        + " Delete this folder, or take a new checkpointLocation: state and positions come back from Kafka and the table");
    }

    private QueryStartException strangers(List<String> leftovers) {
        return new QueryStartException(
                QueryStartException.Subject.CHECKPOINT,
                "name = " + query.name() + ": this query has never started on "
                        + connection.get("bootstrap.servers") + " (there is no topic " + topics.identity()
                        + " that says so), and yet there are " + String.join(", ", leftovers)
                        + ": of another application, or of an earlier query of which only a part was deleted. Take another name; or, when nobody"
                        + " needs them, delete them with 'sluice reset'");
    }

    /**
     * What the query is, and by Kafka's ids which topics its state and its rows on their way to the table came from and lie in: a
     * topic that was deleted and made anew has other records at the same positions.
     */
    private Map<String, String> fingerprint(TopicDescription source, StateTopics stateTopics) {
        Map<String, String> fingerprint = new LinkedHashMap<>(Fingerprint.of(query, query.plan()));
        // a record key's partition follows from their number, and so does where its open windows lie
        fingerprint.put("partitions of topic " + source.name(), Integer.toString(stateTopics.partitions()));
        fingerprint.put("id of topic " + source.name(), source.topicId().toString());
        stateTopics
                .ids()
                .forEach((topic, id) -> fingerprint.put("id of topic " + topic, id.orElse("none: it was deleted")));
        return fingerprint;
    }

    private static void compare(QueryIdentity known, Map<String, String> fingerprint, String where) {
        List<String> differences = known.differences(fingerprint);
        if (!differences.isEmpty()) {
            throw new QueryStartException(
                    QueryStartException.Subject.CHECKPOINT,
                    where + " belongs to another query or to another version of this one:\n  "
                            + String.join("\n  ", differences)
                            + "\nChange these back; or give the new query another name, checkpointLocation and table; or forget the old "
                            + "state with 'sluice reset' and let the query compute everything again");
        }
    }

    /** At the first start, when the topics have just been made. */
    private QueryIdentity publish(TopicDescription source, StateTopics stateTopics) {
        QueryIdentity candidate =
                new QueryIdentity(QueryIdentity.FORMAT, UUID.randomUUID().toString(), fingerprint(source, stateTopics));
        QueryIdentity identity = new IdentityTopic(cluster, connection, topics.identity()).publish(candidate);
        compare(identity, candidate.fingerprint(), "topic " + topics.identity());
        return identity;
    }
}
