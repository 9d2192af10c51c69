package io.sluice.app.kafka;

import io.sluice.serdes.decode.Message;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A record that was read outside of the streams, for the decoder. */
public record ConsumedMessage(ConsumerRecord<byte[], byte[]> read) implements Message {
    @Override
    public byte @Nullable [] value() {
        return read.value();
    }

    @Override
    public byte @Nullable [] key() {
        return read.key();
    }

    @Override
    public String topic() {
        return read.topic();
    }

    @Override
    public int partition() {
        return read.partition();
    }

    @Override
    public long offset() {
        return read.offset();
    }

    @Override
    public long timestampMs() {
        return read.timestamp();
    }

    @Override
    public byte @Nullable [] header(String name) {
        Header header = read.headers().lastHeader(name);
        return header == null ? null : header.value();
    }
}
