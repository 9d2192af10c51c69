package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Starts partitions of the closed-windows topic where the table stands. A partition is paused from its assignment until the table
 * has answered, so that nothing is read from a wrong place. Confined to the sink thread.
 */
final class Positioning {
    private final Consumer<byte[], byte[]> consumer;
    private final OutboxBuffer buffer;
    private final TransactionIds transactionIds;
    private final LocalOffsets localOffsets;
    private final WindowTable table;
    private final TableThread tableThread;
    private final Set<TopicPartition> waiting = new HashSet<>();
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
            OutboxBuffer buffer,
            TransactionIds transactionIds,
            LocalOffsets localOffsets,
            WindowTable table,
            TableThread tableThread) {
        this.consumer = consumer;
        this.buffer = buffer;
        this.transactionIds = transactionIds;
        this.localOffsets = localOffsets;
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
            if (question != null) {
                // when it comes back, the answer will be too old
                question.earliest.remove(partition);
            }
        }
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
     * Asks, or takes the answer when it is there.
     *
     * @param resume whether partitions that start now may be read at once
     */
    void step(boolean resume) {
        if (question == null && !waiting.isEmpty()) {
            Map<TopicPartition, Long> earliest = new HashMap<>(consumer.beginningOffsets(waiting));
            Set<String> ids = new HashSet<>();
            earliest.keySet().forEach(partition -> ids.add(transactionIds.of(partition.partition())));
            question = new Question(earliest, tableThread.ask(() -> table.positions(ids)));
        } else if (question != null && question.answer.isDone()) {
            Question answered = question;
            question = null;
            Map<String, Long> inTable = TableThread.answer(answered.answer);
            answered.earliest.forEach((partition, first) -> start(partition, first, inTable, resume));
        }
    }

    private void start(TopicPartition partition, long earliest, Map<String, Long> inTable, boolean resume) {
        if (!waiting.remove(partition)) {
            return;
        }
        String id = transactionIds.of(partition.partition());
        long position = PartitionStart.of(id, inTable, localOffsets.positions(), earliest);
        consumer.seek(partition, position);
        buffer.start(partition.partition(), position);
        if (resume) {
            consumer.resume(List.of(partition));
        }
    }
}
