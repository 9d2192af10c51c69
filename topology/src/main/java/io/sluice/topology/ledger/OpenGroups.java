package io.sluice.topology.ledger;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The groups of all open windows: on the heap, and in the storage what the heap has no room for. A group is on the heap from the
 * first row that is added to it, and at least until it is written. Where they are too many as objects, they are packed first; where
 * that is not enough, those that nobody has added to for longest in terms of writes leave. Confined to one stream thread.
 */
final class OpenGroups {
    /** No window starts so late. */
    static final long NONE = Long.MAX_VALUE;

    /** How many stored groups of a window are on the heap at a time while it is closed. */
    private static final int CLOSED_AT_A_TIME = 10_000;

    /** So small a part of the budget, when packed, is half of it as objects: windows that begin then are not packed. */
    private static final int FEW = 8;

    /** A packed group that is written takes as much until the commit: its key and value, and an entry of the tree they are kept in. */
    private static final long WRITTEN_BYTES = 200;

    private static final byte[] NO_GROUP = {};

    private final Aggregation aggregation;
    private final RowCodec stateCodec;
    private final HeapBudget budget;
    private final TreeMap<Long, OpenWindow> open = new TreeMap<>();
    private List<Group> dirty = new ArrayList<>();
    private final List<byte[]> deleted = new ArrayList<>();
    private @Nullable LedgerStorage storage;
    private long oldest = NONE;
    /** The window that was asked for last: the next row is most likely one of it. */
    private @Nullable OpenWindow recent;

    private long recentStart;
    /** Where the state lies that is being changed, when it is a packed one; its state. */
    private @Nullable Packed changing;
    /** Whether windows begin packed. */
    private boolean packing;

    private Row unpacked;
    private long groups;
    private long heapBytes;
    /** Packed groups that have changed since the last write. */
    private long unwritten;

    private long written;
    private boolean joined;

    private record Entry(byte[] key, byte[] value) {}

    /**
     * @param position in the window's packed groups; {@link PackedGroups#NONE} when it is not there yet
     * @param stored whether the storage has it, where it is not there yet
     */
    private record Packed(OpenWindow window, long windowStart, GroupKey key, int position, boolean stored) {}

    OpenGroups(Aggregation aggregation, HeapBudget budget) {
        this.aggregation = aggregation;
        this.stateCodec = new RowCodec(aggregation.stateSchema());
        this.budget = budget;
        this.unpacked = aggregation.stateSchema().newRow();
    }

    long windows() {
        return open.size();
    }

    long groups() {
        return groups;
    }

    /** How often a group was written. */
    long written() {
        return written;
    }

    /** Of those on the heap, about. */
    long heapBytes() {
        return heapBytes;
    }

    /** Whether there is so much on the heap, or will be while it is written, that it should be written soon. */
    boolean isCrowded() {
        long share = budget.share();
        return heapBytes - share > share / 4 || heapBytes + unwritten * WRITTEN_BYTES - share > share / 4 * 3;
    }

    /** Start of the oldest window; {@link #NONE} when none is open. */
    long oldest() {
        return oldest;
    }

    /** Start of a window -> number of its groups, of the oldest, that many at most. */
    Map<Long, Integer> groupsOfOldest(int most) {
        Map<Long, Integer> counts = new LinkedHashMap<>();
        for (Map.Entry<Long, OpenWindow> window : open.entrySet()) {
            if (counts.size() == most) {
                break;
            }
            OpenWindow held = window.getValue();
            counts.put(window.getKey(), (int) Math.min(Integer.MAX_VALUE, held.groups()));
        }
        return counts;
    }

    /** The group's state, to be changed at once: {@link #changed} must follow before the next call. */
    Row changing(long windowStart, byte[] groupKey) {
        // of a change that failed nothing is kept
        changing = null;
        OpenWindow window = window(windowStart);
        GroupKey key = new GroupKey(groupKey);
        Group group = window.objects.get(key);
        if (group == null) {
            if (window.isPacked()) {
                return unpacked(window, windowStart, key);
            }
            group = fetched(window, windowStart, key);
            window.objects.put(key, group);
            heapBytes += group.heapBytes();
        }
        if (!group.dirty) {
            group.dirty = true;
            dirty.add(group);
        }
        return group.state;
    }

