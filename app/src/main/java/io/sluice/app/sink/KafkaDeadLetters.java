package io.sluice.app.sink;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead letters by a transaction of each source partition. Its transactional id belongs to the partition, so that beginning it ends
 * what an earlier owner has begun; only then the position is asked for up to which letters are sent. A producer is made for each
 * transaction: dead letters are rare, and one for each partition would have to be kept otherwise.
 */
final class KafkaDeadLetters implements DeadLetterOutlet {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaDeadLetters.class);

    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private final Map<String, Object> producers;
    private final Map<String, Object> consumers;
    private final String sourceTopic;
    private final String group;

    /**
     * @param consumers Kafka's properties for a consumer
     * @param producers Kafka's properties for a producer
     * @param group without members; its positions tell up to where letters are sent. Its name also begins the transactional ids
     * @param largestBatch what the producer must be able to send, in bytes
     */
    KafkaDeadLetters(
            Map<String, String> consumers,
            Map<String, String> producers,
            String sourceTopic,
            String group,
            int largestBatch) {
        this.sourceTopic = sourceTopic;
        this.group = group;
        this.producers = new HashMap<>(producers);
        this.producers.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestBatch);
        this.producers.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(32L << 20, largestBatch));
        this.producers.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        this.consumers = new HashMap<>(consumers);
        this.consumers.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        // then a position that a transaction is about to commit is waited for
        this.consumers.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        this.consumers.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    }

    @Override
    public boolean send(int partition, long upTo, List<Letter> letters) {
        TopicPartition source = new TopicPartition(sourceTopic, partition);
        Producer<byte[], byte[]> producer = producer(partition);
        try (Consumer<byte[], byte[]> positions =
                new KafkaConsumer<>(consumers, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            producer.initTransactions();
            OffsetAndMetadata sent = positions.committed(Set.of(source)).get(source);
            long next = sent == null ? 0 : sent.offset();
            if (next < upTo) {
                send(producer, letters.stream().filter(letter -> letter.offset() >= next));
                producer.sendOffsetsToTransaction(
                        Map.of(source, new OffsetAndMetadata(upTo)), positions.groupMetadata());
                producer.commitTransaction();
            }
            return true;
        } catch (KafkaException failed) {
            if (!isTakenOver(failed)) {
                throw failed;
            }
            LOG.info("another instance sends the dead letters of {} now: {}", source, failed.toString());
            return false;
        } finally {
            // a transaction that was taken over cannot be ended any more
            producer.close(FAREWELL);
        }
    }

    private static boolean isTakenOver(KafkaException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    private static void send(Producer<byte[], byte[]> producer, Stream<Letter> letters) {
        producer.beginTransaction();
        letters.forEach(letter -> {
            // a failure of any comes out of the commit
            var unused = producer.send(letter.record());
        });
    }

    private Producer<byte[], byte[]> producer(int partition) {
        Map<String, Object> properties = new HashMap<>(producers);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group + "-" + partition);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
