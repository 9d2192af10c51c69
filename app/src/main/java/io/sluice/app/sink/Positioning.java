package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.app.kafka.KafkaUnavailableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts partitions of the input where the table stands. A partition is paused from its assignment until the table
 * has answered, so that nothing is read from a wrong place. Confined to the sink thread.
 */
final class Positioning {
    private static final Logger LOG = LoggerFactory.getLogger(Positioning.class);

    private final Consumer<byte[], byte[]> consumer;
    private final ReadPartitions buffer;
    private final TransactionIds transactionIds;
    private final LocalOffsets localOffsets;
    private final InputTopic topic;
    private final StartRule rule;
    private final PositionTable table;
    private final TableThread tableThread;
    private final Set<TopicPartition> waiting = new HashSet<>();
    /** Where the log of a broker that took over parts from what was read; rows behind it are other ones than those read. */
    private final Map<TopicPartition, Long> truncated = new HashMap<>();

    private @Nullable Question question;

    /**
     * The table is being asked where partitions stand.
     *
     * @param earliest first readable offset of each partition asked about, looked up before the table was asked: rows are
     *     deleted only below a position that is in the table by then, so that a later look could find more deleted than the
     *     answer accounts for
     */
    private record Question(Map<TopicPartition, Long> earliest, CompletableFuture<Map<String, Long>> answer) {}

    Positioning(
            Consumer<byte[], byte[]> consumer,
            ReadPartitions buffer,
            TransactionIds transactionIds,
            LocalOffsets localOffsets,
            InputTopic topic,
            StartRule rule,
            PositionTable table,
            TableThread tableThread) {
        this.consumer = consumer;
        this.buffer = buffer;
        this.transactionIds = transactionIds;
        this.localOffsets = localOffsets;
        this.topic = topic;
        this.rule = rule;
        this.table = table;
        this.tableThread = tableThread;
    }

    /** To be called from the consumer's rebalance listener. */
    void assigned(Collection<TopicPartition> partitions) {
        // nothing is fetched before the table has said where to start
        consumer.pause(partitions);
        waiting.addAll(partitions);
        // a seek keeps the consumer from asking for a committed position, which it must not use
        partitions.forEach(partition -> consumer.seek(partition, 0));
    }

    /** To be called from the consumer's rebalance listener. */
    void revoked(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            buffer.drop(partition.partition());
            waiting.remove(partition);
            truncated.remove(partition);
            if (question != null) {
                // when it comes back, the answer will be too old
                question.earliest.remove(partition);
            }
        }
    }

    /**
     * The consumer stood where there is nothing to read: another instance, taken for dead, has committed and deleted these rows
     * meanwhile, or the topic is not what it was. The table and a look at the topic tell.
     */
    void outOfRange(OffsetOutOfRangeException away) {
        LOG.warn("{}; asking the table where to go on", away.getMessage());
        if (away instanceof LogTruncationException parted) {
            parted.divergentOffsets()
                    .forEach((partition, offset) -> truncated.merge(partition, offset.offset(), Math::min));
        }
        again(away.partitions());
    }

    /** Drops what is buffered of the partitions, those that are still ours, and asks the table again. */
    void again(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            if (buffer.holds(partition.partition())) {
                buffer.drop(partition.partition());
                consumer.pause(List.of(partition));
                waiting.add(partition);
            }
        }
    }

    /** Whether an answer is awaited. */
    boolean isAsking() {
        return question != null;
    }

    /** Whether the partition has not been started yet. */
    boolean isWaiting(TopicPartition partition) {
        return waiting.contains(partition);
    }

    /**
     * Asks, or takes the answer when it is there. When Kafka does not answer, the next step asks again.
     *
     * @param resume whether partitions that start now may be read at once
     * @throws MissingRowsException when no start would be the right one
     */
    void step(boolean resume) {
        try {
            if (question == null && !waiting.isEmpty()) {
                ask();
            } else if (question != null && question.answer.isDone()) {
                take(question, resume);
            }
        } catch (TimeoutException late) {
            LOG.warn("where {} begin and end is not known yet, asking again: {}", waiting, late.getMessage());
        } catch (KafkaUnavailableException silent) {
            if (!isTimeout(silent.getCause())) {
                throw silent;
            }
            LOG.warn("{}; asking again", silent.getMessage());
        }
    }

    private static boolean isTimeout(@Nullable Throwable cause) {
        return cause instanceof TimeoutException || cause instanceof java.util.concurrent.TimeoutException;
    }

    private void ask() {
        Map<TopicPartition, Long> earliest = new HashMap<>(consumer.beginningOffsets(waiting));
        Set<String> ids = new HashSet<>();
        earliest.keySet().forEach(partition -> ids.add(transactionIds.of(partition.partition())));
        question = new Question(earliest, tableThread.ask(() -> {
            requireSameTopic();
            return table.positions(ids);
        }));
    }

    /** The ids of our transactions speak of one topic only; its offsets mean nothing in another of the same name. */
    private void requireSameTopic() {
        Optional<String> now = topic.id();
        if (now.isPresent() && !now.get().equals(transactionIds.topicId())) {
            throw new MissingRowsException(rule.madeAnew(transactionIds.topicId(), now.get()));
        }
    }

    private void take(Question answered, boolean resume) {
        question = null;
        Map<String, Long> inTable = TableThread.answer(answered.answer);
        answered.earliest.keySet().retainAll(waiting);
        // after the answer, which may tell of rows that were not there when it was asked for
        Map<TopicPartition, Long> ends = consumer.endOffsets(answered.earliest.keySet());
        Map<TopicPartition, StartRule.Start> starts = new HashMap<>();
        answered.earliest.forEach((partition, first) -> {
            long end = Objects.requireNonNull(ends.get(partition), () -> "no end of " + partition);
            StartRule.Start begin = rule.of(
                    partition.partition(),
                    transactionIds.of(partition.partition()),
                    inTable,
                    localOffsets.positions(),
                    first,
                    Math.min(end, truncated.getOrDefault(partition, Long.MAX_VALUE)));
            starts.put(partition, begin);
        });
        PartitionStart.requireSameTable(localOffsets.table(), table.id());
        starts.forEach((partition, begin) -> start(partition, begin, resume));
    }

    private void start(TopicPartition partition, StartRule.Start begin, boolean resume) {
        waiting.remove(partition);
        truncated.remove(partition);
        consumer.seek(partition, begin.readFrom());
        buffer.start(partition.partition(), begin.position());
        buffer.readUpTo(partition.partition(), begin.readFrom());
        if (resume) {
            consumer.resume(List.of(partition));
        }
    }
}
