package io.sluice.app.sink;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.ledger.LateRow;
import io.sluice.topology.ledger.LedgerStorage;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.WindowLedger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The task of one source partition under Kafka's transactions: state, input position and closed rows become visible together,
 * and only to the owner of the newest epoch.
 */
final class SimulatedStreams {
    static final Window.Tumbling WINDOW = new Window.Tumbling(10, 0);

    /** What Kafka holds for the task. */
    static final class Committed {
        private TreeMap<byte[], byte[]> state = new TreeMap<>(Arrays::compareUnsigned);
        private int position;
        private int epoch;

        int position() {
            return position;
        }
    }

    /** A reading: event time and group. */
    record Reading(long time, String group) {}

    private static final class Storage implements LedgerStorage {
        private final TreeMap<byte[], byte[]> entries;

        Storage(SortedMap<byte[], byte[]> entries) {
            this.entries = new TreeMap<>(entries);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            entries.put(key, value);
        }

        @Override
        public void delete(byte[] key) {
            entries.remove(key);
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return entries.get(key);
        }

        @Override
        public void scan(byte[] from, byte[] to, EntryVisitor visitor) {
            for (Map.Entry<byte[], byte[]> entry : entries.subMap(from, to).entrySet()) {
                if (!visitor.visit(entry.getKey(), entry.getValue())) {
                    return;
                }
            }
        }

        @Override
        public void scan(BiConsumer<byte[], byte[]> visitor) {
            new TreeMap<>(entries).forEach(visitor);
        }
    }

    private final Committed committed;
    private final List<Reading> input;
    private final SimulatedTopic output;
    private final int epoch;
    private final Storage storage;
    private final SourceClock clock;
    private final Aggregation aggregation = new Aggregation(
            List.of(new Aggregate(Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), DataType.Primitive.LONG, "n")));
    private final WindowLedger ledger;
    private final List<byte[]> closed = new ArrayList<>();
    private int position;

    /** A new owner of the task: it fences the one before and restores what was committed. */
    SimulatedStreams(Committed committed, List<Reading> input, SimulatedTopic output, long delay) {
        this.committed = committed;
        this.input = input;
        this.output = output;
        this.epoch = ++committed.epoch;
        this.storage = new Storage(committed.state);
        this.position = committed.position;
        this.clock = new SourceClock(0, delay);
        // owners have room for all, for nothing, and for some
        HeapBudget[] budgets = {HeapBudget.unlimited(), HeapBudget.ofBytes(0), HeapBudget.ofBytes(600)};
        this.ledger = new WindowLedger(WINDOW, aggregation, budgets[epoch % budgets.length]);
        clock.load(storage);
        ledger.load(storage);
    }

    void process(int most) {
        for (int i = 0; i < most && position < input.size(); i++) {
            Reading reading = input.get(position++);
            clock.observe(reading.time);
            ledger.advance(clock.watermark(), this::close);
            if (ledger.isLate(reading.time)) {
                clock.countLate(new LateRow(position - 1, reading.time, 0, 0, clock.watermark()));
            } else {
                ledger.add(reading.time, reading.group.getBytes(StandardCharsets.UTF_8), new Row(0));
            }
        }
    }

    private void close(long start, long end, byte[] group, Row state) {
        Row result = new Row(1);
        aggregation.finish(state, result, 0);
        closed.add((start + " " + new String(group, StandardCharsets.UTF_8) + " " + result.longAt(0))
                .getBytes(StandardCharsets.UTF_8));
    }

    /** False when another owner has taken over: nothing becomes visible then. */
    boolean commit() {
        if (committed.epoch != epoch) {
            return false;
        }
        clock.flush(storage);
        ledger.flush(storage);
        committed.state = new TreeMap<>(storage.entries);
        committed.position = position;
        if (!closed.isEmpty()) {
            output.append(closed);
            closed.clear();
        }
        return true;
    }

    long lateRows() {
        return clock.progress().lateRows();
    }
}
