package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;

/** The topic that a query reads, as its file names it. */
final class SourceTopic {
    private SourceTopic() {}

    /**
     * @param connection Kafka's own properties
     * @throws QueryStartException naming similar topics, when there is none of that name
     */
    static TopicDescription require(QueryDefinition query, KafkaCluster cluster, Map<String, String> connection) {
        String name = query.source().topic();
        return cluster.topic(name)
                .orElseThrow(() -> new QueryStartException(
                        QueryStartException.Subject.KAFKA,
                        "sources." + query.source().name() + ".kafka.topic = " + name
                                + ": there is no such topic on " + connection.get("bootstrap.servers")
                                + "; create it, or correct the name" + similar(name, cluster)));
    }

    private static String similar(String name, KafkaCluster cluster) {
        String start = name.substring(0, Math.min(3, name.length()));
        List<String> others = cluster.topicsWithPrefix(start);
        return others.isEmpty() ? "" : " (topics that start alike: " + String.join(", ", others) + ")";
    }
}
