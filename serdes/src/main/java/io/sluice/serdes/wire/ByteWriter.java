package io.sluice.serdes.wire;

import java.util.Arrays;

/** A growing buffer that is reused from row to row. */
final class ByteWriter {
    /** A row larger than this gives its buffer back, lest one giant row pin memory for the life of its thread. */
    private static final int KEPT = 1 << 20;

    private byte[] bytes = new byte[256];
    private int size;

    void reset() {
        size = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[256];
        }
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    void writeByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    /** Writes {@code count} zeros and returns where they start. */
    int writeZeros(int count) {
        reserve(count);
        int start = size;
        Arrays.fill(bytes, size, size + count, (byte) 0);
        size += count;
        return start;
    }

    void setBit(int start, int bit) {
        bytes[start + (bit >> 3)] |= (byte) (1 << (bit & 7));
    }

    /** Seven bits a byte, lowest first; the top bit says that more follow. */
    void writeUnsigned(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Small magnitudes of either sign take few bytes. */
    void writeSigned(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    void writeInt(int value) {
        reserve(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    void writeLong(long value) {
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    void writeBytes(byte[] value) {
        writeUnsigned(value.length);
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    void writeText(String value) {
        int length = TextForm.encodedLength(value);
        writeUnsigned(length);
        reserve(length);
        size = TextForm.encode(value, bytes, size);
    }

    private void reserve(int count) {
        int needed = Math.addExact(size, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, bytes.length * 2L)));
        }
    }
}
