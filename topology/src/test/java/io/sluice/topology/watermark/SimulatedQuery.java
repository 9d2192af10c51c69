package io.sluice.topology.watermark;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.MemoryStorage;
import io.sluice.topology.ledger.UpstreamWatermarks;
import io.sluice.topology.ledger.WindowLedger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * What Kafka holds of a query with a shuffle: the source, what its tasks have committed, the watermarks topic, and the ledgers
 * behind the shuffle, which take what is committed at once. Event times are plain numbers.
 */
final class SimulatedQuery {
    static final Window.Tumbling WINDOW = new Window.Tumbling(10, 0);
    static final Aggregation COUNT = new Aggregation(
            List.of(new Aggregate(Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), DataType.Primitive.LONG, "n")));
    static final RowCodec STATE = new RowCodec(COUNT.stateSchema());

    /** @param sentMs true time at which it was sent */
    record Reading(long eventTime, int group, long sentMs) {}

    /** What a task of a source partition has committed. */
    static final class Committed {
        MemoryStorage storage = new MemoryStorage();
        int position;
        long watermark = Long.MIN_VALUE;
        long lastHeardMs;
        long lastHeardCommittedMs;
        long accepted;
    }

    record Message(byte[] key, byte[] value) {}

    private static final class Ledger {
        final WindowLedger windows = new WindowLedger(WINDOW, COUNT);
        final UpstreamWatermarks upstream;
        final TreeMap<Long, Long> closed = new TreeMap<>();

        Ledger(int partitions) {
            upstream = new UpstreamWatermarks(partitions);
        }

        void close(long start, long end, byte[] group, Row state) {
            Row result = new Row(1);
            COUNT.finish(state, result, 0);
            closed.merge(start, result.longAt(0), Long::sum);
        }
    }

    final List<List<Reading>> source = new ArrayList<>();
    final List<Committed> committed = new ArrayList<>();
    final List<Message> watermarks = new ArrayList<>();
    private final List<Ledger> ledgers = new ArrayList<>();

    SimulatedQuery(int partitions) {
        for (int partition = 0; partition < partitions; partition++) {
            source.add(new ArrayList<>());
            committed.add(new Committed());
            ledgers.add(new Ledger(partitions));
        }
    }

    int partitions() {
        return source.size();
    }

    static long endOfWindow(long eventTime) {
        return WINDOW.endOfWindowAt(eventTime);
    }

    /** A partial aggregate arrives; the ledger throws when its window is closed, since then a record in time is lost. */
    void partial(long windowStart, byte[] group, Row state) {
        ledger(ByteBuffer.wrap(group).getInt()).windows.merge(windowStart, group, STATE.encode(state));
    }

    private Ledger ledger(int group) {
        return ledgers.get(group % ledgers.size());
    }

    void marker(int partition, long watermark) {
        each(ledger -> ledger.windows.advance(ledger.upstream.advance(partition, watermark), ledger::close));
    }

    private void each(Consumer<Ledger> action) {
        ledgers.forEach(action);
    }

    /** The different watermarks of the ledgers; one when they have all closed the same windows. */
    SortedSet<Long> ledgerWatermarks() {
        SortedSet<Long> watermarks = new TreeSet<>();
        each(ledger -> watermarks.add(ledger.windows.watermark()));
        return watermarks;
    }

    long openWindows() {
        return ledgers.stream()
                .mapToLong(ledger -> ledger.windows.openWindows())
                .sum();
    }

    long closedRecords() {
        return ledgers.stream()
                .flatMap(ledger -> ledger.closed.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    long accepted() {
        return committed.stream().mapToLong(task -> task.accepted).sum();
    }
}
