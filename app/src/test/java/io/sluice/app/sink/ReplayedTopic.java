package io.sluice.app.sink;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;

/** The closed-windows topic with what is in it for as long as the test lives: hands records out again after every seek. */
final class ReplayedTopic {
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final List<TreeMap<Long, byte[]>> records = new ArrayList<>();
    private final long[] ends;

    ReplayedTopic(String name, int count) {
        ends = new long[count];
        for (int number = 0; number < count; number++) {
            partitions.add(new TopicPartition(name, number));
            records.add(new TreeMap<>());
        }
    }

    /** A transaction of one partition, now and then behind an aborted one; its marker takes an offset, too. */
    synchronized void append(int number, List<byte[]> rows, Random random) {
        long offset = ends[number] + (random.nextInt(4) == 0 ? 2 : 0);
        for (byte[] row : rows) {
            records.get(number).put(offset++, row);
        }
        ends[number] = offset + 1;
    }

    /** Offset behind the last record, not counting its marker. */
    synchronized long lastRecordEnd(int number) {
        TreeMap<Long, byte[]> found = records.get(number);
        return found.isEmpty() ? 0 : found.lastKey() + 1;
    }

    synchronized List<byte[]> rows(int number, long from, long to) {
        return List.copyOf(records.get(number).subMap(from, to).values());
    }

    private synchronized Map<TopicPartition, Long> ends() {
        Map<TopicPartition, Long> all = new HashMap<>();
        partitions.forEach(partition -> all.put(partition, ends[partition.partition()]));
        return all;
    }

    private synchronized void hand(MockConsumer<byte[], byte[]> consumer, TopicPartition partition, long from) {
        records.get(partition.partition())
                .tailMap(from)
                .forEach((offset, row) -> consumer.addRecord(
                        new ConsumerRecord<>(partition.topic(), partition.partition(), offset, new byte[0], row)));
    }

    /** The consumer of one process; assigned all partitions by its first poll. */
    Reader reader(Map<TopicPartition, Long> deletedBelow) {
        Reader reader = new Reader();
        partitions.forEach(partition ->
                reader.updateBeginningOffsets(Map.of(partition, deletedBelow.getOrDefault(partition, 0L))));
        reader.updateEndOffsets(ends());
        reader.schedulePollTask(() -> reader.rebalance(partitions));
        return reader;
    }

    final class Reader extends MockConsumer<byte[], byte[]> {
        Reader() {
            super("none");
        }

        /** Hands over what was appended since. */
        void refresh() {
            schedulePollTask(() -> partitions.forEach(partition -> hand(this, partition, position(partition))));
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            if (assignment().contains(partition)) {
                hand(this, partition, offset);
            }
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // others are to get the lock meanwhile
        public ConsumerRecords<byte[], byte[]> poll(java.time.Duration timeout) {
            ConsumerRecords<byte[], byte[]> found = super.poll(timeout);
            if (found.isEmpty()) {
                Thread.onSpinWait(); // this consumer returns at once
            }
            return found;
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked) {
            updateEndOffsets(ends());
            return super.endOffsets(asked);
        }
    }
}
