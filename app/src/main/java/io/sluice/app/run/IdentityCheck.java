package io.sluice.app.run;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.checkpoint.QueryIdentity;
import io.sluice.app.kafka.IdentityTopic;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.topology.TopicNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.TopicDescription;

/** Whether checkpoint and Kafka remember this query, another one, or none. */
final class IdentityCheck {
    private final QueryDefinition query;
    private final KafkaCluster cluster;
    private final Map<String, String> connection;
    private final Checkpoint checkpoint;
    private final TopicNames topics;

    IdentityCheck(QueryDefinition query, KafkaCluster cluster, Map<String, String> connection, Checkpoint checkpoint) {
        this.query = query;
        this.cluster = cluster;
        this.connection = connection;
        this.checkpoint = checkpoint;
        this.topics = new TopicNames(query.name());
    }

    /**
     * Compares this query with what the checkpoint and Kafka remember, before anything is written.
     *
     * @return the identity that Kafka remembers
     */
    Optional<QueryIdentity> known(TopicDescription source, StateTopics stateTopics) {
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
        if (query.hasWindow()) {
            // a record key's partition follows from their number, and so does where its open windows lie
            fingerprint.put("partitions of topic " + source.name(), Integer.toString(stateTopics.partitions()));
        }
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
    QueryIdentity publish(TopicDescription source, StateTopics stateTopics) {
        QueryIdentity candidate =
                new QueryIdentity(QueryIdentity.FORMAT, UUID.randomUUID().toString(), fingerprint(source, stateTopics));
        QueryIdentity identity = new IdentityTopic(cluster, connection, topics.identity()).publish(candidate);
        compare(identity, candidate.fingerprint(), "topic " + topics.identity());
        return identity;
    }
}
