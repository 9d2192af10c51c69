package io.sluice.test.job;

import io.sluice.test.kafka.Topics;
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
        try {
            Map<TopicPartition, OffsetAndMetadata> positions = topics.admin()
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            return positions.entrySet().stream()
                    .filter(position -> position.getKey().topic().equals(topic) && position.getValue() != null)
                    .mapToLong(position -> position.getValue().offset())
                    .reduce(Long::sum)
                    .orElse(-1);
        } catch (ExecutionException noSuchGroup) {
            return -1;
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
