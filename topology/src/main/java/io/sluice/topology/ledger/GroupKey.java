package io.sluice.topology.ledger;

import java.util.Arrays;

/** The encoded values of the group-by columns, as a map key. The bytes must not change. */
final class GroupKey {
    private final byte[] bytes;
    private final int hash;

    GroupKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GroupKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
