package io.sluice.serdes.wire;

import java.util.Arrays;

/** A cursor that checks before it reads, and accepts each value in its one shortest form only. */
final class ByteReader {
    private final byte[] bytes;
    private int position;

    ByteReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int position() {
        return position;
    }

    int remaining() {
        return bytes.length - position;
    }

    CorruptRowException corrupt(int at, String expected, String found) {
        return new CorruptRowException(at, bytes.length, expected, found);
    }

    int readByte(String expected) {
        need(1, expected);
        return bytes[position++] & 0xFF;
    }

    /** Skips {@code count} bytes and returns where they start. */
    int skip(int count, String expected) {
        need(count, expected);
        int start = position;
        position += count;
        return start;
    }

    boolean bit(int start, int bit) {
        return (bytes[start + (bit >> 3)] & (1 << (bit & 7))) != 0;
    }

    long readUnsigned(String expected) {
        int start = position;
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int next = readByte(expected);
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                if ((next == 0 && shift > 0) || (shift == 63 && next > 1)) {
                    throw corrupt(start, expected, "a number that is not in its shortest form or exceeds 64 bits");
                }
                return value;
            }
        }
        throw corrupt(start, expected, "a number of more than 10 bytes");
    }

    long readSigned(String expected) {
        long value = readUnsigned(expected);
        return (value >>> 1) ^ -(value & 1);
    }

    int readInt(String expected) {
        need(4, expected);
        int value = 0;
        for (int i = 0; i < 4; i++) {
            value = (value << 8) | (bytes[position++] & 0xFF);
        }
        return value;
    }

    long readLong(String expected) {
        need(8, expected);
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | (bytes[position++] & 0xFF);
        }
        return value;
    }

    /** A length that the remaining bytes can hold, so that a damaged one cannot make anyone allocate. */
    private int readLength(String expected) {
        int start = position;
        long length = readUnsigned(expected);
        if (length < 0 || length > remaining()) {
            throw corrupt(
                    start,
                    expected,
                    "a length of " + Long.toUnsignedString(length) + " where " + remaining() + " bytes are left");
        }
        return (int) length;
    }

    byte[] readBytes(String expected) {
        int length = readLength(expected);
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    String readText(String expected) {
        int length = readLength(expected);
        int start = position;
        position += length;
        int malformed = TextForm.firstMalformed(bytes, start, position);
        if (malformed >= 0) {
            throw corrupt(malformed, expected, "bytes that are not UTF-8");
        }
        return TextForm.decode(bytes, start, position);
    }

    private void need(int count, String expected) {
        if (count > remaining()) {
            throw corrupt(position, expected, remaining() + " of " + count + " bytes");
        }
    }
}
