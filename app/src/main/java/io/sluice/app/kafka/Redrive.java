package io.sluice.app.kafka;

import io.sluice.topology.KeptHeaders;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends dead letters back to the topic that they came from, each once. How far that has got is the position of a consumer group, which
 * is committed in the transaction that sends them: both are there or neither. Of two that run at once, Kafka stops the one that began
 * first, and what it had not committed is sent by the other.
 */
public final class Redrive implements AutoCloseable {
    private static final int LETTERS_IN_A_TRANSACTION = 500;
    private static final int MEMORY = 128 << 20;

    private final ConsumerGroupMetadata group;
    private final TopicDescription source;
    private final Map<TopicPartition, Long> ends;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    private final Map<String, Long> kept = new TreeMap<>();
    private long sent;
    private long keptNow;
    private int inTransaction;

    /**
     * @param sent records that are in the source topic again
     * @param kept why some could not be sent -> how many; they stay where they are, and are passed over from now on
     */
    public record Outcome(long sent, Map<String, Long> kept) {
        public Outcome {
            kept = Map.copyOf(kept);
        }
    }

    private Redrive(String group, TopicDescription source, Map<TopicPartition, Long> ends, Map<String, ?> connection) {
        this.group = metadata(group, connection);
        this.source = source;
        this.ends = ends;
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        // how large a record may be is the topic's business
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MEMORY);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, MEMORY);
        properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Of a group in which nobody is. */
    private static ConsumerGroupMetadata metadata(String group, Map<String, ?> connection) {
        try (ReadCommittedConsumer outside =
                ReadCommittedConsumer.open(connection, Map.of(ConsumerConfig.GROUP_ID_CONFIG, group))) {
            return outside.kafka().groupMetadata();
        }
    }

    /**
     * Sends what is in the topic of dead letters now and has not been sent yet.
     *
     * @param group whose position tells how far that has got; its name is that of the transactions as well
     * @throws KafkaUnavailableException when Kafka refuses or does not answer: what was committed before is sent, the rest is not
     */
    public static Outcome run(
            KafkaCluster cluster,
            Map<String, ?> connection,
            TopicDescription letters,
            TopicDescription source,
            String group) {
        List<TopicPartition> partitions = KafkaCluster.partitions(letters);
        Map<TopicPartition, Long> ends = cluster.stableEndOffsets(partitions);
        try (Redrive redrive = new Redrive(group, source, ends, connection)) {
            // ends what another one has open, so that the position that is read next is final
            redrive.producer.initTransactions();
            TopicReader.readFrom(cluster.committedOffsets(group), ends, connection, redrive::take);
            redrive.commit();
            return new Outcome(redrive.sent, redrive.kept);
        } catch (KafkaException refused) {
            throw unavailable(refused);
        }
    }

    private static KafkaUnavailableException unavailable(KafkaException refused) {
        String why = isFenced(refused)
                ? "another re-drive of this query has begun, and goes on where this one has got to"
                : "the last transaction was not committed (" + refused.getMessage()
                        + (refused.getCause() == null
                                ? ""
                                : ": " + refused.getCause().getMessage())
                        + "); run it again, it goes on from there";
        return new KafkaUnavailableException("dead letters: " + why, refused);
    }

    private static boolean isFenced(Throwable refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    private void take(ConsumerRecord<byte[], byte[]> letter) {
        TopicPartition partition = new TopicPartition(letter.topic(), letter.partition());
        if (letter.offset() >= KafkaCluster.offset(ends, partition)) {
            // it came meanwhile, perhaps from what has just been sent
            return;
        }
        try {
            send(letter, partition);
        } catch (KafkaException refused) {
            // what reads the topic takes such an exception for its own
            throw unavailable(refused);
        }
    }

    private void send(ConsumerRecord<byte[], byte[]> letter, TopicPartition partition) {
        if (inTransaction == 0) {
            producer.beginTransaction();
        }
        inTransaction++;
        done.put(partition, new OffsetAndMetadata(letter.offset() + 1));
        Optional<String> reason = cannotBeSent(letter);
        if (reason.isPresent()) {
            kept.merge(reason.get(), 1L, Long::sum);
            keptNow++;
        } else {
            var unused = producer.send(original(letter));
        }
        if (inTransaction >= LETTERS_IN_A_TRANSACTION) {
            commit();
        }
    }

    private void commit() {
        if (inTransaction > 0) {
            producer.sendOffsetsToTransaction(Map.copyOf(done), group);
            producer.commitTransaction();
            sent += inTransaction - keptNow;
            inTransaction = 0;
            keptNow = 0;
        }
    }

    private Optional<String> cannotBeSent(ConsumerRecord<byte[], byte[]> letter) {
        if (header(letter, KeptHeaders.STAGE).equals("OUTPUT")) {
            return Optional.of("results of closed windows, which are no records of the source");
        }
        if (!header(letter, KeptHeaders.TOPIC).equals(source.name())) {
            return Optional.of("records of another topic than " + source.name());
        }
        if (KeptHeaders.text(letter.headers(), KeptHeaders.TRUNCATED).isPresent()) {
            return Optional.of(
                    "records that were cut to what this topic takes; whole they are at their place in the source");
        }
        return partition(letter) < source.partitions().size()
                ? Optional.empty()
                : Optional.of("records of a partition that " + source.name() + " does not have any more");
    }

    private static int partition(ConsumerRecord<byte[], byte[]> letter) {
        return Integer.parseInt(header(letter, KeptHeaders.PARTITION));
    }

    private ProducerRecord<byte[], byte[]> original(ConsumerRecord<byte[], byte[]> letter) {
        return new ProducerRecord<>(
                source.name(), partition(letter), timestampMs(letter), letter.key(), letter.value(), theirs(letter));
    }

    /** What the record had; now, where it cannot be told. */
    private static long timestampMs(ConsumerRecord<byte[], byte[]> letter) {
        try {
            return Math.max(
                    0, Instant.parse(header(letter, KeptHeaders.TIMESTAMP)).toEpochMilli());
        } catch (DateTimeParseException | ArithmeticException unreadable) {
            return System.currentTimeMillis();
        }
    }

    private static List<Header> theirs(ConsumerRecord<byte[], byte[]> letter) {
        return List.of(letter.headers().toArray()).subList(0, KeptHeaders.theirs(letter.headers()));
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return KeptHeaders.text(letter.headers(), name).orElse("");
    }

    /** What is not committed is aborted. */
    @Override
    public void close() {
        producer.close();
    }
}
