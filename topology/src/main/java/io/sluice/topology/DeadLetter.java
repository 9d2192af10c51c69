package io.sluice.topology;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Makes the record of the dead-letter topic: key, value and headers untouched, why and where from in headers of our own. What is
 * larger than the topic takes is cut and says so, since a record that Kafka refuses would stop the query, and again after each
 * restart.
 */
final class DeadLetter {
    /** Longest text of a header of ours; a reason may quote the record. */
    private static final int MAX_TEXT = 2_000;
    /** The frame of a batch and of the record in it, and what a compressor adds to bytes that do not shrink. */
    private static final int FRAME = 2_048;
    /** Lengths of the name and the value of a header. */
    private static final int HEADER_FRAME = 10;

    private static final String TRUNCATED = "sluice.truncated";

    private DeadLetter() {}

    /**
     * @param origin the record that was being processed; empty when a window was closed by silence
     * @param maxBytes what the dead-letter topic takes as one batch
     */
    static Record<byte[], byte[]> of(
            Record<byte[], byte[]> rejected, Optional<Origin> origin, Rejection rejection, long nowMs, int maxBytes) {
        Headers ours = new RecordHeaders();
        origin.ifPresent(record -> {
            add(ours, "sluice.topic", record.topic());
            add(ours, "sluice.partition", Integer.toString(record.partition()));
            add(ours, "sluice.offset", Long.toString(record.offset()));
        });
        add(ours, "sluice.timestamp", Instant.ofEpochMilli(rejected.timestamp()).toString());
        add(ours, "sluice.stage", rejection.stage().name());
        rejection.column().ifPresent(column -> add(ours, "sluice.column", column));
        add(ours, "sluice.reason", rejection.reason());
        add(ours, "sluice.time", Instant.ofEpochMilli(nowMs).toString());
        return fitted(rejected, ours, maxBytes);
    }

    private static Record<byte[], byte[]> fitted(Record<byte[], byte[]> rejected, Headers ours, int maxBytes) {
        long room = (long) maxBytes - FRAME - size(ours);
        long others = length(rejected.key()) + size(rejected.headers());
        if (others + length(rejected.value()) <= room) {
            return rejected.withHeaders(joined(rejected.headers(), ours));
        }
        add(ours, TRUNCATED, Integer.toString(length(rejected.value())));
        if (others <= room) {
            return rejected.withHeaders(joined(rejected.headers(), ours))
                    .withValue(cut(rejected.value(), room - others));
        }
        // a compressed batch may hold a key or headers that are larger than any limit
        add(ours, TRUNCATED + ".key", Integer.toString(length(rejected.key())));
        add(ours, TRUNCATED + ".headers", Long.toString(size(rejected.headers())));
        byte[] key = cut(rejected.key(), room);
        return rejected.withHeaders(ours).withKey(key).withValue(cut(rejected.value(), room - length(key)));
    }

    private static Headers joined(Headers theirs, Headers ours) {
        Headers joined = new RecordHeaders(theirs);
        ours.forEach(joined::add);
        return joined;
    }

    private static byte @Nullable [] cut(byte @Nullable [] bytes, long length) {
        return bytes == null || bytes.length <= length ? bytes : Arrays.copyOf(bytes, (int) Math.max(0, length));
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static long size(Headers headers) {
        long size = 0;
        for (Header header : headers) {
            size += HEADER_FRAME + header.key().getBytes(StandardCharsets.UTF_8).length + length(header.value());
        }
        return size;
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, shortened(value).getBytes(StandardCharsets.UTF_8));
    }

    private static String shortened(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = MAX_TEXT - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "\u2026";
    }
}
