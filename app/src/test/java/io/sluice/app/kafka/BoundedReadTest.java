package io.sluice.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BoundedReadTest {
    private static final TopicPartition SOURCE = new TopicPartition("readings", 0);
    private static final TopicPartition SHUFFLE = new TopicPartition("shuffle", 0);

    private static BoundedRead endingAt(long end) {
        BoundedRead bound = new BoundedRead();
        bound.configure(Map.of(BoundedRead.END_OFFSETS, Map.of(SOURCE, end)));
        return bound;
    }

    private static ConsumerRecords<byte[], byte[]> poll(TopicPartition partition, long from, long to, long next) {
        List<ConsumerRecord<byte[], byte[]>> records = LongStream.range(from, to)
                .mapToObj(offset -> new ConsumerRecord<>(
                        partition.topic(), partition.partition(), offset, new byte[0], new byte[0]))
                .toList();
        return new ConsumerRecords<>(
                records.isEmpty() ? Map.of() : Map.of(partition, records),
                Map.of(partition, new OffsetAndMetadata(next)));
    }

    @Test
    void pollBelowTheEndPassesUnchanged() {
        ConsumerRecords<byte[], byte[]> polled = poll(SOURCE, 0, 5, 5);
        assertThat(endingAt(5).onConsume(polled)).isSameAs(polled);
    }

    @Test
    void pollAcrossTheEndIsCutThereAndSoIsTheNextPosition() {
        ConsumerRecords<byte[], byte[]> cut = endingAt(5).onConsume(poll(SOURCE, 3, 9, 9));
        assertThat(cut.records(SOURCE)).extracting(ConsumerRecord::offset).containsExactly(3L, 4L);
        assertThat(cut.nextOffsets()).containsEntry(SOURCE, new OffsetAndMetadata(5));
    }

    @Test
    void pollBeyondTheEndHoldsNothing() {
        ConsumerRecords<byte[], byte[]> cut = endingAt(5).onConsume(poll(SOURCE, 7, 9, 9));
        assertThat(cut.count()).isZero();
        assertThat(cut.nextOffsets()).containsEntry(SOURCE, new OffsetAndMetadata(5));
    }

    @Test
    void markersBeyondTheEndDoNotMoveThePosition() {
        ConsumerRecords<byte[], byte[]> cut = endingAt(5).onConsume(poll(SOURCE, 0, 0, 6));
        assertThat(cut.nextOffsets()).containsEntry(SOURCE, new OffsetAndMetadata(5));
    }

    @Test
    void otherTopicsAreNotBounded() {
        ConsumerRecords<byte[], byte[]> polled = poll(SHUFFLE, 0, 50, 50);
        assertThat(endingAt(5).onConsume(polled)).isSameAs(polled);
    }

    @Test
    void boundsAreRequired() {
        assertThatThrownBy(() -> new BoundedRead().configure(Map.of())).hasMessageContaining(BoundedRead.END_OFFSETS);
    }
}
