package io.sluice.serdes.decode;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a column has had lately. Names of devices, sites or states come again and again: then the text need not be made and
 * checked anew, and who looks something up by it knows it by being the same. Of texts that share a place the last one is known. Confined
 * to one thread.
 */
final class RecentTexts {
    /** For a thousand names that come in turns: with a place for each only, every third would push another out. */
    private static final int PLACES = 1 << 12;
    /** Longer ones are sentences, which do not come again. */
    private static final int LONGEST = 40;

    private final char[] @Nullable [] characters = new char[PLACES][];
    private final @Nullable String[] texts = new String[PLACES];

    /** The text of those characters, if it is known. */
    @Nullable
    String find(char[] buffer, int offset, int length) {
        if (length > LONGEST) {
            return null;
        }
        int place = place(buffer, offset, length);
        char[] known = characters[place];
        return known != null && Arrays.equals(known, 0, known.length, buffer, offset, offset + length)
                ? texts[place]
                : null;
    }

    /** The text in ASCII from {@code from} to before {@code to}, if it is known. */
    @Nullable
    String find(byte[] ascii, int from, int to) {
        if (to - from > LONGEST) {
            return null;
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + ascii[i];
        }
        int place = place(hash);
        char[] known = characters[place];
        return known != null && isSame(known, ascii, from, to) ? texts[place] : null;
    }

    private static boolean isSame(char[] known, byte[] ascii, int from, int to) {
        if (known.length != to - from) {
            return false;
        }
        for (int i = 0; i < known.length; i++) {
            if (known[i] != ascii[from + i]) {
                return false;
            }
        }
        return true;
    }

    void keep(String text) {
        if (text.length() <= LONGEST) {
            char[] known = text.toCharArray();
            int place = place(known, 0, known.length);
            characters[place] = known;
            texts[place] = text;
        }
    }

    private static int place(char[] buffer, int offset, int length) {
        int hash = 0;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + buffer[i];
        }
        return place(hash);
    }

    private static int place(int hash) {
        return (hash ^ hash >>> 12) & (PLACES - 1);
    }
}
