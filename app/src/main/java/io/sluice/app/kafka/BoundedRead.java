package io.sluice.app.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Ends a consumer's view of some partitions at fixed offsets: an available-now run reads what was there when it started and
 * nothing after. Kafka Streams commits the offset of the next queued record or, with an empty queue, the {@code nextOffsets} of
 * the last poll; both stop at the end given here, so the next run goes on exactly there.
 */
public final class BoundedRead implements ConsumerInterceptor<byte[], byte[]> {
    /** Key of the consumer property that holds a {@code Map<TopicPartition, Long>}: the first offset not to be read. */
    public static final String END_OFFSETS = "sluice.end.offsets";

    private final Map<TopicPartition, Long> ends = new HashMap<>();

    @Override
    public void configure(Map<String, ?> properties) {
        if (!(properties.get(END_OFFSETS) instanceof Map<?, ?> given)) {
            throw new IllegalArgumentException(END_OFFSETS + ": must be a map of partition to offset");
        }
        given.forEach((partition, end) -> ends.put((TopicPartition) partition, (Long) end));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> polled) {
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(polled.nextOffsets());
        boolean changed = false;
        for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : next.entrySet()) {
            Long end = ends.get(entry.getKey());
            if (end != null && entry.getValue().offset() > end) {
                entry.setValue(new OffsetAndMetadata(end));
                changed = true;
            }
        }
        if (!changed) {
            return polled;
        }
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
        for (TopicPartition partition : polled.partitions()) {
            long end = ends.getOrDefault(partition, Long.MAX_VALUE);
            List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition).stream()
                    .filter(message -> message.offset() < end)
                    .toList();
            if (!records.isEmpty()) {
                kept.put(partition, records);
            }
        }
        return new ConsumerRecords<>(kept, next);
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
