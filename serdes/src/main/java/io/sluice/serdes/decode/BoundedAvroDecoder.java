package io.sluice.serdes.decode;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Avro's decoder, which believes no length before it has looked whether the message is that long: a hostile length of a string or an
 * array would fill the memory before its bytes are found missing.
 */
final class BoundedAvroDecoder extends Decoder {
    private final BinaryDecoder decoder;
    private final int length;

    /** @param length of the message, in bytes */
    BoundedAvroDecoder(BinaryDecoder decoder, int length) {
        this.decoder = decoder;
        this.length = length;
    }

    private int readLength() throws IOException {
        long bytes = decoder.readLong();
        if (bytes < 0) {
            throw new AvroRuntimeException("a length is " + bytes);
        }
        if (bytes > length) {
            throw new EOFException("a length is " + bytes + ", and the message has " + length + " bytes");
        }
        return (int) bytes;
    }

    /** The elements of a block, each of which takes a byte at least; Avro's own types without any bytes are not worth an array. */
    private long bounded(long elements) throws IOException {
        if (elements > length) {
            throw new EOFException(
                    "an array or map has " + elements + " elements, and the message " + length + " bytes");
        }
        return elements;
    }

    @Override
    public void readNull() throws IOException {
        decoder.readNull();
    }

    @Override
    public boolean readBoolean() throws IOException {
        return decoder.readBoolean();
    }

    @Override
    public int readInt() throws IOException {
        return decoder.readInt();
    }

    @Override
    public long readLong() throws IOException {
        return decoder.readLong();
    }

    @Override
    public float readFloat() throws IOException {
        return decoder.readFloat();
    }

    @Override
    public double readDouble() throws IOException {
        return decoder.readDouble();
    }

    @Override
    public Utf8 readString(Utf8 old) throws IOException {
        return new Utf8(readAll());
    }

    @Override
    public String readString() throws IOException {
        return readString(new Utf8()).toString();
    }

    @Override
    public void skipString() throws IOException {
        decoder.skipFixed(readLength());
    }

    @Override
    public ByteBuffer readBytes(ByteBuffer old) throws IOException {
        return ByteBuffer.wrap(readAll());
    }

    private byte[] readAll() throws IOException {
        byte[] bytes = new byte[readLength()];
        decoder.readFixed(bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    public void skipBytes() throws IOException {
        decoder.skipFixed(readLength());
    }

    @Override
    public void readFixed(byte[] bytes, int start, int count) throws IOException {
        decoder.readFixed(bytes, start, count);
    }

    @Override
    public void skipFixed(int count) throws IOException {
        decoder.skipFixed(count);
    }

    @Override
    public int readEnum() throws IOException {
        return decoder.readEnum();
    }

    @Override
    public long readArrayStart() throws IOException {
        return bounded(decoder.readArrayStart());
    }

    @Override
    public long arrayNext() throws IOException {
        return bounded(decoder.arrayNext());
    }

    @Override
    public long skipArray() throws IOException {
        return bounded(decoder.skipArray());
    }

    @Override
    public long readMapStart() throws IOException {
        return bounded(decoder.readMapStart());
    }

    @Override
    public long mapNext() throws IOException {
        return bounded(decoder.mapNext());
    }

    @Override
    public long skipMap() throws IOException {
        return bounded(decoder.skipMap());
    }

    @Override
    public int readIndex() throws IOException {
        return decoder.readIndex();
    }
}
