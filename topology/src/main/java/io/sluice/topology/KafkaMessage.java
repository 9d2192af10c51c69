package io.sluice.topology;

import io.sluice.serdes.decode.Message;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** The record that is being read, for the decoder: one object that is set again for each. Confined to one stream thread. */
final class KafkaMessage implements Message {
    private @Nullable Record<byte[], byte[]> read;
    private @Nullable RecordMetadata origin;

    KafkaMessage of(Record<byte[], byte[]> message, RecordMetadata metadata) {
        read = message;
        origin = metadata;
        return this;
    }

    private Record<byte[], byte[]> read() {
        assert read != null;
        return read;
    }

    private RecordMetadata origin() {
        assert origin != null;
        return origin;
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
        return origin().topic();
    }

    @Override
    public int partition() {
        return origin().partition();
    }

    @Override
    public long offset() {
        return origin().offset();
    }

    @Override
    public long timestampMs() {
        return read().timestamp();
    }

    @Override
    public byte @Nullable [] header(String name) {
        Header header = read().headers().lastHeader(name);
        return header == null ? null : header.value();
    }
}
