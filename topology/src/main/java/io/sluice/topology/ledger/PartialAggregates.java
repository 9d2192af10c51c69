package io.sluice.topology.ledger;

import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import java.util.HashMap;
import java.util.Map;

/**
 * What a source partition has aggregated since the last commit, on its way to the ledgers behind the shuffle. Holds nothing
 * across commits, so it needs no storage. Confined to one stream thread.
 */
public final class PartialAggregates {

    /** Receives the drained aggregates. */
    @FunctionalInterface
    public interface Drain {
        void partial(long windowStart, byte[] groupKey, Row state);
    }

    private record WindowAndGroup(long windowStart, GroupKey group) {}

    private final Window window;
    private final Aggregation aggregation;
    private final Map<WindowAndGroup, Row> states = new HashMap<>();

    public PartialAggregates(Window window, Aggregation aggregation) {
        this.window = window;
        this.aggregation = aggregation;
    }

    /** Whether every window of that instant is closed for this partition. */
    public boolean isLate(long eventTime, long watermark) {
        return window.endOfWindowAt(eventTime) <= watermark;
    }

    public void add(long eventTime, byte[] groupKey, Row input) {
        WindowAndGroup key = new WindowAndGroup(window.startOf(eventTime), new GroupKey(groupKey));
        aggregation.add(states.computeIfAbsent(key, unused -> aggregation.newState()), input);
    }

    public int size() {
        return states.size();
    }

    /** Hands everything over and forgets it. */
    public void drain(Drain drain) {
        states.forEach(
                (key, state) -> drain.partial(key.windowStart(), key.group().bytes(), state));
        states.clear();
    }

    public void clear() {
        states.clear();
    }
}
