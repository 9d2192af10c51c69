package io.sluice.topology;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Makes the record of the dead-letter topic: key, value and headers untouched, why and where from in headers of our own. */
final class DeadLetter {
    private DeadLetter() {}

    static Record<byte[], byte[]> of(
            Record<byte[], byte[]> rejected, RecordMetadata origin, Rejection rejection, long nowMs) {
        Headers headers = new RecordHeaders(rejected.headers());
        add(headers, "sluice.topic", origin.topic());
        add(headers, "sluice.partition", Integer.toString(origin.partition()));
        add(headers, "sluice.offset", Long.toString(origin.offset()));
        add(
                headers,
                "sluice.timestamp",
                Instant.ofEpochMilli(rejected.timestamp()).toString());
        add(headers, "sluice.stage", rejection.stage().name());
        rejection.column().ifPresent(column -> add(headers, "sluice.column", column));
        add(headers, "sluice.reason", rejection.reason());
        add(headers, "sluice.time", Instant.ofEpochMilli(nowMs).toString());
        return rejected.withHeaders(headers);
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
