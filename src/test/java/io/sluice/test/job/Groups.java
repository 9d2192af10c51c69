package io.sluice.test.job;

import io.sluice.test.kafka.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** What consumer groups consist of and have committed. */
final class Groups {
    private Groups() {}

    /** The sum of the group's positions in the topic, or -1 when it has none. */
    static long committed(Topics topics, String group, String topic) {
        return positions(topics, group, topic).values().stream()
                .map(OffsetAndMetadata::offset)
                .reduce(Long::sum)
                .orElse(-1L);
    }

    /** The group's smallest position in the topic; 0 as long as not all partitions have one. */
    static long leastCommitted(Topics topics, String group, String topic, int partitions) {
        Map<TopicPartition, OffsetAndMetadata> positions = positions(topics, group, topic);
        return positions.size() < partitions
                ? 0
                : positions.values().stream()
                        .mapToLong(OffsetAndMetadata::offset)
                        .min()
                        .orElse(0);
    }

    private static Map<TopicPartition, OffsetAndMetadata> positions(Topics topics, String group, String topic) {
        try {
            Map<TopicPartition, OffsetAndMetadata> positions = topics.admin()
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            Map<TopicPartition, OffsetAndMetadata> ofTopic = new HashMap<>(positions);
            ofTopic.entrySet()
                    .removeIf(position -> !position.getKey().topic().equals(topic) || position.getValue() == null);
            return ofTopic;
        } catch (ExecutionException noSuchGroup) {
            return Map.of();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    /** Number of members of a consumer group that has settled, or -1 while it has not. */
    static int stableMembers(Topics topics, String group) {
        try {
            for (ConsumerGroupDescription description : topics.admin()
                    .describeConsumerGroups(List.of(group))
                    .all()
                    .get()
                    .values()) {
                if (description.groupState() == GroupState.STABLE) {
                    return description.members().size();
                }
            }
            return -1;
        } catch (ExecutionException noSuchGroup) {
            return -1;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }
}