    private Row unpacked(OpenWindow window, long windowStart, GroupKey key) {
        int position = window.packed.find(key);
        byte[] value =
                position == PackedGroups.NONE ? storedValue(window, windowStart, key) : window.packed.value(position);
        changing = new Packed(window, windowStart, key, position, value != null);
        if (value == null) {
            unpacked = aggregation.newState();
        } else {
            stateCodec.decode(value, unpacked);
        }
        return unpacked;
    }

    /** The state that was asked for last has changed, and is to be written. */
    void changed() {
        Packed packed = changing;
        if (packed == null) {
            return;
        }
        changing = null;
        if (packed.position == PackedGroups.NONE) {
            if (packed.stored) {
                packed.window.onlyStored--;
            } else {
                groups++;
            }
        }
        byte[] value = stateCodec.encode(unpacked);
        long before = packed.window.packed.heapBytes();
        unwritten -= packed.window.packed.unwritten();
        if (PackedGroups.fits(packed.key.bytes(), value)) {
            packed.window.packed.put(packed.key, packed.position, value, packed.stored);
        } else {
            keepAsObject(packed);
        }
        heapBytes += packed.window.packed.heapBytes() - before;
        unwritten += packed.window.packed.unwritten();
    }

    private void keepAsObject(Packed packed) {
        if (packed.position != PackedGroups.NONE) {
            packed.window.packed.remove(packed.position);
        }
        Group group = new Group(packed.windowStart, packed.key, unpacked);
        unpacked = aggregation.stateSchema().newRow();
        group.stored = packed.stored;
        group.dirty = true;
        dirty.add(group);
        packed.window.objects.put(packed.key, group);
        heapBytes += group.heapBytes();
    }

    private OpenWindow window(long windowStart) {
        OpenWindow found = recent;
        if (found == null || recentStart != windowStart) {
            found = open.computeIfAbsent(windowStart, start -> new OpenWindow(packing));
            oldest = Math.min(oldest, windowStart);
            recent = found;
            recentStart = windowStart;
        }
        return found;
    }

    private Group fetched(OpenWindow window, long windowStart, GroupKey key) {
        byte[] value = storedValue(window, windowStart, key);
        if (value == null) {
            groups++;
            return new Group(windowStart, key, aggregation.newState());
        }
        window.onlyStored--;
        return stored(windowStart, key, value);
    }

    /** Of a group that is not on the heap; null when it is new. */
    private byte @Nullable [] storedValue(OpenWindow window, long windowStart, GroupKey key) {
        return window.onlyStored == 0 ? null : storage().get(StorageKey.group(windowStart, key.bytes()));
    }

    private Group stored(long windowStart, GroupKey key, byte[] value) {
        Group group = new Group(windowStart, key, decoded(value));
        group.stored = true;
        group.valueBytes = value.length;
        return group;
    }

    private Row decoded(byte[] value) {
        Row state = aggregation.stateSchema().newRow();
        stateCodec.decode(value, state);
        return state;
    }

    /** Hands over all groups of the window, and forgets it. */
    void close(long windowStart, long windowEnd, WindowLedger.ClosedGroups closedGroups) {
        OpenWindow window = open.remove(windowStart);
        oldest = open.isEmpty() ? NONE : open.firstKey();
        recent = null;
        if (window == null) {
            return;
        }
        groups -= window.groups();
        if (window.onlyStored > 0) {
            closeStored(windowStart, windowEnd, window, closedGroups);
        }
        window.packed.forEach((key, value, stored) -> {
            if (stored) {
                deleted.add(StorageKey.group(windowStart, key));
            }
            closedGroups.closed(windowStart, windowEnd, key, decoded(value));
        });
        heapBytes -= window.packed.heapBytes();
        unwritten -= window.packed.unwritten();
        for (Group group : window.objects.values()) {
            // a group that was never stored needs no tombstone; its entry in `dirty` is skipped when those are written
            group.closed = true;
            heapBytes -= group.heapBytes();
            if (group.stored) {
                deleted.add(StorageKey.group(windowStart, group.key.bytes()));
            }
            closedGroups.closed(windowStart, windowEnd, group.key.bytes(), group.state);
        }
    }

