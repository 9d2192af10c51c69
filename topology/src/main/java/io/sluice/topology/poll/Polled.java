package io.sluice.topology.poll;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka Streams takes for the value of one record: all records that a poll brought of a partition or, where nothing packs them as
 * in a {@code TopologyTestDriver}, the value of a single one. Immutable.
 */
public final class Polled {
    private final byte @Nullable [] value;
    private final List<ConsumerRecord<byte[], byte[]>> packed;

    private Polled(byte @Nullable [] value, List<ConsumerRecord<byte[], byte[]>> packed) {
        this.value = value;
        this.packed = packed;
    }

    /** The value of a single record. */
    public static Polled of(byte @Nullable [] value) {
        return new Polled(value, List.of());
    }

    /** Of a single record; nothing where several are packed. */
    public byte @Nullable [] value() {
        return value;
    }

    /** Empty for a single record. */
    List<ConsumerRecord<byte[], byte[]>> packed() {
        return packed;
    }

    /** Reads what {@link PackedPolls} has packed, and anything else as a single record; writes single ones only. */
    public static Serde<Polled> serde() {
        return Serdes.serdeFrom((topic, polled) -> polled.value(), new FromHeaders());
    }

    /**
     * The records, in the order of their offsets.
     *
     * @param context where {@code record} is being processed
     */
    public static List<ConsumerRecord<byte[], byte[]>> records(
            Record<byte[], Polled> record, ProcessingContext context) {
        Polled polled = record.value();
        return polled.packed.isEmpty() ? List.of(single(record, origin(context))) : polled.packed;
    }

    private static RecordMetadata origin(ProcessingContext context) {
        return context.recordMetadata().orElseThrow(() -> new IllegalStateException("a record without coordinates"));
    }

    private static ConsumerRecord<byte[], byte[]> single(Record<byte[], Polled> record, RecordMetadata origin) {
        return new ConsumerRecord<>(
                origin.topic(),
                origin.partition(),
                origin.offset(),
                record.timestamp(),
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                record.key(),
                record.value().value,
                record.headers(),
                Optional.empty());
    }

    private static final class FromHeaders implements Deserializer<Polled> {
        @Override
        public Polled deserialize(String topic, byte[] data) {
            return of(data);
        }

        @Override
        public Polled deserialize(String topic, Headers headers, byte[] data) {
            return headers instanceof PackHeaders pack ? new Polled(data, pack.records()) : of(data);
        }
    }
}
