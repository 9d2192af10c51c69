package io.sluice.topology;

import static java.util.Objects.requireNonNull;

import io.sluice.topology.poll.Polled;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** A watermark goes to every ledger, a partial aggregate to its group's. */
final class ShufflePartitioner implements StreamPartitioner<byte[], Polled> {

    @Override
    public Optional<Set<Integer>> partitions(String topic, byte[] key, Polled value, Headers headers, int partitions) {
        return Optional.of(
                ShuffleMessage.isWatermark(requireNonNull(value.value()))
                        ? IntStream.range(0, partitions).boxed().collect(Collectors.toSet())
                        : Set.of(Utils.toPositive(Utils.murmur2(key)) % partitions));
    }

    /** The old form of the method, which the interface still demands. */
    @Override
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(String topic, byte[] key, Polled value, int partitions) {
        throw new IllegalStateException("Kafka Streams 4.4 calls the form with headers");
    }
}
