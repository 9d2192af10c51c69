package io.sluice.app.progress;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.TaskId;

/** How far the copies of other instances' state that this one keeps are behind. Thread-safe. */
public final class StandbyCopies implements StandbyUpdateListener {
    private final Map<TopicPartition, Long> behind = new HashMap<>();

    @Override
    public synchronized void onUpdateStart(TopicPartition changelog, String store, long start) {
        behind.putIfAbsent(changelog, 0L);
    }

    @Override
    public synchronized void onBatchLoaded(
            TopicPartition changelog, String store, TaskId task, long lastOffset, long records, long end) {
        behind.put(changelog, Math.max(0, end - lastOffset - 1));
    }

    @Override
    public synchronized void onUpdateSuspended(
            TopicPartition changelog, String store, long stored, long end, SuspendReason reason) {
        behind.remove(changelog);
    }

    /** Changelog partitions of which there is a copy here. */
    public synchronized int count() {
        return behind.size();
    }

    /** Offsets that all copies together have still to read, as of their last batches. */
    public synchronized long recordsBehind() {
        return behind.values().stream().mapToLong(Long::longValue).sum();
    }
}
