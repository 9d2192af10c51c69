package io.sluice.app.run;

import io.sluice.app.kafka.BoundedRead;
import io.sluice.topology.BoundedRocksDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;

/** The Kafka Streams properties of a query: our defaults, then the user's, then what the guarantee rests on. */
final class StreamsSettings {
    private StreamsSettings() {}

    /**
     * @param ends where reading stops, by partition of the source; empty to read for ever
     * @param groupProtocol who assigns the work to instances
     * @param largestBatch what the producer must be able to send, in bytes
     */
    static Map<String, Object> of(
            QueryDefinition query,
            Map<String, String> connection,
            String instanceId,
            Path stateFolder,
            Optional<Map<TopicPartition, Long>> ends,
            GroupProtocol groupProtocol,
            int largestBatch) {
        Map<String, Object> properties = new HashMap<>(defaults(query.trigger()));
        properties.putAll(connection);
        properties.putAll(query.streams());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, query.name());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, query.state().standbyReplicas());
        properties.put(BoundedRocksDb.MEMORY_BYTES, query.state().memoryBytes());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, groupProtocol.name());
        if (groupProtocol == GroupProtocol.CLASSIC) {
            // a restart is known again at once, also after a kill; Kafka's streams protocol does not have that
            properties.put(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
                    query.name() + "-" + instanceId);
        }
        // for the shuffle topic; the source's positions are set before the start, and the topology does not reset them
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        atLeast(properties, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestBatch);
        atLeast(properties, ProducerConfig.BUFFER_MEMORY_CONFIG, largestBatch);
        ends.ifPresent(offsets -> {
            properties.put(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
                    BoundedRead.class.getName());
            properties.put(StreamsConfig.mainConsumerPrefix(BoundedRead.END_OFFSETS), offsets);
        });
        return properties;
    }

    /** Raises a number of the producer where Kafka's default or the user's own is smaller; what is no number Kafka refuses later. */
    private static void atLeast(Map<String, Object> properties, String producerSetting, int least) {
        String prefixed = StreamsConfig.producerPrefix(producerSetting);
        Object present = properties.getOrDefault(
                prefixed,
                properties.getOrDefault(
                        producerSetting,
                        ProducerConfig.configDef().defaultValues().get(producerSetting)));
        if (String.valueOf(present).matches("[0-9]{1,18}") && Long.parseLong(String.valueOf(present)) < least) {
            properties.put(prefixed, least);
        }
    }

    private static Map<String, Object> defaults(QueryDefinition.Trigger trigger) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval(trigger).toMillis());
        if (trigger instanceof QueryDefinition.Trigger.AvailableNow) {
            // at its end a fetch finds nothing more, and the broker would keep it for half a second each time; without
            // a
            // prefix, so that the user's own counts in whichever section and with whichever prefix it stands
            properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);
        }
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, -1);
        // after a kill the state that RocksDB has on disk is kept; without it all of it comes back from the changelog
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        // both are bounded by count alone: with records of 10 KB, each partition may hold 50 MB of the heap, a poll as
        // much
        properties.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 5_000);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 5_000);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), 64 << 20);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 8 << 20);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 60_000);
        return properties;
    }

    /**
     * Short where rows are awaited, longer where the sink commits once in a while: each commit is a Kafka transaction. What an
     * available-now run has read last is done no earlier than with the commit that follows.
     */
    private static Duration commitInterval(QueryDefinition.Trigger trigger) {
        if (trigger instanceof QueryDefinition.Trigger.ProcessingTime every) {
            Duration tenth = every.interval().dividedBy(10);
            Duration most = Duration.ofSeconds(1);
            Duration least = Duration.ofMillis(100);
            return tenth.compareTo(most) > 0 ? most : tenth.compareTo(least) < 0 ? least : tenth;
        }
        return trigger instanceof QueryDefinition.Trigger.AvailableNow
                ? Duration.ofMillis(200)
                : Duration.ofMillis(100);
    }
}
