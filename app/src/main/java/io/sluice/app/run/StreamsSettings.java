package io.sluice.app.run;

import io.sluice.app.kafka.BoundedRead;
import io.sluice.app.sink.SinkStages;
import io.sluice.topology.BoundedRocksDb;
import io.sluice.topology.QueryTopology;
import io.sluice.topology.poll.PackedPolls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;

/** The Kafka Streams properties of a query: our defaults, then the user's, then what the guarantee rests on. */
final class StreamsSettings {
    /** Each commit is a transaction and writes every group that has changed; what is awaited does not wait for it. */
    private static final Duration LONGEST_COMMIT_INTERVAL = Duration.ofSeconds(1);
    /** Of a run that ends by itself: its tasks ask for commits, every second while that costs little. Other instances wait for longer. */
    private static final Duration LONGEST_OF_A_BOUNDED_RUN = Duration.ofSeconds(8);

    /**
     * What a run that ends soon would otherwise wait for most of its time. Without prefixes, so that the user's own count in whichever
     * section and with whichever prefix they stand.
     */
    private static final Map<String, Object> SHORT_WAITS = Map.of(
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, SinkStages.LAST_FETCH_WAIT_MS,
            // a thread learns only between two polls that its state is read back, or that it is to end
            StreamsConfig.POLL_MS_CONFIG, 20,
            // each first word to a coordinator is one that does not reach it, since there is no connection yet
            ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 20);

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
        if (query.trigger() instanceof QueryDefinition.Trigger.AvailableNow
                && !query.streams().containsKey(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)) {
            properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, longestOfABoundedRunMs(properties));
        }
        // for the shuffle topic; the source's positions are set before the start, and the topology does not reset them
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        atLeast(properties, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestBatch);
        atLeast(properties, ProducerConfig.BUFFER_MEMORY_CONFIG, largestBatch);
        // one poll's records are one for Kafka Streams; one more than is being processed keeps it busy
        properties.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 1);
        List<String> interceptors = interceptors(properties);
        ends.ifPresent(offsets -> {
            interceptors.add(BoundedRead.class.getName());
            properties.put(StreamsConfig.mainConsumerPrefix(BoundedRead.END_OFFSETS), offsets);
        });
        interceptors.add(PackedPolls.class.getName());
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG), interceptors);
        return properties;
    }

    /** Far below the time that Kafka gives a transaction, which may be the user's own. */
    private static long longestOfABoundedRunMs(Map<String, Object> properties) {
        String timeout =
                String.valueOf(properties.get(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)));
        return timeout.matches("[0-9]{1,9}")
                ? Math.min(LONGEST_OF_A_BOUNDED_RUN.toMillis(), Long.parseLong(timeout) / 4)
                : LONGEST_OF_A_BOUNDED_RUN.toMillis();
    }

    /** The user's own see each record as Kafka's consumer gives it: ours go behind them. */
    private static List<String> interceptors(Map<String, Object> properties) {
        return Stream.of(StreamsConfig.MAIN_CONSUMER_PREFIX, StreamsConfig.CONSUMER_PREFIX, "")
                .map(prefix -> properties.get(prefix + ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG))
                .filter(Objects::nonNull)
                .findFirst()
                .map(String::valueOf)
                .stream()
                .flatMap(names -> Stream.of(names.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
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
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, LONGEST_COMMIT_INTERVAL.toMillis());
        if (trigger instanceof QueryDefinition.Trigger.AvailableNow) {
            properties.putAll(SHORT_WAITS);
        }
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, -1);
        // after a kill the state that RocksDB has on disk is kept; without it all of it comes back from the changelog
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        // bounded by count alone: with records of 10 KB, a poll is 50 MB of the heap, and each partition may hold two
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 5_000);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), 64 << 20);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 8 << 20);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 60_000);
        return properties;
    }

    /**
     * The shortest time between commits that are asked for because rows wait for one: short where they are awaited, longer where the
     * sink commits once in a while, or where much is read and nobody looks on.
     */
    static Duration commitPause(QueryDefinition.Trigger trigger) {
        if (trigger instanceof QueryDefinition.Trigger.ProcessingTime every) {
            Duration tenth = every.interval().dividedBy(10);
            return tenth.compareTo(LONGEST_COMMIT_INTERVAL) > 0
                    ? LONGEST_COMMIT_INTERVAL
                    : tenth.compareTo(QueryTopology.DEFAULT_COMMIT_PAUSE) < 0
                            ? QueryTopology.DEFAULT_COMMIT_PAUSE
                            : tenth;
        }
        return trigger instanceof QueryDefinition.Trigger.AvailableNow
                ? LONGEST_COMMIT_INTERVAL
                : QueryTopology.DEFAULT_COMMIT_PAUSE;
    }
}
