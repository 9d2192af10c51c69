package io.sluice.topology.ledger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Groups of one window in their written form, side by side in large arrays: a quarter of what they take as objects, and nothing for
 * the garbage collector to look at. A hash table with open addressing tells where a key's entry lies. What is added goes behind the
 * newest; to make room, the oldest array is emptied: what has changed since it was looked at last moves behind the newest, the rest
 * leaves. Confined to one thread.
 *
 * <p>An entry is a byte of flags, the lengths of key, of value and of the value's room, two bytes each, key and value; it begins at a
 * multiple of 8.
 */
final class PackedGroups {
    /** No entry lies there. */
    static final int NONE = -1;

    /** Receives entries. */
    @FunctionalInterface
    interface Visitor {
        void entry(byte[] key, byte[] value, boolean stored);
    }

    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private static final int LONGEST = 0xFFFF;
    private static final int SMALLEST_ARRAY = 128;
    /** In bytes: large enough for one entry of the longest key and value. */
    private static final int LARGEST_ARRAY = 1 << 18;
    /** A position is the number of an array and, in units of 8 bytes, a place in it. */
    private static final int PLACE_BITS = 15;

    private static final int SMALLEST_TABLE = 16;
    /** This object, its lists and their first entries. */
    private static final long FRAME_BYTES = 200;

    private static final int KEY_LENGTH = 1;
    private static final int VALUE_LENGTH = 3;
    private static final int ROOM = 5;
    private static final int HEADER = 7;

    /** It has moved to another place. */
    private static final int DEAD = 1;
    /** The storage has it. */
    private static final int STORED = 2;
    /** It has changed since it was written last. */
    private static final int DIRTY = 4;
    /** It has changed since room was made last. */
    private static final int TOUCHED = 8;

    /** In the place of an array that is gone. */
    private static final byte[] FREE = {};

    private byte[][] arrays = {FREE};
    private int[] used = {0};
    /** Numbers of the arrays in use, oldest first; what is added goes into the last. */
    private final Deque<Integer> order = new ArrayDeque<>();
    /** Positions, each one more than it is; 0 where there is none. */
    private int[] table = new int[0];

    private int[] dirty = new int[0];
    private int dirtyEntries;
    private int entries;
    private long arrayBytes;
    private long deadBytes;

    /** Whether a group can be held here at all. */
    static boolean fits(byte[] key, byte[] value) {
        return key.length <= LONGEST && value.length <= LONGEST - Long.BYTES;
    }

    int size() {
        return entries;
    }

    /** How many have changed since the last write, about. */
    int unwritten() {
        return dirtyEntries;
    }

    /** What it takes of the heap, in bytes; nothing when it is empty. */
    long heapBytes() {
        return entries == 0 ? 0 : FRAME_BYTES + arrayBytes + (long) Integer.BYTES * (table.length + dirty.length);
    }

    /** Position of the key's entry, valid until another is put or room is made; or {@link #NONE}. */
    int find(GroupKey key) {
        if (entries == 0) {
            return NONE;
        }
        int mask = table.length - 1;
        for (int slot = slot(key.hashCode(), mask); table[slot] != 0; slot = (slot + 1) & mask) {
            int position = table[slot] - 1;
            byte[] array = array(position);
            int at = place(position);
            int from = at + HEADER;
            if (Arrays.equals(array, from, from + length(array, at + KEY_LENGTH), key.bytes(), 0, key.bytes().length)) {
                return position;
            }
        }
        return NONE;
    }

    byte[] value(int position) {
        return value(array(position), place(position));
    }

    /** Takes up a group that the storage has and that has no entry yet. */
    void take(GroupKey key, byte[] value, boolean touched) {
        add(STORED | (touched ? TOUCHED : 0), key, value);
    }

    /**
     * Sets the value of a group, which is to be written.
     *
     * @param position of its entry, or {@link #NONE}
     * @param stored whether the storage has the group, where it has no entry yet
     */
    void put(GroupKey key, int position, byte[] value, boolean stored) {
        int target = position == NONE ? add(stored ? STORED : 0, key, value) : replace(key, position, value);
        byte[] array = array(target);
        int at = place(target);
        if ((array[at] & DIRTY) == 0) {
            if (dirtyEntries == dirty.length) {
                dirty = Arrays.copyOf(dirty, Math.max(SMALLEST_TABLE, dirtyEntries * 2));
            }
            dirty[dirtyEntries++] = target;
        }
        array[at] |= DIRTY | TOUCHED;
    }

