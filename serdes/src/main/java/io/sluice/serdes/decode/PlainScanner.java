package io.sluice.serdes.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Finds the ends of plain values in a message of JSON; the grammar is that of RFC 8259, and less. Confined to one thread. */
final class PlainScanner {
    /** Of that many digits every number is a long. */
    private static final int MOST_DIGITS = 18;

    /** In characters: the digits, a sign and a point. */
    static final int LONGEST_NUMBER = MOST_DIGITS + 2;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private long unscaled;
    private int scale;

    /** Where a plain value ends, exclusive; -1 when none stands there. */
    int end(byte[] message, int from) {
        byte first = message[from];
        if (first == '"') {
            int quote = endOfText(message, from + 1);
            return quote < 0 ? -1 : quote + 1;
        }
        return startsNumber(first) ? number(message, from) : endOfWord(message, from);
    }

    static boolean startsNumber(byte first) {
        return first == '-' || (first >= '0' && first <= '9');
    }

    /** Where the closing quote stands; -1 when there is none before an escape, a control character or what is not ASCII. */
    static int endOfText(byte[] message, int from) {
        for (int at = from; at < message.length; at++) {
            byte character = message[at];
            if (character == '"') {
                return at;
            }
            // bytes of other than ASCII are negative
            if (character < ' ' || character == '\\') {
                return -1;
            }
        }
        return -1;
    }

    /** Where true, false or null ends, exclusive; -1 when none of them stands there. */
    static int endOfWord(byte[] message, int from) {
        byte[] word = switch (message[from]) {
            case 't' -> TRUE;
            case 'f' -> FALSE;
            default -> NULL;
        };
        int to = from + word.length;
        return to <= message.length && Arrays.equals(message, from, to, word, 0, word.length) ? to : -1;
    }

    /**
     * Where the number ends, exclusive, whose value is then {@link #unscaled} and {@link #scale}; -1 when it is none, has an exponent
     * or too many digits, or is a negative zero. What stands behind it is not looked at.
     */
    int number(byte[] message, int from) {
        boolean negative = message[from] == '-';
        int first = negative ? from + 1 : from;
        int point = -1;
        long digits = 0;
        int at = first;
        for (; at < message.length; at++) {
            int digit = message[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (message[at] == '.' && point < 0) {
                point = at;
            } else {
                break;
            }
        }
        int whole = (point < 0 ? at : point) - first;
        scale = point < 0 ? 0 : at - point - 1;
        unscaled = negative ? -digits : digits;
        boolean formed = whole > 0 && (whole == 1 || message[first] != '0') && (point < 0 || scale > 0);
        boolean exponent = at < message.length && (message[at] | 0x20) == 'e';
        return formed && !exponent && whole + scale <= MOST_DIGITS && !(negative && digits == 0) ? at : -1;
    }

    long unscaled() {
        return unscaled;
    }

    int scale() {
        return scale;
    }
}
