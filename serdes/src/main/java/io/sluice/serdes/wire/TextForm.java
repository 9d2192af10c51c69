package io.sluice.serdes.wire;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8, widened so that every Java string survives: half of a surrogate pair, which a substring can leave, takes the three
 * bytes of its code unit. {@link String#getBytes} would write a question mark and so make two different group keys one.
 */
final class TextForm {
    private TextForm() {}

    static int encodedLength(String text) {
        int length = text.length();
        int bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes++;
                if (c >= 0x800) {
                    bytes++;
                    if (startsPair(text, i)) {
                        // four bytes for two code units, one of which has two already
                        i++;
                    }
                }
            }
        }
        return bytes;
    }

    /** Writes the text from {@code at} on and returns the position behind it. */
    static int encode(String text, byte[] to, int at) {
        int position = at;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                to[position++] = (byte) c;
            } else if (c < 0x800) {
                to[position++] = (byte) (0xC0 | (c >> 6));
                to[position++] = (byte) (0x80 | (c & 0x3F));
            } else if (startsPair(text, i)) {
                int codePoint = Character.toCodePoint(c, text.charAt(++i));
                to[position++] = (byte) (0xF0 | (codePoint >> 18));
                to[position++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
                to[position++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
                to[position++] = (byte) (0x80 | (codePoint & 0x3F));
            } else {
                to[position++] = (byte) (0xE0 | (c >> 12));
                to[position++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                to[position++] = (byte) (0x80 | (c & 0x3F));
            }
        }
        return position;
    }

    private static boolean startsPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    /** Position of the first byte that {@link #encode} cannot have written, or -1. */
    static int firstMalformed(byte[] bytes, int start, int end) {
        int previous = 0;
        for (int i = start; i < end; ) {
            int length = sequenceLength(bytes[i]);
            if (length == 0 || length > end - i) {
                return i;
            }
            int codePoint = codePoint(bytes, i, length);
            if (codePoint < 0 || (isLow(codePoint) && isHigh(previous))) {
                return i;
            }
            previous = codePoint;
            i += length;
        }
        return -1;
    }

    /** The text of bytes without a {@link #firstMalformed malformed} one. */
    static String decode(byte[] bytes, int start, int end) {
        boolean surrogate = false;
        boolean ascii = true;
        for (int i = start; i < end; i++) {
            ascii &= bytes[i] >= 0;
            surrogate |= bytes[i] == (byte) 0xED && bytes[i + 1] >= (byte) 0xA0;
        }
        if (ascii) {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
        return surrogate
                ? decodeSurrogates(bytes, start, end)
                : new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    private static String decodeSurrogates(byte[] bytes, int start, int end) {
        StringBuilder text = new StringBuilder(end - start);
        for (int i = start; i < end; ) {
            int length = sequenceLength(bytes[i]);
            text.appendCodePoint(codePoint(bytes, i, length));
            i += length;
        }
        return text.toString();
    }

    private static int sequenceLength(byte first) {
        if (first >= 0) {
            return 1;
        }
        if ((first & 0xE0) == 0xC0) {
            return 2;
        }
        if ((first & 0xF0) == 0xE0) {
            return 3;
        }
        return (first & 0xF8) == 0xF0 ? 4 : 0;
    }

    /** -1 when a following byte is none, or the sequence is longer than it need be, or beyond the last code point. */
    private static int codePoint(byte[] bytes, int at, int length) {
        if (length == 1) {
            return bytes[at];
        }
        int codePoint = bytes[at] & (0x7F >> length);
        for (int i = at + 1; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return -1;
            }
            codePoint = (codePoint << 6) | (bytes[i] & 0x3F);
        }
        int least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
        return codePoint < least || codePoint > Character.MAX_CODE_POINT ? -1 : codePoint;
    }

    private static boolean isHigh(int codePoint) {
        return codePoint >= Character.MIN_HIGH_SURROGATE && codePoint <= Character.MAX_HIGH_SURROGATE;
    }

    private static boolean isLow(int codePoint) {
        return codePoint >= Character.MIN_LOW_SURROGATE && codePoint <= Character.MAX_LOW_SURROGATE;
    }
}
