package io.sluice.app.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Waiting until a topic that was just made takes records. */
public final class Leaders {
    private Leaders() {}

    /**
     * Returns when each partition has a leader. The topic exists before the broker leads its partitions, and before every question
     * about it finds it. Of the batches that are sent in between, a later one can be taken before an earlier one, which an idempotent
     * producer then tries in vain to send until its time is up.
     *
     * @throws AssertionError when that takes longer than the deadline, or the thread is interrupted
     */
    public static void await(Admin admin, String topic, int partitions, Duration deadline) {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        IntStream.range(0, partitions)
                .forEach(partition -> question.put(new TopicPartition(topic, partition), OffsetSpec.latest()));
        Await.until(
                "each partition of " + topic + " has a leader", deadline, () -> isAnswered(admin, question, deadline));
    }

    /** The same by a client of its own. */
    public static void await(Map<String, ?> connection, String topic, int partitions, Duration deadline) {
        try (Admin admin = Admin.create(new HashMap<String, Object>(connection))) {
            await(admin, topic, partitions, deadline);
        }
    }

    /** The client itself asks again while a partition has no leader, but not while the broker has not heard of the topic. */
    private static boolean isAnswered(Admin admin, Map<TopicPartition, OffsetSpec> question, Duration deadline) {
        try {
            admin.listOffsets(question).all().get(deadline.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted: offsets of " + question.keySet(), e);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw new AssertionError("failed: offsets of " + question.keySet(), e);
        }
    }
}
