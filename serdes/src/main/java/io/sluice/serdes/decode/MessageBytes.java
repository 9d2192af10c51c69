package io.sluice.serdes.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What can be told from the bytes alone: nothing there, framed, or not UTF-8. The JSON parser would misname or misread these. */
final class MessageBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private MessageBytes() {}

    /** Why the bytes are no UTF-8 text, or null when they are. */
    static @Nullable String problem(byte[] message) {
        if (message.length == 0) {
            return "the message is empty";
        }
        if (message[0] == 0) {
            return startsWithZero(message);
        }
        if ((message.length > 1 && message[1] == 0)
                || startsWith(message, 0xFE, 0xFF)
                || startsWith(message, 0xFF, 0xFE)) {
            return "the message is UTF-16 or UTF-32; only UTF-8 is read";
        }
        return malformed(message);
    }

    /** A text in UTF-8, without its byte-order mark; the reason comes as an exception when it is not. */
    static String text(byte[] message) {
        String malformed = malformed(message);
        if (malformed != null) {
            throw new BadRecordException(malformed);
        }
        int start = markLength(message);
        return new String(message, start, message.length - start, StandardCharsets.UTF_8);
    }

    /** Number of bytes of the byte-order mark that a message in UTF-8 begins with: 3, or 0 when it has none. */
    static int markLength(byte[] message) {
        boolean mark = message.length > 2
                && message[0] == (byte) 0xEF
                && message[1] == (byte) 0xBB
                && message[2] == (byte) 0xBF;
        return mark ? 3 : 0;
    }

    /** Which byte is not UTF-8, or null when all are. */
    static @Nullable String malformed(byte[] message) {
        int malformed = firstMalformed(message);
        return malformed < 0
                ? null
                : "byte 0x" + Integer.toHexString(message[malformed] & 0xFF) + " at position " + malformed
                        + " is not UTF-8";
    }

    private static String startsWithZero(byte[] message) {
        boolean utf16 = message.length > 3 && message[1] != 0 && message[2] == 0 && message[3] != 0;
        boolean utf32 = message.length > 7 && message[1] == 0 && message[2] == 0 && message[4] == 0 && message[5] == 0;
        if (utf16 || utf32) {
            return "the message is UTF-16 or UTF-32; only UTF-8 is read";
        }
        return "the message starts with byte 0x00: it looks framed by a schema registry (0x00 and a schema id of 4 bytes"
                + (message.length < RegistryFrame.LENGTH ? "" : ", here " + RegistryFrame.schemaId(message))
                + "); plain JSON is expected, unless framing: registry is declared";
    }

    private static boolean startsWith(byte[] message, int first, int second) {
        return message.length > 1 && message[0] == (byte) first && message[1] == (byte) second;
    }

    private static int firstMalformed(byte[] bytes) {
        int at = 0;
        while (at + Long.BYTES <= bytes.length && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < bytes.length) {
            int length = sequenceLength(bytes, at);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return -1;
    }

    /** The length of the well-formed sequence that starts there, or 0. The bounds of the second byte are those of Unicode's table 3-7. */
    private static int sequenceLength(byte[] bytes, int at) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (at + length > bytes.length) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        boolean formed = second >= least && second <= most;
        for (int i = at + 2; i < at + length; i++) {
            formed &= (bytes[i] & 0xC0) == 0x80;
        }
        return formed ? length : 0;
    }
}