    private int add(int flags, GroupKey key, byte[] value) {
        reserveSlot();
        int position = append(flags, key.bytes(), value);
        occupy(key.hashCode(), position);
        entries++;
        return position;
    }

    private int replace(GroupKey key, int position, byte[] value) {
        byte[] array = array(position);
        int at = place(position);
        if (value.length <= length(array, at + ROOM)) {
            setLength(array, at + VALUE_LENGTH, value.length);
            System.arraycopy(value, 0, array, at + HEADER + key.bytes().length, value.length);
            return position;
        }
        int slot = slotOf(position);
        int flags = array[at] & ~DIRTY;
        kill(array, at);
        int moved = append(flags, key.bytes(), value);
        table[slot] = moved + 1;
        return moved;
    }

    /** Removes an entry that has just been found. */
    void remove(int position) {
        vacate(slotOf(position));
        kill(array(position), place(position));
        entries--;
        if (entries == 0) {
            clear();
        }
    }

    /** Hands over what has changed since the last time; the storage has it then. */
    void write(Visitor visitor) {
        for (int i = 0; i < dirtyEntries; i++) {
            byte[] array = array(dirty[i]);
            int at = place(dirty[i]);
            if ((array[at] & DEAD) == 0) {
                visitor.entry(key(array, at), value(array, at), (array[at] & STORED) != 0);
                array[at] = (byte) ((array[at] & ~DIRTY) | STORED);
            }
        }
        dirtyEntries = 0;
        while (deadBytes > arrayBytes / 2 && order.size() > 1) {
            emptyOldest(false);
        }
    }

    void forEach(Visitor visitor) {
        for (int number : order) {
            byte[] array = arrays[number];
            for (int at = 0; at < used[number]; at += entryLength(array, at)) {
                if ((array[at] & DEAD) == 0) {
                    visitor.entry(key(array, at), value(array, at), (array[at] & STORED) != 0);
                }
            }
        }
    }

    /**
     * Looks once at each entry, oldest first, until it is enough, and lets go of what has not changed since the last time. Everything must
     * have been written.
     *
     * @param bytes to be freed
     */
    void makeRoom(long bytes) {
        long downTo = heapBytes() - bytes;
        int looked = order.size();
        if (looked > 0) {
            // what moves must not be looked at again
            newArray();
        }
        for (int arrays = looked; arrays > 0 && entries > 0 && heapBytes() > downTo; arrays--) {
            emptyOldest(true);
        }
        if (entries > 0 && entries * 8L < table.length) {
            spread(table.length / 2);
        }
    }

    /** @param letGo of what has not changed; otherwise all of it moves */
    private void emptyOldest(boolean letGo) {
        int number = order.removeFirst();
        byte[] array = arrays[number];
        int end = used[number];
        for (int at = 0; at < end; at += entryLength(array, at)) {
            if ((array[at] & DEAD) != 0) {
                deadBytes -= entryLength(array, at);
                continue;
            }
            int slot = slotOf((number << PLACE_BITS) | (at >> 3));
            if (letGo && (array[at] & TOUCHED) == 0) {
                vacate(slot);
                entries--;
            } else {
                int moved = append(letGo ? array[at] & ~TOUCHED : array[at], key(array, at), value(array, at));
                table[slot] = moved + 1;
            }
        }
        arrayBytes -= array.length;
        arrays[number] = FREE;
        used[number] = 0;
        if (entries == 0) {
            clear();
        }
    }

    private void clear() {
        arrays = new byte[][] {FREE};
        used = new int[] {0};
        order.clear();
        table = new int[0];
        dirty = new int[0];
        dirtyEntries = 0;
        arrayBytes = 0;
        deadBytes = 0;
    }

