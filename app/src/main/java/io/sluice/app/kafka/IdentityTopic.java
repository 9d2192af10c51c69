package io.sluice.app.kafka;

import io.sluice.app.checkpoint.QueryIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The query's identity in Kafka, so that a lost checkpoint folder finds it again. The first record of the topic is the truth:
 * of several instances that start for the first time at once, all take the identity of the one that wrote first.
 */
public final class IdentityTopic {
    private static final Map<String, String> CONFIG = Map.of("cleanup.policy", "delete", "retention.ms", "-1");
    private final KafkaCluster cluster;
    private final Map<String, ?> connection;
    private final String topic;

    public IdentityTopic(KafkaCluster cluster, Map<String, ?> connection, String topic) {
        this.cluster = cluster;
        this.connection = connection;
        this.topic = topic;
    }

    /** The identity, or empty when this cluster has not seen the query. */
    public Optional<QueryIdentity> read() {
        return cluster.topic(topic).isEmpty() ? Optional.empty() : readFirst();
    }

    /** Publishes the identity unless there is one, and returns the one that counts. */
    public QueryIdentity publish(QueryIdentity candidate) {
        cluster.ensureTopic(topic, 1, CONFIG);
        return readFirst().orElseGet(() -> {
            write(candidate);
            return readFirst().orElseThrow(() -> new IllegalStateException("topic " + topic + ": lost its record"));
        });
    }

    private Optional<QueryIdentity> readFirst() {
        List<QueryIdentity> found = new ArrayList<>();
        TopicReader.read(
                cluster,
                connection,
                List.of(new TopicPartition(topic, 0)),
                message -> found.add(QueryIdentity.fromJson(message.value(), "topic " + topic)));
        return found.stream().findFirst();
    }

    private void write(QueryIdentity identity) {
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, null, identity.toJson()))
                    .get();
        } catch (ExecutionException refused) {
            throw new KafkaUnavailableException(
                    "topic " + topic + ": cannot be written (" + refused.getCause() + ")", refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new KafkaUnavailableException("topic " + topic + ": interrupted while writing", interrupted);
        }
    }
}
