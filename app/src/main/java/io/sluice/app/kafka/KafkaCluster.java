package io.sluice.app.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Questions and orders to a Kafka cluster, each answered within a bounded time or with a {@link KafkaUnavailableException} that
 * names the servers and the time waited. Thread-safe.
 */
public final class KafkaCluster implements AutoCloseable {
    /** Order for messages and tests. */
    public static final Comparator<TopicPartition> BY_TOPIC_AND_PARTITION =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    /** How long the markers of a committed transaction are waited for; they take milliseconds unless a broker is in trouble. */
    private static final Duration MARKERS = Duration.ofSeconds(3);

    private static final String STREAMS_FEATURE = "streams.version";
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Admin admin;
    private final String servers;
    private final Duration timeout;

    /**
     * @param connection Kafka's own properties, {@code bootstrap.servers} among them
     * @param timeout how long one question may take
     */
    public KafkaCluster(Map<String, ?> connection, Duration timeout) {
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, requestTimeout(timeout));
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        this.servers = String.valueOf(connection.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG));
        this.timeout = timeout;
        try {
            this.admin = Admin.create(properties);
        } catch (RuntimeException refused) {
            throw new KafkaUnavailableException(
                    "kafka.bootstrap.servers = " + servers + ": " + rootMessage(refused)
                            + "; check the addresses and the connection properties",
                    refused);
        }
    }

    private static int requestTimeout(Duration timeout) {
        return (int) Math.min(timeout.toMillis(), 10_000);
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** The cluster's id; the first question, since it fails when no broker answers. */
    public String clusterId() {
        return answer("the cluster's id", admin.describeCluster().clusterId());
    }

    /** The topic, or empty when it does not exist. */
    public Optional<TopicDescription> topic(String name) {
        return Optional.ofNullable(topics(List.of(name)).get(name));
    }

    /** Those of the topics that exist, by name, in one question. */
    public Map<String, TopicDescription> topics(Collection<String> names) {
        Map<String, TopicDescription> found = new HashMap<>();
        admin.describeTopics(names)
                .topicNameValues()
                .forEach((name, described) -> answerOr(
                                "the description of topic " + name, described, UnknownTopicOrPartitionException.class)
                        .ifPresent(topic -> found.put(name, topic)));
        return found;
    }

    /** Partitions of an existing topic. */
    public static List<TopicPartition> partitions(TopicDescription topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        topic.partitions().forEach(info -> partitions.add(new TopicPartition(topic.name(), info.partition())));
        return partitions;
    }

    /** Creates the topic unless it exists, with the brokers' default replication, and returns it. */
    public TopicDescription ensureTopic(String name, int partitions, Map<String, String> config) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(config);
        return Objects.requireNonNull(ensureTopics(List.of(topic)).get(name));
    }

    /** Creates those of the topics that do not exist, and returns all of them by name. Asks once when all exist. */
    public Map<String, TopicDescription> ensureTopics(Collection<NewTopic> wanted) {
        List<String> names = wanted.stream().map(NewTopic::name).toList();
        Map<String, TopicDescription> present = topics(names);
        List<NewTopic> missing = wanted.stream()
                .filter(topic -> !present.containsKey(topic.name()))
                .toList();
        if (missing.isEmpty()) {
            return present;
        }
        admin.createTopics(missing)
                .values()
                .forEach((name, made) -> answerOr("the creation of topic " + name, made, TopicExistsException.class));
        // the controller has made them, but the broker that answers may hear of it a moment later
        return waitFor(
                "topics " + names,
                () -> Optional.of(topics(names)).filter(found -> found.keySet().containsAll(names)));
    }

    /** The largest batch that each topic takes, in bytes; without those whose settings Kafka does not let us see. */
    public Map<String, Integer> maxMessageBytes(Collection<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, Integer> bytes = new HashMap<>();
        admin.describeConfigs(resources)
                .values()
                .forEach((resource, config) -> answerOr(
                                "the settings of topic " + resource.name(), config, AuthorizationException.class)
                        .map(settings -> settings.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG))
                        .ifPresent(setting -> bytes.put(resource.name(), Integer.valueOf(setting.value()))));
        return bytes;
    }

    /**
     * Makes a topic take batches of at least that size.
     *
     * @return false when Kafka does not let us, so that nothing has changed
     */
    public boolean raiseMaxMessageBytes(String topic, int bytes) {
        AlterConfigOp raise = new AlterConfigOp(
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes)),
                AlterConfigOp.OpType.SET);
        KafkaFuture<Boolean> done = admin.incrementalAlterConfigs(
                        Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(raise)))
                .all()
                .thenApply(nothing -> true);
        return answerOr(
                        "a larger " + TopicConfig.MAX_MESSAGE_BYTES_CONFIG + " of topic " + topic,
                        done,
                        AuthorizationException.class,
                        PolicyViolationException.class,
                        InvalidConfigurationException.class,
                        InvalidRequestException.class,
                        UnsupportedVersionException.class)
                .orElse(false);
    }

    private <T> T waitFor(String what, Supplier<Optional<T>> question) {
        return within(timeout, question, Optional::isPresent)
                .orElseThrow(
                        () -> unavailable(what, new TimeoutException("not there after " + timeout.toSeconds() + " s")));
    }

    /** Asks again and again until the answer will do or the time is over, and returns the last answer. */
    static <T> T within(Duration time, Supplier<T> question, Predicate<T> willDo) {
        long deadline = System.nanoTime() + time.toNanos();
        while (true) {
            T answer = question.get();
            if (willDo.test(answer) || System.nanoTime() > deadline) {
                return answer;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    public void deleteTopics(List<String> names) {
        for (String name : names) {
            answerOr(
                    "the deletion of topic " + name,
                    admin.deleteTopics(List.of(name)).all(),
                    UnknownTopicOrPartitionException.class);
        }
    }

    /** Names of all topics that start with the prefix, internal ones included. */
    public List<String> topicsWithPrefix(String prefix) {
        return answer("the list of topics", admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(prefix))
                .sorted()
                .toList();
    }

    /** First offset that can still be read. */
    public Map<TopicPartition, Long> earliestOffsets(List<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Last stable offset: the end of what a read-committed consumer can read now; transaction markers count. */
    public Map<TopicPartition, Long> stableEndOffsets(List<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    /**
     * {@link #stableEndOffsets} after a moment of patience: a transaction that was just committed becomes readable only when its
     * markers are written. One that stays open longer is not waited for; what it holds is not there yet.
     */
    public Map<TopicPartition, Long> settledEndOffsets(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> written = endOffsets(partitions);
        return within(
                MARKERS,
                () -> stableEndOffsets(partitions),
                stable -> written.entrySet().stream().allMatch(end -> offset(stable, end.getKey()) >= end.getValue()));
    }

    /** End of what has been written, by open transactions too; transaction markers count. */
    public Map<TopicPartition, Long> endOffsets(List<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** The offset of a partition that was asked for. */
    static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        return Objects.requireNonNull(offsets.get(partition), () -> "no offset of " + partition);
    }

    private Map<TopicPartition, Long> offsets(
            List<TopicPartition> partitions, OffsetSpec spec, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        partitions.forEach(partition -> question.put(partition, spec));
        Map<TopicPartition, ListOffsetsResultInfo> answer = answer(
                "offsets of " + partitions,
                admin.listOffsets(question, new ListOffsetsOptions(isolation)).all());
        Map<TopicPartition, Long> offsets = new TreeMap<>(BY_TOPIC_AND_PARTITION);
        answer.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    /** Committed positions of a group, of the partitions that have one; empty when there is no such group. */
    public Map<TopicPartition, Long> committedOffsets(String group) {
        Map<TopicPartition, OffsetAndMetadata> committed = answerOr(
                        "the offsets of group " + group,
                        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                        GroupIdNotFoundException.class)
                .orElse(Map.of());
        Map<TopicPartition, Long> offsets = new TreeMap<>(BY_TOPIC_AND_PARTITION);
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    /**
     * Sets positions of a group that has no members.
     *
     * @return false when it has members, so that nothing was set
     */
    public boolean setOffsets(String group, Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        offsets.forEach((partition, offset) -> positions.put(partition, new OffsetAndMetadata(offset)));
        KafkaFuture<Boolean> done =
                admin.alterConsumerGroupOffsets(group, positions).all().thenApply(nothing -> true);
        return answerOr(
                        "the setting of offsets of group " + group,
                        done,
                        UnknownMemberIdException.class,
                        GroupNotEmptyException.class)
                .orElse(false);
    }

    /** Whether Kafka knows a group, with members or with positions. */
    public boolean hasGroup(String group) {
        return answerOr(
                        "group " + group,
                        admin.describeConsumerGroups(List.of(group)).all(),
                        GroupIdNotFoundException.class)
                .map(groups -> groups.get(group))
                .filter(found -> found.groupState() != GroupState.DEAD)
                .isPresent();
    }

    /** How many offsets can be read in the partitions, transaction markers counted. */
    public long recordsIn(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> earliest = earliestOffsets(partitions);
        return endOffsets(partitions).entrySet().stream()
                .mapToLong(end -> end.getValue() - offset(earliest, end.getKey()))
                .sum();
    }

    /** Whether a group has members; those that died without leaving count until their session has timed out. */
    public boolean hasMembers(String group) {
        return answerOr(
                                "the members of group " + group,
                                admin.describeConsumerGroups(List.of(group)).all(),
                                GroupIdNotFoundException.class)
                        .map(groups -> groups.get(group))
                        .filter(found -> !found.members().isEmpty())
                        .isPresent()
                || (hasStreamsProtocol() && hasStreamsMembers(group));
    }

    /** A group by Kafka's streams protocol is none that {@code describeConsumerGroups} knows. */
    private boolean hasStreamsMembers(String group) {
        return answerOr(
                        "the members of streams group " + group,
                        admin.describeStreamsGroups(List.of(group)).all(),
                        GroupIdNotFoundException.class,
                        UnsupportedVersionException.class)
                .map(groups -> groups.get(group))
                .filter(found -> !found.members().isEmpty())
                .isPresent();
    }

    /** Whether the brokers assign work themselves, by {@code group.protocol: streams}. */
    public boolean hasStreamsProtocol() {
        return answerOr(
                        "the features of the cluster",
                        admin.describeFeatures().featureMetadata(),
                        UnsupportedVersionException.class)
                .map(features -> features.finalizedFeatures().get(STREAMS_FEATURE))
                .filter(level -> level.maxVersionLevel() > 0)
                .isPresent();
    }

    /** Deletes a group without members, where there is one. */
    public void deleteGroup(String group) {
        answerOr(
                "the deletion of group " + group,
                admin.deleteConsumerGroups(List.of(group)).all(),
                GroupIdNotFoundException.class);
    }

    /** Deletes all records below the offsets. Not awaited: a failure only leaves more to delete the next time. */
    public KafkaFuture<Void> deleteRecordsBelow(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, RecordsToDelete> below = new HashMap<>();
        offsets.forEach((partition, offset) -> below.put(partition, RecordsToDelete.beforeOffset(offset)));
        return admin.deleteRecords(below).all();
    }

    @SafeVarargs
    private <T> Optional<T> answerOr(String what, KafkaFuture<T> future, Class<? extends Exception>... expected) {
        try {
            return Optional.ofNullable(future.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            for (Class<? extends Exception> type : expected) {
                if (type.isInstance(cause)) {
                    return Optional.empty();
                }
            }
            throw unavailable(what, cause);
        } catch (TimeoutException late) {
            throw unavailable(what, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unavailable(what, interrupted);
        }
    }

    private <T> T answer(String what, KafkaFuture<T> future) {
        return answerOr(what, future)
                .orElseThrow(() -> new IllegalStateException("Kafka answered nothing when asked for " + what));
    }

    private KafkaUnavailableException unavailable(String what, Throwable cause) {
        boolean timedOut =
                cause instanceof TimeoutException || cause instanceof org.apache.kafka.common.errors.TimeoutException;
        String why = timedOut
                ? "no answer within " + timeout.toSeconds() + " s; is a broker running there, and reachable from here?"
                : AccessRefused.explain(cause)
                        .orElseGet(() -> cause.getClass().getSimpleName() + ": " + cause.getMessage());
        return new KafkaUnavailableException(
                "kafka.bootstrap.servers = " + servers + ": asked for " + what + ", " + why, cause);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }
}
