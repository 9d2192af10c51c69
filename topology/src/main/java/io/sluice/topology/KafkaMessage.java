package io.sluice.topology;

import io.sluice.serdes.decode.Message;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** The record that is being read, for the decoder: one object that is set again for each. Confined to one stream thread. */
final class KafkaMessage implements Message {
    private @Nullable ConsumerRecord<byte[], byte[]> read;
    private long timestampMs;

    /** @param nowMs the time of a record that has none */
    KafkaMessage of(ConsumerRecord<byte[], byte[]> message, long nowMs) {
        read = message;
        timestampMs = message.timestamp() >= 0 ? message.timestamp() : nowMs;
        return this;
    }

    private ConsumerRecord<byte[], byte[]> read() {
        assert read != null;
        return read;
    }

    /** For a topic that takes it untouched. */
    Record<byte[], byte[]> untouched() {
        return new Record<>(read().key(), read().value(), timestampMs, read().headers());
    }

    Origin origin() {
        return Origin.of(read());
    }

    @Override
    public byte @Nullable [] value() {
        return read().value();
    }

    @Override
    public byte @Nullable [] key() {
        return read().key();
    }

    @Override
    public String topic() {
        return read().topic();
    }

    @Override
    public int partition() {
        return read().partition();
    }

    @Override
    public long offset() {
        return read().offset();
    }

    @Override
    public long timestampMs() {
        return timestampMs;
    }

    @Override
    public byte @Nullable [] header(String name) {
        Header header = read().headers().lastHeader(name);
        return header == null ? null : header.value();
    }
}
