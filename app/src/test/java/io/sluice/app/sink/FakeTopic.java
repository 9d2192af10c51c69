package io.sluice.app.sink;

import io.sluice.app.kafka.KafkaUnavailableException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;

/** What the sink stage asks of the topic beside its records. */
final class FakeTopic implements InputTopic {
    final Map<TopicPartition, Long> deletedBelow = new ConcurrentHashMap<>();
    /** How many of the next questions go without an answer. */
    final AtomicInteger silences = new AtomicInteger();

    volatile String id = "t";

    @Override
    public Optional<String> id() {
        if (silences.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new KafkaUnavailableException("no answer", new TimeoutException());
        }
        return Optional.of(id);
    }

    @Override
    public CompletionStage<Void> deleteBelow(Map<TopicPartition, Long> offsets) {
        deletedBelow.putAll(offsets);
        return CompletableFuture.completedFuture(null);
    }
}
