package io.sluice.app.sink;

import io.sluice.app.kafka.KafkaCluster;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.TopicPartition;

/** The closed-windows topic as the sink stage sees it beside reading it. Thread-safe. */
interface ClosedWindowsTopic {

    /**
     * Kafka's id of the topic that has the name now; empty when there is none.
     *
     * @throws io.sluice.app.kafka.KafkaUnavailableException when Kafka does not answer
     */
    Optional<String> id();

    /** Deletes rows that are in the table. A failure only leaves more to delete the next time. */
    CompletionStage<Void> deleteBelow(Map<TopicPartition, Long> offsets);

    static ClosedWindowsTopic of(KafkaCluster cluster, String name) {
        return new ClosedWindowsTopic() {
            @Override
            public Optional<String> id() {
                return cluster.topic(name).map(topic -> topic.topicId().toString());
            }

            @Override
            public CompletionStage<Void> deleteBelow(Map<TopicPartition, Long> offsets) {
                return cluster.deleteRecordsBelow(offsets).toCompletionStage();
            }
        };
    }
}
