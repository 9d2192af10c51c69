package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.topology.QueryTopology;
import java.util.Map;

/**
 * The topic of a query's dead letters. It takes whatever the source takes and our headers on top, so that a bad record is kept as
 * it is: one that the topic refused would stop the query, and again after each restart.
 */
final class DeadLetterTopic {
    /** More than our headers and the frames around a record can take. */
    private static final int HEADROOM = 64 << 10;
    /** A broker closes the connection on a larger request ({@code socket.request.max.bytes}), and a batch is part of one. */
    private static final int LARGEST_BATCH = 96 << 20;

    private final KafkaCluster cluster;
    private final String name;

    DeadLetterTopic(KafkaCluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    /**
     * Creates the topic unless it exists and makes it take the source's records.
     *
     * @return the largest batch that it takes now, in bytes: less than wanted where Kafka does not let us raise it
     */
    int ensure(String source, Map<String, String> config) {
        cluster.ensureTopic(name, 1, config);
        long ofSource = cluster.maxMessageBytes(source).orElse(QueryTopology.DEFAULT_MAX_BATCH_BYTES);
        int wanted = (int) Math.min(LARGEST_BATCH, ofSource + HEADROOM);
        int present = cluster.maxMessageBytes(name).orElse(QueryTopology.DEFAULT_MAX_BATCH_BYTES);
        boolean enough = present >= wanted || cluster.raiseMaxMessageBytes(name, wanted);
        return enough ? wanted : present;
    }
}
