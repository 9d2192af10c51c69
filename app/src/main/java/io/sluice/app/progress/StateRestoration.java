package io.sluice.app.progress;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far local state has been brought up to its changelogs. What is left is counted in offsets, of which transaction markers and
 * compacted records take some: an upper bound of the records. Thread-safe.
 */
public final class StateRestoration implements StateRestoreListener {
    private static final Logger LOG = LoggerFactory.getLogger(StateRestoration.class);
    private static final long NEWS_NANOS = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanoTime;
    private final Map<TopicPartition, Stretch> underWay = new HashMap<>();
    private long restored;
    private long restoredBefore;
    private long passed;
    private long sinceNanos;
    private long newsNanos;

    /** Offsets [next, end) of a changelog. */
    private record Stretch(long next, long end) {
        long left() {
            return Math.max(0, end - next);
        }
    }

    public StateRestoration() {
        this(System::nanoTime);
    }

    StateRestoration(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        if (end <= start) {
            return;
        }
        if (underWay.isEmpty()) {
            passed = 0;
            restoredBefore = restored;
            sinceNanos = nanoTime.getAsLong();
            newsNanos = sinceNanos;
        }
        underWay.put(changelog, new Stretch(start, end));
    }

    @Override
    public synchronized void onBatchRestored(TopicPartition changelog, String store, long lastOffset, long records) {
        restored += records;
        underWay.computeIfPresent(changelog, (key, stretch) -> {
            passed += Math.max(0, lastOffset + 1 - stretch.next);
            return new Stretch(Math.max(stretch.next, lastOffset + 1), stretch.end);
        });
        if (nanoTime.getAsLong() - newsNanos >= NEWS_NANOS) {
            newsNanos = nanoTime.getAsLong();
            LOG.info("restoring state: {}", this);
        }
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition changelog, String store, long records) {
        // a transaction marker alone is a stretch too
        if (underWay.remove(changelog) != null && underWay.isEmpty() && restored > restoredBefore) {
            LOG.info(
                    "restored {} records of state in {} s",
                    restored - restoredBefore,
                    Duration.ofNanos(nanoTime.getAsLong() - sinceNanos).toMillis() / 1e3);
        }
    }

    @Override
    public synchronized void onRestoreSuspended(TopicPartition changelog, String store, long records) {
        underWay.remove(changelog);
    }

    /** Records restored since this process started. */
    public synchronized long restoredRecords() {
        return restored;
    }

    /** Offsets still to be read; 0 when nothing is being restored. */
    public synchronized long recordsLeft() {
        return underWay.values().stream().mapToLong(Stretch::left).sum();
    }

    /** How long that takes at the speed so far; empty while there is no speed. */
    public synchronized Optional<Duration> timeLeft() {
        long left = recordsLeft();
        if (left == 0) {
            return Optional.of(Duration.ZERO);
        }
        double nanos = nanoTime.getAsLong() - sinceNanos;
        return passed == 0 ? Optional.empty() : Optional.of(Duration.ofNanos((long) (nanos * left / passed)));
    }

    /** What is left, in words. */
    @Override
    public synchronized String toString() {
        return recordsLeft() + " records left, "
                + timeLeft().map(left -> "about " + left.toSeconds() + " s").orElse("time unknown");
    }
}
