package io.sluice.topology.ledger;

import io.sluice.serdes.wire.RowCodec;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * One window's groups on the heap, and how many others the storage holds. They are objects until they are packed, and from then on
 * only those are objects that are too large for that. Confined to one thread.
 */
final class OpenWindow {
    Map<GroupKey, Group> objects = new HashMap<>();
    final PackedGroups packed = new PackedGroups();
    long onlyStored;
    private boolean isPacked;

    OpenWindow(boolean isPacked) {
        this.isPacked = isPacked;
    }

    boolean isPacked() {
        return isPacked;
    }

    /** All of them, wherever they are. */
    long groups() {
        return objects.size() + packed.size() + onlyStored;
    }

    long heapBytes() {
        return packed.heapBytes()
                + objects.values().stream().mapToLong(Group::heapBytes).sum();
    }

    boolean isOnHeap(GroupKey key) {
        return objects.containsKey(key) || packed.find(key) != PackedGroups.NONE;
    }

    /** Packs what is not yet; all of it must have been written. */
    void pack(RowCodec stateCodec) {
        if (isPacked) {
            return;
        }
        isPacked = true;
        Map<GroupKey, Group> large = new HashMap<>();
        for (Group group : objects.values()) {
            byte[] value = stateCodec.encode(group.state);
            if (PackedGroups.fits(group.key.bytes(), value)) {
                packed.take(group.key, value, group.dirty);
            } else {
                large.put(group.key, group);
            }
        }
        objects = large;
    }

    /**
     * Leaves groups to the storage, which has all of them, until it is enough or those that are left have just been written; asked again,
     * it leaves those too.
     *
     * @param bytes to be freed
     * @param alsoJustWritten otherwise large groups that have just been written stay
     */
    void makeRoom(long bytes, boolean alsoJustWritten) {
        long before = packed.heapBytes();
        int entries = packed.size();
        packed.makeRoom(bytes);
        onlyStored += entries - packed.size();
        long freed = before - packed.heapBytes();
        for (Iterator<Group> all = objects.values().iterator(); freed < bytes && all.hasNext(); ) {
            Group group = all.next();
            if (alsoJustWritten || !group.dirty) {
                freed += group.heapBytes();
                onlyStored++;
                all.remove();
            }
        }
    }
}