    private int append(int flags, byte[] key, byte[] value) {
        int length = (HEADER + key.length + value.length + 7) & ~7;
        int number = order.isEmpty() ? newArray() : order.getLast();
        if (used[number] + length > LARGEST_ARRAY) {
            number = newArray();
        }
        int at = used[number];
        byte[] array = grown(number, at + length);
        array[at] = (byte) flags;
        setLength(array, at + KEY_LENGTH, key.length);
        setLength(array, at + VALUE_LENGTH, value.length);
        setLength(array, at + ROOM, length - HEADER - key.length);
        System.arraycopy(key, 0, array, at + HEADER, key.length);
        System.arraycopy(value, 0, array, at + HEADER + key.length, value.length);
        used[number] = at + length;
        return (number << PLACE_BITS) | (at >> 3);
    }

    private byte[] grown(int number, int length) {
        byte[] array = arrays[number];
        if (array.length < length) {
            byte[] larger = Arrays.copyOf(array, Math.min(LARGEST_ARRAY, Math.max(length, array.length * 2)));
            arrayBytes += larger.length - array.length;
            arrays[number] = larger;
            array = larger;
        }
        return array;
    }

    /** A new array, the newest; its number is the first that is free. */
    private int newArray() {
        int number = 0;
        while (number < arrays.length && arrays[number] != FREE) {
            number++;
        }
        if (number == arrays.length) {
            arrays = Arrays.copyOf(arrays, number * 2);
            Arrays.fill(arrays, number, arrays.length, FREE);
            used = Arrays.copyOf(used, number * 2);
        }
        // a window that has filled one fills the next as well
        arrays[number] = new byte[order.isEmpty() ? SMALLEST_ARRAY : arrays[order.getLast()].length];
        arrayBytes += arrays[number].length;
        order.addLast(number);
        return number;
    }

    private void kill(byte[] array, int at) {
        array[at] |= DEAD;
        deadBytes += entryLength(array, at);
    }

    private byte[] array(int position) {
        return arrays[position >> PLACE_BITS];
    }

    private static int place(int position) {
        return (position & ((1 << PLACE_BITS) - 1)) << 3;
    }

    private static int length(byte[] array, int at) {
        return (short) SHORTS.get(array, at) & LONGEST;
    }

    private static void setLength(byte[] array, int at, int length) {
        SHORTS.set(array, at, (short) length);
    }

    private static int entryLength(byte[] array, int at) {
        return HEADER + length(array, at + KEY_LENGTH) + length(array, at + ROOM);
    }

    private static byte[] key(byte[] array, int at) {
        int from = at + HEADER;
        return Arrays.copyOfRange(array, from, from + length(array, at + KEY_LENGTH));
    }

    private static byte[] value(byte[] array, int at) {
        int from = at + HEADER + length(array, at + KEY_LENGTH);
        return Arrays.copyOfRange(array, from, from + length(array, at + VALUE_LENGTH));
    }

    private static int slot(int hash, int mask) {
        int spread = hash * 0x9E3779B9;
        return (spread ^ spread >>> 15) & mask;
    }

    private int slotOf(int position) {
        int mask = table.length - 1;
        int slot = slot(hash(position), mask);
        while (table[slot] != position + 1) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** As {@link GroupKey#hashCode}. */
    private int hash(int position) {
        byte[] array = array(position);
        int from = place(position) + HEADER;
        int to = from + length(array, place(position) + KEY_LENGTH);
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** At most two thirds of the slots are taken. */
    private void reserveSlot() {
        if ((entries + 1) * 3L > table.length * 2L) {
            spread(Math.max(SMALLEST_TABLE, table.length * 2));
        }
    }

    private void spread(int slots) {
        int[] old = table;
        table = new int[slots];
        for (int taken : old) {
            if (taken != 0) {
                occupy(hash(taken - 1), taken - 1);
            }
        }
    }

    private void occupy(int hash, int position) {
        int mask = table.length - 1;
        int slot = slot(hash, mask);
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = position + 1;
    }

    /** Those behind it that were pushed away from their slots move up: no search ends early then. Knuth, volume 3, 6.4, algorithm R. */
    private void vacate(int freed) {
        int mask = table.length - 1;
        int hole = freed;
        for (int slot = (hole + 1) & mask; table[slot] != 0; slot = (slot + 1) & mask) {
            int wanted = slot(hash(table[slot] - 1), mask);
            if (((slot - wanted) & mask) >= ((slot - hole) & mask)) {
                table[hole] = table[slot];
                hole = slot;
            }
        }
        table[hole] = 0;
    }
}
