package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * Where an available-now run stops reading.
 *
 * @param capture asks Kafka for the first offsets that are not there yet
 * @param patience how long an instance waits for others that do not move before it reads on to ends captured anew
 */
record ReadingEnds(
        BiFunction<KafkaCluster, List<TopicPartition>, Map<TopicPartition, Long>> capture, Duration patience) {

    static ReadingEnds usual() {
        return new ReadingEnds(KafkaCluster::settledEndOffsets, Duration.ofSeconds(10));
    }
}
