package io.sluice.topology;

import io.sluice.topology.ledger.HeapBudget;
import io.sluice.topology.watermark.WatermarkExchange;
import java.time.Duration;
import java.util.Map;

/**
 * What a topology takes from the process that runs it.
 *
 * @param maxDeadLetterBytes the largest batch that the dead-letter topic and the producer take; a dead letter that is larger is cut
 * @param exchange where the source's partitions hear of each other; fed with {@link TopicNames#watermarks}
 * @param commitPause the shortest time between two commits that are asked for because rows wait for one or, where reading ends, at all;
 *     at other times {@code commit.interval.ms} counts
 * @param heap what open windows may take of it
 * @param ends where reading stops, by partition of the source: its first offset that is not read; a partition without one is read for
 *     ever
 */
public record ProcessSettings(
        int maxDeadLetterBytes,
        WatermarkExchange exchange,
        Duration commitPause,
        HeapBudget heap,
        Map<Integer, Long> ends) {

    long end(int partition) {
        return ends.getOrDefault(partition, Long.MAX_VALUE);
    }
}
