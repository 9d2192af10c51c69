package io.sluice.serdes.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Damages messages as networks, programs and people do. */
public final class Mutations {
    /** What is spliced in: bytes with a meaning in JSON, in numbers and in encodings. */
    private static final byte[] TELLING = "{}[]\":,\\u/bed0-+.eE9TZ ntf\n\t\0".getBytes(StandardCharsets.ISO_8859_1);

    private final Random random;

    public Mutations(Random random) {
        this.random = random;
    }

    /** The message with none to three damages. */
    public byte[] of(byte[] message) {
        byte[] mutated = message;
        for (int times = random.nextInt(4); times > 0 && mutated.length > 0; times--) {
            mutated = once(mutated);
        }
        return mutated;
    }

    private byte[] once(byte[] message) {
        int at = random.nextInt(message.length);
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(message, at);
            case 1 -> with(message, at, (byte) (message[at] ^ 1 << random.nextInt(8)));
            case 2 -> with(message, at, (byte) random.nextInt());
            case 3 -> with(message, at, TELLING[random.nextInt(TELLING.length)]);
            case 4 -> splice(message, at, at, TELLING[random.nextInt(TELLING.length)]);
            default -> splice(message, at, Math.min(message.length, at + random.nextInt(5)), (byte) '"');
        };
    }

    private static byte[] with(byte[] message, int at, byte value) {
        byte[] changed = message.clone();
        changed[at] = value;
        return changed;
    }

    /** Replaces the bytes from {@code start} to {@code end}, exclusive, by one. */
    private static byte[] splice(byte[] message, int start, int end, byte value) {
        byte[] changed = new byte[message.length - (end - start) + 1];
        System.arraycopy(message, 0, changed, 0, start);
        changed[start] = value;
        System.arraycopy(message, end, changed, start + 1, message.length - end);
        return changed;
    }
}
