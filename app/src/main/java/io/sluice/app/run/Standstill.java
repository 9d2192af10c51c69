package io.sluice.app.run;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Notices that an instance has long been waiting for others that do not move: they may be waiting for it. What is still open here
 * itself is slow, not stuck. Patience doubles each time. Not thread-safe.
 */
final class Standstill {
    private final LongSupplier nanoTime;
    private Duration patience;
    private Map<TopicPartition, Long> lastOpen = Map.of();
    private long sinceNanos;

    Standstill(Duration patience, LongSupplier nanoTime) {
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    /**
     * To be asked often.
     *
     * @param open partitions that are waited for, with what is left of each
     * @param owned partitions that this instance works on
     */
    boolean hasLasted(Map<TopicPartition, Long> open, Set<TopicPartition> owned) {
        long now = nanoTime.getAsLong();
        if (open.isEmpty() || !open.equals(lastOpen) || !Collections.disjoint(open.keySet(), owned)) {
            lastOpen = Map.copyOf(open);
            sinceNanos = now;
            return false;
        }
        if (now - sinceNanos < patience.toNanos()) {
            return false;
        }
        sinceNanos = now;
        patience = patience.multipliedBy(2);
        return true;
    }
}
