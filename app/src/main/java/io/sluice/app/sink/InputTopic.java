package io.sluice.app.sink;

import io.sluice.app.kafka.KafkaCluster;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.TopicPartition;

/** The topic that a sink stage reads, beside reading it: closed windows, or the source itself. Thread-safe. */
interface InputTopic {

    /**
     * Kafka's id of the topic that has the name now; empty when there is none.
     *
     * @throws io.sluice.app.kafka.KafkaUnavailableException when Kafka does not answer
     */
    Optional<String> id();

    /** Deletes what is in the table, where the topic is the query's own. A failure only leaves more to delete the next time. */
    CompletionStage<Void> deleteBelow(Map<TopicPartition, Long> offsets);

    static InputTopic closedWindows(KafkaCluster cluster, String name) {
        return new InputTopic() {
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

    /** A topic of others, of which nothing is deleted. */
    static InputTopic source(KafkaCluster cluster, String name) {
        return new InputTopic() {
            @Override
            public Optional<String> id() {
                return cluster.topic(name).map(topic -> topic.topicId().toString());
            }

            @Override
            public CompletionStage<Void> deleteBelow(Map<TopicPartition, Long> offsets) {
                return CompletableFuture.completedFuture(null);
            }
        };
    }
}
