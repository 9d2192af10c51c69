package io.sluice.topology;

import io.sluice.serdes.decode.Message;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A record of Kafka, for the decoder.
 *
 * @param timestampMs of the record, or what stands for it when the record has none
 */
public record KafkaMessage(ConsumerRecord<byte[], byte[]> read, long timestampMs) implements Message {

    /** A record that has a time. */
    public static KafkaMessage of(ConsumerRecord<byte[], byte[]> read) {
        return new KafkaMessage(read, read.timestamp());
    }

    /** @param nowMs the time of a record that has none */
    static KafkaMessage of(ConsumerRecord<byte[], byte[]> read, long nowMs) {
        return new KafkaMessage(read, read.timestamp() >= 0 ? read.timestamp() : nowMs);
    }

    /** For a topic that takes it untouched. */
    Record<byte[], byte[]> untouched() {
        return new Record<>(read.key(), read.value(), timestampMs, read.headers());
    }

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
    public byte @Nullable [] header(String name) {
        Header header = read.headers().lastHeader(name);
        return header == null ? null : header.value();
    }
}
