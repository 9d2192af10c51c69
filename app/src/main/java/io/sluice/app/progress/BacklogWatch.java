package io.sluice.app.progress;

import io.sluice.app.kafka.KafkaUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Kafka every few seconds, in a thread of its own, how far the query is behind, so that a report, a scrape or a health check
 * need not wait for Kafka. Thread-safe.
 */
public final class BacklogWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BacklogWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(2);
    /** How long an answer counts as knowledge. */
    private static final Duration GOOD_FOR = Duration.ofSeconds(30);
    /** How long positions stand still before it is looked up whether there is a record ahead of them. */
    private static final Duration STILL = Duration.ofSeconds(20);

    /** What Kafka is asked. */
    public interface Kafka {
        /** @throws KafkaUnavailableException when Kafka does not answer */
        Offsets offsets();

        /** How many offsets of these partitions are unread, stretches without a record not counted. */
        long unread(Set<TopicPartition> partitions);
    }

    /**
     * @param ends end of each source partition for readers of committed records
     * @param positions of the query, by source partition, where it has one
     * @param lag of the whole query
     * @param waiting offsets of closed windows that are not in the table yet
     */
    public record Offsets(
            Map<TopicPartition, Long> ends, Map<TopicPartition, Long> positions, long lag, long waiting) {}

    private final Kafka kafka;
    private final LongSupplier nanoTime;
    private final Supplier<Optional<Set<TopicPartition>>> owned;
    private final Rates rates = new Rates();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private Optional<Offsets> latest = Optional.empty();
    private Map<TopicPartition, Long> lastOpen = Map.of();
    private long answeredNanos;
    private long movedNanos;
    private long lookedAheadNanos;

    /** @param owned what this process works on; empty while that is not settled */
    public BacklogWatch(Kafka kafka, Supplier<Optional<Set<TopicPartition>>> owned, LongSupplier nanoTime) {
        this.kafka = kafka;
        this.owned = owned;
        this.nanoTime = nanoTime;
        this.answeredNanos = nanoTime.getAsLong();
        this.movedNanos = answeredNanos;
        this.lookedAheadNanos = answeredNanos;
        this.thread = new Thread(this::run, "sluice-backlog");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            do {
                look();
            } while (!ended.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks now. A report that must be right on this moment, such as the last one of a run, waits for it. */
    public void look() {
        try {
            Offsets now = kafka.offsets();
            judge(now);
        } catch (KafkaException | KafkaUnavailableException silent) {
            // the query itself deals with that; the last answer grows old
            LOG.debug("no news of the backlog", silent);
        }
    }

    private void judge(Offsets now) {
        Optional<Map<TopicPartition, Long>> open = owned.get().map(here -> openHere(now, here));
        long nanos = nanoTime.getAsLong();
        boolean lookAhead;
        synchronized (this) {
            answeredNanos = nanos;
            latest = Optional.of(now);
            rates.add(nanos, now);
            boolean moved =
                    open.isEmpty() || open.get().isEmpty() || !open.get().equals(lastOpen);
            lastOpen = open.orElse(Map.of());
            if (moved) {
                movedNanos = nanos;
            }
            lookAhead = nanos - movedNanos >= STILL.toNanos() && nanos - lookedAheadNanos >= STILL.toNanos();
        }
        if (lookAhead) {
            boolean nothingThere = kafka.unread(open.orElse(Map.of()).keySet()) == 0;
            synchronized (this) {
                lookedAheadNanos = nanos;
                if (nothingThere) {
                    movedNanos = nanos;
                }
            }
        }
    }

    /** Positions of the partitions here that are below their end. */
    private static Map<TopicPartition, Long> openHere(Offsets now, Set<TopicPartition> here) {
        Map<TopicPartition, Long> open = new HashMap<>();
        now.ends().forEach((partition, end) -> {
            long position = now.positions().getOrDefault(partition, -1L);
            if (here.contains(partition) && position < end) {
                open.put(partition, position);
            }
        });
        return open;
    }

    /** What was last known; old news are as good as none. */
    public synchronized Optional<Offsets> latest() {
        return isAnswered() ? latest : Optional.empty();
    }

    /** Whether Kafka has answered lately, or was not asked for long. */
    public synchronized boolean isAnswered() {
        return nanoTime.getAsLong() - answeredNanos < GOOD_FOR.toNanos();
    }

    /** For how long this process has moved none of its positions although there is something to read. */
    public synchronized Duration stalledFor() {
        // without answers nothing is known, and the fault is not here
        return isAnswered() ? Duration.ofNanos(Math.max(0, answeredNanos - movedNanos)) : Duration.ZERO;
    }

    public synchronized QueryProgress.Backlog backlog() {
        return latest().map(rates::judge).orElse(QueryProgress.Backlog.UNKNOWN);
    }

    /** Ends the thread; it is not waited for, since Kafka may hold it up. */
    @Override
    public void close() {
        ended.countDown();
    }
}
