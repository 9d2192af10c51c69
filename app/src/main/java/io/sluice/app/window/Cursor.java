package io.sluice.app.window;

import java.util.Arrays;
import java.util.Base64;

/** A place in the order of all groups of all open windows: the key of one in the ledger's storage. Immutable. */
public final class Cursor implements Comparable<Cursor> {
    private final byte[] key;

    Cursor(byte[] key) {
        this.key = key;
    }

    /** @throws IllegalArgumentException when {@link #toString} of no cursor gives that */
    public static Cursor parse(String text) {
        return new Cursor(Base64.getUrlDecoder().decode(text));
    }

    byte[] key() {
        return key;
    }

    /** The least key behind this one. */
    byte[] next() {
        return Arrays.copyOf(key, key.length + 1);
    }

    @Override
    public int compareTo(Cursor other) {
        return Arrays.compareUnsigned(key, other.key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cursor that && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }

    /** For a URL. */
    @Override
    public String toString() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }
}
