package io.sluice.topology.ledger;

import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The open windows of one task: adds rows to them, closes each exactly once when the watermark passes its end, and refuses what
 * comes for a closed one. Which rows a window holds and when it closes depends on the sequence of calls alone, never on a clock.
 *
 * <p>Aggregates live on the heap. {@link #flush} writes what changed since the last flush to the storage, which must commit
 * together with the input's positions and with the rows of the windows that were closed; after a crash {@link #load} goes on
 * from there. Confined to one stream thread.
 *
 * <p>Times are microseconds since 1970-01-01T00:00Z; windows are [start, end).
 */
public final class WindowLedger {

    /** Receives the groups of closed windows. */
    @FunctionalInterface
    public interface ClosedGroups {
        /** @param state the final state; the receiver may keep it */
        void closed(long windowStart, long windowEnd, byte[] groupKey, Row state);
    }

    private final Window.Tumbling window;
    private final Aggregation aggregation;
    private final RowCodec stateCodec;
    private final TreeMap<Long, Map<GroupKey, Group>> open = new TreeMap<>();
    private final List<Group> dirty = new ArrayList<>();
    private final List<byte[]> deleted = new ArrayList<>();
    private long watermark = Watermark.NONE;
    private long storedWatermark = Watermark.NONE;
    private long openGroups;
    private long updatedGroups;

    public WindowLedger(Window.Tumbling window, Aggregation aggregation) {
        this.window = window;
        this.aggregation = aggregation;
        this.stateCodec = new RowCodec(aggregation.stateSchema());
    }

    public long watermark() {
        return watermark;
    }

    public long openWindows() {
        return open.size();
    }

    public long openGroups() {
        return openGroups;
    }

    /** How often a group was written through, since this ledger was made. */
    public long updatedGroups() {
        return updatedGroups;
    }

    /** Start of a window -> number of its groups, of the oldest open windows, that many at most. */
    public Map<Long, Integer> groupsOfOldest(int most) {
        Map<Long, Integer> groups = new LinkedHashMap<>();
        for (Map.Entry<Long, Map<GroupKey, Group>> window : open.entrySet()) {
            if (groups.size() == most) {
                break;
            }
            groups.put(window.getKey(), window.getValue().size());
        }
        return groups;
    }

    /** Whether every window of that instant is closed. */
    public boolean isLate(long eventTime) {
        return isClosed(window.startOf(eventTime));
    }

    private boolean isClosed(long windowStart) {
        return window.endOf(windowStart) <= watermark;
    }

    /** Adds a row to the windows of its event time, which must not be late. */
    public void add(long eventTime, byte[] groupKey, Row input) {
        aggregation.add(group(window.startOf(eventTime), groupKey).state, input);
    }

    /** Adds what another stage has aggregated of one window and group; the window must not be closed. */
    public void merge(long windowStart, byte[] groupKey, byte[] partialState) {
        Row partial = aggregation.stateSchema().newRow();
        stateCodec.decode(partialState, partial);
        aggregation.merge(group(windowStart, groupKey).state, partial);
    }

    private Group group(long windowStart, byte[] groupKey) {
        if (isClosed(windowStart)) {
            throw new IllegalStateException(
                    "window start = " + windowStart + ": is closed, the watermark is " + watermark);
        }
        Map<GroupKey, Group> groups = open.computeIfAbsent(windowStart, start -> new HashMap<>());
        Group group = groups.computeIfAbsent(new GroupKey(groupKey), key -> {
            openGroups++;
            return new Group(windowStart, key, aggregation.newState());
        });
        if (!group.dirty) {
            group.dirty = true;
            dirty.add(group);
        }
        return group;
    }

    /**
     * Raises the watermark and closes what is due, oldest window first. A lower watermark than the present one changes nothing.
     */
    public void advance(long newWatermark, ClosedGroups closedGroups) {
        if (newWatermark <= watermark) {
            return;
        }
        watermark = newWatermark;
        Iterator<Map.Entry<Long, Map<GroupKey, Group>>> windows =
                open.entrySet().iterator();
        while (windows.hasNext()) {
            Map.Entry<Long, Map<GroupKey, Group>> oldest = windows.next();
            long start = oldest.getKey();
            Collection<Group> groups = oldest.getValue().values();
            if (!isClosed(start)) {
                return;
            }
            windows.remove();
            close(start, groups, closedGroups);
        }
    }

    private void close(long windowStart, Collection<Group> groups, ClosedGroups closedGroups) {
        openGroups -= groups.size();
        long windowEnd = window.endOf(windowStart);
        for (Group group : groups) {
            // a group that was never stored needs no tombstone; its entry in `dirty` is skipped at the flush
            group.closed = true;
            if (group.stored) {
                deleted.add(StorageKey.group(windowStart, group.key.bytes()));
            }
            closedGroups.closed(windowStart, windowEnd, group.key.bytes(), group.state);
        }
    }

    /** Writes through what changed since the last flush or load. */
    public void flush(LedgerStorage storage) {
        deleted.forEach(storage::delete);
        deleted.clear();
        for (Group group : dirty) {
            group.dirty = false;
            if (!group.closed) {
                storage.put(StorageKey.group(group.windowStart, group.key.bytes()), stateCodec.encode(group.state));
                group.stored = true;
                updatedGroups++;
            }
        }
        dirty.clear();
        if (watermark != storedWatermark) {
            storage.put(
                    StorageKey.ledgerWatermark(),
                    ByteBuffer.allocate(Long.BYTES).putLong(watermark).array());
            storedWatermark = watermark;
        }
    }

    /** Forgets everything and takes up what the storage holds. */
    public void load(LedgerStorage storage) {
        open.clear();
        dirty.clear();
        deleted.clear();
        openGroups = 0;
        watermark = Watermark.NONE;
        storage.scan(this::loadEntry);
        storedWatermark = watermark;
        assert open.isEmpty() || !isClosed(open.firstKey()) : "the storage holds a closed window";
    }

    private void loadEntry(byte[] key, byte[] value) {
        if (StorageKey.isLedgerWatermark(key)) {
            watermark = ByteBuffer.wrap(value).getLong();
        } else if (StorageKey.isGroup(key)) {
            Row state = aggregation.stateSchema().newRow();
            stateCodec.decode(value, state);
            Group group = new Group(StorageKey.windowStart(key), new GroupKey(StorageKey.groupKey(key)), state);
            group.stored = true;
            open.computeIfAbsent(group.windowStart, start -> new HashMap<>()).put(group.key, group);
            openGroups++;
        }
    }

    /** A window's state for one group. */
    private static final class Group {
        final long windowStart;
        final GroupKey key;
        final Row state;
        boolean dirty;
        boolean stored;
        boolean closed;

        Group(long windowStart, GroupKey key, Row state) {
            this.windowStart = windowStart;
            this.key = key;
            this.state = state;
        }
    }
}
