package io.sluice.topology.ledger;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The layout of keys in the storage: one byte for the kind, then
 * <ul>
 *   <li>for a group: the window's start, big-endian with the sign bit flipped so that bytes sort as times, then the group key;
 *   <li>for a number kept beside the groups: its name's number and, where there is one, a partition.
 * </ul>
 */
public final class StorageKey {
    private static final byte NUMBERS = 0;
    private static final byte GROUP = 1;
    private static final int GROUP_HEAD = 1 + Long.BYTES;

    private StorageKey() {}

    public static byte[] group(long windowStart, byte[] groupKey) {
        return ByteBuffer.allocate(GROUP_HEAD + groupKey.length)
                .put(GROUP)
                .putLong(windowStart ^ Long.MIN_VALUE)
                .put(groupKey)
                .array();
    }

    /** The smallest key that is larger. */
    static byte[] behind(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    public static boolean isGroup(byte[] key) {
        return key.length >= GROUP_HEAD && key[0] == GROUP;
    }

    public static long windowStart(byte[] key) {
        return ByteBuffer.wrap(key, 1, Long.BYTES).getLong() ^ Long.MIN_VALUE;
    }

    public static byte[] groupKey(byte[] key) {
        return Arrays.copyOfRange(key, GROUP_HEAD, key.length);
    }

    public static byte[] ledgerWatermark() {
        return new byte[] {NUMBERS, 0};
    }

    public static boolean isLedgerWatermark(byte[] key) {
        return Arrays.equals(key, ledgerWatermark());
    }

    /** What a {@link SourceClock} keeps for a source partition. */
    static byte[] sourceClock(int partition) {
        return ByteBuffer.allocate(2 + Integer.BYTES)
                .put(NUMBERS)
                .put((byte) 1)
                .putInt(partition)
                .array();
    }

    /** The watermark last heard from an upstream partition. */
    static byte[] upstreamWatermark(int partition) {
        return ByteBuffer.allocate(2 + Integer.BYTES)
                .put(NUMBERS)
                .put((byte) 2)
                .putInt(partition)
                .array();
    }

    /** The position behind the last record of that partition of the task's input which the state accounts for. */
    static byte[] inputPosition(int partition) {
        return ByteBuffer.allocate(2 + Integer.BYTES)
                .put(NUMBERS)
                .put((byte) 3)
                .putInt(partition)
                .array();
    }

    static boolean isInputPosition(byte[] key) {
        return isNumber(key, 3);
    }

    public static boolean isSourceClock(byte[] key) {
        return isNumber(key, 1);
    }

    static boolean isUpstreamWatermark(byte[] key) {
        return isNumber(key, 2);
    }

    /** The partition in a key of a number that is kept for each. */
    public static int partition(byte[] key) {
        return ByteBuffer.wrap(key, 2, Integer.BYTES).getInt();
    }

    private static boolean isNumber(byte[] key, int name) {
        return key.length == 2 + Integer.BYTES && key[0] == NUMBERS && key[1] == name;
    }
}
