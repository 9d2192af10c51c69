package io.sluice.serdes.decode;

import java.nio.ByteBuffer;

/** What a schema registry's serializers put in front of a payload: the byte 0x00 and a schema id of 4 bytes, big-endian. */
final class RegistryFrame {
    static final int LENGTH = 5;

    private RegistryFrame() {}

    /**
     * @return where the payload begins
     * @throws BadRecordException when there is no such frame
     */
    static int require(byte[] message) {
        if (message.length < LENGTH || message[0] != 0) {
            String found = message.length == 0
                    ? "is empty"
                    : message[0] == 0 ? "is too short" : "starts with byte 0x" + String.format("%02x", message[0]);
            throw new BadRecordException(
                    "the message " + found
                            + " where a schema registry's frame (0x00 and a schema id of 4 bytes) is expected, as framing declares it");
        }
        return LENGTH;
    }

    /** The schema's id in a message that {@link #require} has passed. */
    static int schemaId(byte[] message) {
        return ByteBuffer.wrap(message).getInt(1);
    }
}
