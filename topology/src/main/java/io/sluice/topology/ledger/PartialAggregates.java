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

    private final RecentWindow recent;
    private final Aggregation aggregation;
    /** By start of the window. */
    private final Map<Long, Map<GroupKey, Row>> states = new HashMap<>();

    private int size;

    public PartialAggregates(Window window, Aggregation aggregation) {
        this.recent = new RecentWindow(window);
        this.aggregation = aggregation;
    }

    /** Whether every window of that instant is closed for this partition. */
    public boolean isLate(long eventTime, long watermark) {
        return recent.endOf(eventTime) <= watermark;
    }

    public void add(long eventTime, byte[] groupKey, Row input) {
        Map<GroupKey, Row> groups = states.computeIfAbsent(recent.startOf(eventTime), start -> new HashMap<>());
        GroupKey key = new GroupKey(groupKey);
        Row state = groups.get(key);
        if (state == null) {
            state = aggregation.newState();
            groups.put(key, state);
            size++;
        }
        aggregation.add(state, input);
    }

    public int size() {
        return size;
    }

    /** Hands everything over and forgets it. */
    public void drain(Drain drain) {
        states.forEach((start, groups) -> groups.forEach((key, state) -> drain.partial(start, key.bytes(), state)));
        clear();
    }

    public void clear() {
        states.clear();
        size = 0;
    }
}
