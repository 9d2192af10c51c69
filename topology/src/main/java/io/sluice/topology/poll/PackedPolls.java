package io.sluice.topology.poll;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes one record of all that a poll brought of a partition. Whoever takes it in reads the records themselves with
 * {@link Polled#records}; any other deserializer finds an empty value.
 *
 * <p>It carries the offset of its first record: Kafka Streams commits the offset of the record that is next in its queue or, when the
 * queue is empty, the {@code nextOffsets} of the last poll, which are handed on as they are. So a position never lies inside of what
 * was processed, nor behind what was not.
 *
 * <p>Goes last in {@code main.consumer.interceptor.classes}. Then {@code buffered.records.per.partition} counts polls.
 */
public final class PackedPolls implements ConsumerInterceptor<byte[], byte[]> {
    private static final byte[] NOTHING = {};

    @Override
    public void configure(Map<String, ?> properties) {
        // there is nothing to choose
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> polled) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> packed = new HashMap<>();
        for (TopicPartition partition : polled.partitions()) {
            packed.put(partition, List.of(pack(polled.records(partition))));
        }
        return new ConsumerRecords<>(packed, polled.nextOffsets());
    }

    private static ConsumerRecord<byte[], byte[]> pack(List<ConsumerRecord<byte[], byte[]>> records) {
        ConsumerRecord<byte[], byte[]> first = records.get(0);
        return new ConsumerRecord<>(
                first.topic(),
                first.partition(),
                first.offset(),
                first.timestamp(),
                first.timestampType(),
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                null,
                NOTHING,
                new PackHeaders(records),
                Optional.empty());
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // what is committed is Kafka Streams' business
    }

    @Override
    public void close() {
        // holds nothing that needs closing
    }
}