    private void closeStored(long windowStart, long windowEnd, OpenWindow window, WindowLedger.ClosedGroups closed) {
        byte[] from = StorageKey.group(windowStart, NO_GROUP);
        byte[] to = StorageKey.group(windowStart + 1, NO_GROUP);
        List<Entry> some = new ArrayList<>();
        do {
            some.clear();
            storage().scan(from, to, (key, value) -> {
                some.add(new Entry(key, value));
                return some.size() < CLOSED_AT_A_TIME;
            });
            for (Entry entry : some) {
                GroupKey key = new GroupKey(StorageKey.groupKey(entry.key()));
                if (!window.isOnHeap(key)) {
                    closed.closed(windowStart, windowEnd, key.bytes(), decoded(entry.value()));
                    storage().delete(entry.key());
                }
                from = StorageKey.behind(entry.key());
            }
        } while (some.size() == CLOSED_AT_A_TIME);
    }

    private LedgerStorage storage() {
        if (storage == null) {
            throw new IllegalStateException("groups lie in a storage that is not known");
        }
        return storage;
    }

    /** Writes what has changed, and lets go of what the heap has no room for. */
    void write(LedgerStorage into) {
        storage = into;
        deleted.forEach(into::delete);
        deleted.clear();
        for (Group group : dirty) {
            if (!group.closed) {
                byte[] value = stateCodec.encode(group.state);
                into.put(StorageKey.group(group.windowStart, group.key.bytes()), value);
                heapBytes += value.length - group.valueBytes;
                group.valueBytes = value.length;
                group.stored = true;
                written++;
            }
        }
        open.forEach((start, window) -> {
            long before = window.packed.heapBytes();
            window.packed.write((key, value, stored) -> {
                into.put(StorageKey.group(start, key), value);
                written++;
            });
            heapBytes += window.packed.heapBytes() - before;
        });
        unwritten = 0;
        long share = budget.share();
        if (heapBytes > share) {
            makeRoom(share);
        } else if (heapBytes < share / FEW) {
            packing = false;
        }
        for (Group group : dirty) {
            group.dirty = false;
        }
        // not cleared: it has room for as many as there ever were
        dirty = new ArrayList<>();
    }

    /** Everything is written. What has just been written is likely to change again: it leaves last. */
    private void makeRoom(long share) {
        if (!packing) {
            pack();
        }
        if (heapBytes > share) {
            long downTo = share / 4 * 3;
            leave(downTo, false);
            leave(downTo, true);
        }
    }

    private void leave(long downTo, boolean alsoJustWritten) {
        for (OpenWindow window : open.values()) {
            if (heapBytes > downTo) {
                long before = window.heapBytes();
                window.makeRoom(heapBytes - downTo, alsoJustWritten);
                heapBytes += window.heapBytes() - before;
            }
        }
    }

    private void pack() {
        packing = true;
        open.values().forEach(window -> window.pack(stateCodec));
        heapBytes = open.values().stream().mapToLong(OpenWindow::heapBytes).sum();
    }

    /** Forgets everything; then {@link #load} takes up entry by entry. */
    void clear(LedgerStorage from) {
        storage = from;
        open.clear();
        oldest = NONE;
        recent = null;
        dirty.clear();
        deleted.clear();
        groups = 0;
        heapBytes = 0;
        changing = null;
        unwritten = 0;
        packing = false;
        if (!joined) {
            budget.join();
            joined = true;
        }
    }

    void load(byte[] key, byte[] value) {
        long start = StorageKey.windowStart(key);
        OpenWindow window = window(start);
        groups++;
        if (heapBytes >= budget.share() && !packing) {
            pack();
        }
        if (heapBytes >= budget.share()) {
            window.onlyStored++;
            return;
        }
        GroupKey group = new GroupKey(StorageKey.groupKey(key));
        if (window.isPacked() && PackedGroups.fits(group.bytes(), value)) {
            long before = window.packed.heapBytes();
            window.packed.take(group, value, false);
            heapBytes += window.packed.heapBytes() - before;
        } else {
            Group object = stored(start, group, value);
            window.objects.put(group, object);
            heapBytes += object.heapBytes();
        }
    }

    /** The storage is closed; nothing can be asked for any more. */
    void leave() {
        if (joined) {
            budget.leave();
            joined = false;
        }
    }
}
