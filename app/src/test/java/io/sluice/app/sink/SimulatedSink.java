package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Committer;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.RetryPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sink stage of one instance, step by step, over the same buffer, start rule and committer as the real one. */
final class SimulatedSink {
    private final List<SimulatedTopic> topic;
    private final SimulatedTable table;
    private final TransactionIds ids;
    private final Map<String, LocalOffsets.Position> local = new HashMap<>();
    private OutboxBuffer buffer;
    private Set<Integer> unpositioned = new HashSet<>();
    private final Map<Integer, Long> readTo = new HashMap<>();

    SimulatedSink(List<SimulatedTopic> topic, SimulatedTable table, TransactionIds ids) {
        this.topic = topic;
        this.table = table;
        this.ids = ids;
        this.buffer = new OutboxBuffer(ids);
    }

    /** The process dies and comes back; its checkpoint folder may be gone. */
    void crash(boolean loseCheckpoint) {
        buffer = new OutboxBuffer(ids);
        unpositioned = new HashSet<>();
        readTo.clear();
        if (loseCheckpoint) {
            local.clear();
        }
    }

    void assign(int partition) {
        buffer.drop(partition);
        unpositioned.add(partition);
    }

    void revoke(int partition) {
        buffer.drop(partition);
        unpositioned.remove(partition);
    }

    /** Asks where the partition starts; what is read first matters, see {@link SinkStage}. */
    void position(int partition, Runnable betweenTheQuestions) {
        if (unpositioned.contains(partition)) {
            long earliest = topic.get(partition).earliest();
            betweenTheQuestions.run();
            Map<String, Long> inTable = table.positions();
            betweenTheQuestions.run();
            long start = PartitionStart.of(
                    ids.of(partition),
                    inTable,
                    local,
                    earliest,
                    topic.get(partition).end());
            buffer.start(partition, start);
            readTo.put(partition, start);
            unpositioned.remove(partition);
        }
    }

    void poll(int partition, int most) {
        if (!buffer.holds(partition)) {
            return;
        }
        SimulatedTopic at = topic.get(partition);
        long position = readTo.getOrDefault(partition, 0L);
        if (position < at.earliest()) {
            // deleted by the instance that took over
            assign(partition);
            return;
        }
        List<SimulatedTopic.Entry> records = at.read(position, most);
        records.forEach(found -> buffer.add(partition, found.offset(), found.row()));
        long next = records.size() < most
                ? at.end()
                : records.get(records.size() - 1).offset() + 1;
        buffer.readUpTo(partition, next);
        readTo.put(partition, next);
    }

    /** Commits what is buffered; a failure that outlasts the retries ends the process, as in the real one. */
    void commit() {
        if (!buffer.hasRows()) {
            return;
        }
        OutboxBuffer.Batch batch = buffer.take();
        Committer committer = new Committer(
                "table",
                table.log(),
                new RetryPolicy(3, Duration.ZERO, Duration.ZERO),
                InstantSource.fixed(java.time.Instant.EPOCH),
                length -> {});
        CommitOutcome outcome;
        try {
            outcome = committer.commit(batch.spans(), table.staging(batch.rows()));
        } catch (DeltaUnavailableException outage) {
            Set<Integer> owned = new HashSet<>(buffer.partitions());
            crash(false);
            owned.forEach(this::assign);
            return;
        }
        if (outcome instanceof CommitOutcome.Fenced) {
            batch.ends().keySet().stream().filter(buffer::holds).toList().forEach(this::assign);
        } else {
            batch.ends().forEach((partition, end) -> {
                local.put(ids.of(partition), new LocalOffsets.Position(end, 0));
                topic.get(partition).deleteBelow(end);
            });
        }
    }
}
