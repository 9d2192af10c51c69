package io.sluice.app.run;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.kafka.KafkaCluster;
import java.util.Map;
import java.util.function.Function;

/** A query's checkpoint, under its lock, and the way to its Kafka: opened and closed together. */
final class QueryAccess implements AutoCloseable {
    private final QueryDefinition query;
    private final Checkpoint checkpoint;
    private final KafkaAccess kafka;

    private QueryAccess(QueryDefinition query, Checkpoint checkpoint, KafkaAccess kafka) {
        this.query = query;
        this.checkpoint = checkpoint;
        this.kafka = kafka;
    }

    /**
     * Opens both for a next step, whose result owns them; closes them when it fails.
     *
     * @throws QueryStartException when the embedded broker cannot be started, or a property has no sense
     * @throws io.sluice.app.checkpoint.CheckpointException when the checkpoint is in use or cannot be written
     */
    static <T> T openFor(QueryDefinition query, Function<QueryAccess, T> next) {
        QueryAccess opened = open(query);
        try {
            return next.apply(opened);
        } catch (RuntimeException refused) {
            opened.close();
            throw refused;
        }
    }

    private static QueryAccess open(QueryDefinition query) {
        Checkpoint checkpoint = Checkpoint.open(query.checkpointLocation());
        try {
            return new QueryAccess(query, checkpoint, KafkaAccess.open(query));
        } catch (RuntimeException refused) {
            checkpoint.close();
            throw refused;
        }
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }

    KafkaCluster cluster() {
        return kafka.cluster();
    }

    /** Kafka's own properties for a client. */
    Map<String, String> connection() {
        return kafka.connection();
    }

    /** @throws QueryStartException when an instance of the query runs, or one died and its session has not timed out yet */
    void requireNoMembers() {
        for (String group : query.groups()) {
            if (cluster().hasMembers(group)) {
                throw new QueryStartException(
                        QueryStartException.Subject.CHECKPOINT,
                        "consumer group " + group + ": has members; stop all instances of the query, and after a crash"
                                + " wait until the session timeout has passed");
            }
        }
    }

    @Override
    public void close() {
        kafka.close();
        checkpoint.close();
    }
}
