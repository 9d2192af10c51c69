package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.ShuffleMessage.Partial;
import io.sluice.topology.ShuffleMessage.WatermarkMarker;
import io.sluice.topology.poll.Polled;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class ShufflePartitionerTest {
    private final ShufflePartitioner partitioner = new ShufflePartitioner();

    private Set<Integer> partitions(byte[] key, ShuffleMessage message, int partitions) {
        return partitioner
                .partitions("shuffle", key, Polled.of(message.encode()), new RecordHeaders(), partitions)
                .orElseThrow();
    }

    private static byte[] key(int group) {
        return ("group " + group).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void watermarkGoesToEveryPartition() {
        assertThat(partitions(new byte[0], new WatermarkMarker(1, 5), 4)).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(partitions(new byte[0], new WatermarkMarker(0, 5), 1)).containsExactly(0);
    }

    @Test
    void groupGoesToOnePartitionWhateverItsWindowSourceAndState() {
        for (int group = 0; group < 1_000; group++) {
            Set<Integer> first = partitions(key(group), new Partial(0, 0, new byte[0]), 7);
            assertThat(first).as("group %d", group).hasSize(1);
            assertThat(partitions(key(group), new Partial(5, -9, new byte[] {ShuffleMessage.WATERMARK}), 7))
                    .as("group %d", group)
                    .isEqualTo(first);
        }
    }

    @Test
    void groupsSpreadOverAllPartitions() {
        Set<Integer> used = new HashSet<>();
        for (int group = 0; group < 200; group++) {
            used.addAll(partitions(key(group), new Partial(0, 0, new byte[0]), 8));
        }
        assertThat(used).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    }

    /** The state of a group lies where its partial aggregates went: another hash would leave it behind. */
    @Test
    void partitionIsThatOfKafkasDefault() {
        for (int group = 0; group < 1_000; group++) {
            assertThat(partitions(key(group), new Partial(0, 0, new byte[0]), 12))
                    .as("group %d", group)
                    .containsExactly(BuiltInPartitioner.partitionForKey(key(group), 12));
        }
    }

    /** A query without group keys has one group, whose key has no bytes. */
    @Test
    void emptyGroupKeyHasAPartition() {
        assertThat(partitions(new byte[0], new Partial(0, 0, new byte[0]), 3)).hasSize(1);
    }
}
