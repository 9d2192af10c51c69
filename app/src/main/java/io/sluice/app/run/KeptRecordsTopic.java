package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.topology.QueryTopology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A topic for records of the source, its dead letters or its late records. It takes whatever the source takes and our headers on top,
 * so that a record is kept as it is: one that the topic refused would stop the query, and again after each restart.
 */
final class KeptRecordsTopic {
    /** More than our headers and the frames around a record can take. */
    private static final int HEADROOM = 64 << 10;
    /** A broker closes the connection on a larger request ({@code socket.request.max.bytes}), and a batch is part of one. */
    private static final int LARGEST_BATCH = 96 << 20;

    private final KafkaCluster cluster;
    private final String name;

    KeptRecordsTopic(KafkaCluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    NewTopic wanted() {
        return new NewTopic(name, Optional.of(1), Optional.empty()).configs(StateTopics.KEPT);
    }

    /**
     * Makes the topic, which exists, take the source's records.
     *
     * @return the largest batch that it takes now, in bytes: less than wanted where Kafka does not let us raise it
     */
    int takeWhatComesFrom(String source) {
        Map<String, Integer> limits = cluster.maxMessageBytes(List.of(source, name));
        long ofSource = limits.getOrDefault(source, QueryTopology.DEFAULT_MAX_BATCH_BYTES);
        int wanted = (int) Math.min(LARGEST_BATCH, ofSource + HEADROOM);
        int present = limits.getOrDefault(name, QueryTopology.DEFAULT_MAX_BATCH_BYTES);
        boolean enough = present >= wanted || cluster.raiseMaxMessageBytes(name, wanted);
        return enough ? wanted : present;
    }
}
