package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.delta.DeltaTable;
import io.sluice.serdes.schema.Schema;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Puts a sink stage together over a Delta table. */
public final class SinkStages {
    /**
     * How long a broker keeps a fetch that finds nothing, in a run that ends by itself: the last one is waited for, and would be kept for
     * half a second.
     */
    public static final int LAST_FETCH_WAIT_MS = 50;

    private static final long MAX_BUFFERED_BYTES = 64L << 20;

    private SinkStages() {}

    /**
     * @param topic the closed-windows topic
     * @param group consumer group of the sink stage
     * @param instanceId stable name of this instance
     * @param connection Kafka's own properties
     * @param queryId id from the query's identity
     * @param topicId Kafka's id of the topic
     */
    public record Wiring(
            String topic,
            String group,
            String instanceId,
            Map<String, String> connection,
            String queryId,
            String topicId) {}

    /**
     * Makes sure of the table before anything is read: a run that finds nothing new would not ask it.
     *
     * @param failed told, once, of what ended the stage other than a stop
     * @throws MissingRowsException when the table does not hold what was committed to it
     */
    public static SinkStage open(
            Wiring wiring,
            KafkaCluster cluster,
            DeltaTable table,
            Schema schema,
            LocalOffsets localOffsets,
            CommitTrigger trigger,
            Consumer<Throwable> failed) {
        SinkSettings settings = new SinkSettings(
                wiring.topic,
                wiring.group,
                wiring.instanceId,
                wiring.connection,
                new TransactionIds(wiring.queryId, wiring.topicId),
                MAX_BUFFERED_BYTES);
        WindowTable windows =
                new DeltaWindowTable(table, schema, settings.transactionIds().prefix());
        requireStarts(
                cluster, settings.topic(), settings.transactionIds(), windows, localOffsets, StartRule.CLOSED_WINDOWS);
        Map<String, Object> consumers = consumerProperties(settings);
        if (trigger instanceof CommitTrigger.AtTheEnd) {
            consumers.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, LAST_FETCH_WAIT_MS);
        }
        SinkStage stage = new SinkStage(
                settings,
                new KafkaConsumer<>(consumers, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                InputTopic.closedWindows(cluster, wiring.topic),
                windows,
                localOffsets,
                trigger,
                Clock.systemUTC(),
                failed);
        stage.startsAt(table.version().orElse(-1));
        return stage;
    }

    /**
     * Makes sure that there was no table where there is none now.
     *
     * @param topicName the closed-windows topic
     * @throws MissingRowsException when rows were committed to one
     */
    public static void requireNothingCommitted(
            KafkaCluster cluster, String topicName, String queryId, LocalOffsets localOffsets) {
        cluster.topic(topicName)
                .ifPresent(topic -> requireStarts(
                        cluster,
                        topic,
                        new TransactionIds(queryId, topic.topicId().toString()),
                        nobody -> Map.of(),
                        localOffsets,
                        StartRule.CLOSED_WINDOWS));
    }

    /**
     * Makes sure that each partition can be started.
     *
     * @throws RuntimeException when the rule does not let one, or the table is another than rows were committed to
     */
    static void requireStarts(
            KafkaCluster cluster,
            String topicName,
            TransactionIds ids,
            PositionTable table,
            LocalOffsets localOffsets,
            StartRule rule) {
        Optional<TopicDescription> topic = cluster.topic(topicName);
        if (topic.isEmpty()) {
            return; // vanished since it was made sure of; the stage will say so
        }
        requireStarts(cluster, topic.get(), ids, table::positions, localOffsets, rule);
        PartitionStart.requireSameTable(localOffsets.table(), table.id());
    }

    private static void requireStarts(
            KafkaCluster cluster,
            TopicDescription topic,
            TransactionIds ids,
            Function<Set<String>, Map<String, Long>> positions,
            LocalOffsets localOffsets,
            StartRule rule) {
        List<TopicPartition> partitions = KafkaCluster.partitions(topic);
        // in this order, because other instances write rows, commit and delete them meanwhile
        Map<TopicPartition, Long> earliest = cluster.earliestOffsets(partitions);
        Map<String, Long> inTable = positions.apply(
                partitions.stream().map(each -> ids.of(each.partition())).collect(Collectors.toSet()));
        Map<TopicPartition, Long> ends = cluster.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            StartRule.Start unused = rule.of(
                    partition.partition(),
                    ids.of(partition.partition()),
                    inTable,
                    localOffsets.positions(),
                    earliest.getOrDefault(partition, 0L),
                    ends.getOrDefault(partition, Long.MAX_VALUE));
        }
    }

    static Map<String, Object> consumerProperties(SinkSettings settings) {
        Map<String, Object> properties = new HashMap<>(settings.connection());
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
        properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, settings.group() + "-" + settings.instanceId());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // the starting point is always set by a seek; a reset would be a silent jump
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        return properties;
    }
}
