package io.sluice.topology;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A record that is kept in a topic of ours: key, value and headers untouched, why and where from in headers of our own. What is
 * larger than the topic takes is cut and says so, since a record that Kafka refuses would stop the query, and again after each
 * restart.
 */
final class KeptRecord {
    /** Longest text of a header of ours; a reason may quote the record. */
    private static final int MAX_TEXT = 2_000;
    /** The frame of a batch and of the record in it, and what a compressor adds to bytes that do not shrink. */
    private static final int FRAME = 2_048;
    /** Lengths of the name and the value of a header. */
    private static final int HEADER_FRAME = 10;

    private final Record<byte[], byte[]> record;
    private final Headers ours = new RecordHeaders();

    KeptRecord(Record<byte[], byte[]> record) {
        this.record = record;
    }

    KeptRecord with(String name, String value) {
        ours.add(name, shortened(value).getBytes(StandardCharsets.UTF_8));
        return this;
    }

    KeptRecord from(Origin origin) {
        return with(KeptHeaders.TOPIC, origin.topic())
                .with(KeptHeaders.PARTITION, Integer.toString(origin.partition()))
                .with(KeptHeaders.OFFSET, Long.toString(origin.offset()));
    }

    /** Kafka's time of the record itself, which that of the topic hides. */
    KeptRecord withTimestamp() {
        return with(
                KeptHeaders.TIMESTAMP, Instant.ofEpochMilli(record.timestamp()).toString());
    }

    /** @param maxBytes what the topic takes as one batch */
    Record<byte[], byte[]> within(int maxBytes) {
        long room = (long) maxBytes - FRAME - size(ours);
        long others = length(record.key()) + size(record.headers());
        if (others + length(record.value()) <= room) {
            return record.withHeaders(joined(record.headers(), ours));
        }
        with(KeptHeaders.TRUNCATED, Integer.toString(length(record.value())));
        if (others <= room) {
            return record.withHeaders(joined(record.headers(), ours)).withValue(cut(record.value(), room - others));
        }
        // a compressed batch may hold a key or headers that are larger than any limit
        with(KeptHeaders.TRUNCATED_KEY, Integer.toString(length(record.key())));
        with(KeptHeaders.TRUNCATED_HEADERS, Long.toString(size(record.headers())));
        byte[] key = cut(record.key(), room);
        return record.withHeaders(ours).withKey(key).withValue(cut(record.value(), room - length(key)));
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

    private static String shortened(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = MAX_TEXT - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "\u2026";
    }
}
