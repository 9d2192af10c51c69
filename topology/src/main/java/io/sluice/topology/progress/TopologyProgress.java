package io.sluice.topology.progress;

import io.sluice.topology.ledger.SourceClock.SourceProgress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The latest numbers of every task of this process, as of its last commit. Thread-safe; readers never hold up a stream thread. */
public final class TopologyProgress {
    private final ConcurrentMap<Integer, Source> sources = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, LedgerProgress> ledgers = new ConcurrentHashMap<>();
    private final LongAdder shuffledRecords = new LongAdder();
    private final LongAdder shuffledBytes = new LongAdder();
    private final ConcurrentMap<Integer, Long> positions = new ConcurrentHashMap<>();
    private EventTimes eventTimes = EventTimes.NONE;
    private EventTimes newEventTimes = EventTimes.NONE;
    private volatile boolean ending;

    /**
     * A source partition that is or was here. Its totals go on from other processes and earlier runs, so what was done here is
     * the sum of their differences while it was.
     */
    private record Source(
            SourceProgress latest, boolean present, long rowsHere, long lateRowsHere, long deadLettersHere) {

        /** Totals that fell back are those of a transaction that was aborted: its rows come again and must count once. */
        static Source opened(@Nullable Source before, SourceProgress restored) {
            return before == null
                    ? new Source(restored, true, 0, 0, 0)
                    : new Source(
                            restored,
                            true,
                            before.rowsHere + Math.min(0, restored.rows() - before.latest.rows()),
                            before.lateRowsHere + Math.min(0, restored.lateRows() - before.latest.lateRows()),
                            before.deadLettersHere + Math.min(0, restored.deadLetters() - before.latest.deadLetters()));
        }

        Source moved(SourceProgress now) {
            return new Source(
                    now,
                    true,
                    rowsHere + now.rows() - latest.rows(),
                    lateRowsHere + now.lateRows() - latest.lateRows(),
                    deadLettersHere + now.deadLetters() - latest.deadLetters());
        }

        Source closed() {
            return new Source(latest, false, rowsHere, lateRowsHere, deadLettersHere);
        }
    }

    /** The task of a source partition begins here, with the totals that it found. */
    public void sourceOpened(SourceProgress restored) {
        sources.compute(restored.partition(), (partition, before) -> Source.opened(before, restored));
    }

    /** A source partition that was opened before has got so far. */
    public void source(SourceProgress progress) {
        sources.compute(
                progress.partition(),
                (partition, before) -> before == null ? Source.opened(null, progress) : before.moved(progress));
    }

    /** That source partition is processed up to that offset, exclusive. */
    public void position(int partition, long next) {
        positions.put(partition, next);
    }

    /** Of records that were processed since a task told of them last. */
    public synchronized void eventTimes(EventTimes more) {
        if (more.records() > 0) {
            eventTimes = eventTimes.plus(more);
            newEventTimes = newEventTimes.plus(more);
        }
    }

    public void ledger(LedgerProgress progress) {
        ledgers.put(progress.partition(), progress);
    }

    /** So many records, of that many bytes in keys and values before compression, were sent into the shuffle topic. */
    public void shuffled(long records, long bytes) {
        shuffledRecords.add(records);
        shuffledBytes.add(bytes);
    }

    /** Records sent into the shuffle topic since this process started, those of aborted transactions included. */
    public long shuffledRecords() {
        return shuffledRecords.sum();
    }

    /** Bytes of their keys and values before compression. */
    public long shuffledBytes() {
        return shuffledBytes.sum();
    }

    /** The task of that source partition has left this process. */
    public void sourceClosed(int partition) {
        if (!ending) {
            sources.computeIfPresent(partition, (key, source) -> source.closed());
        }
    }

    public void ledgerClosed(int partition) {
        if (!ending) {
            ledgers.remove(partition);
        }
    }

    /** The process ends: the numbers of tasks that are closed from now on stay, for the last report. */
    public void ending() {
        ending = true;
    }

    /** One entry per source partition that this process works on, by partition. */
    public List<SourceProgress> sources() {
        return sources.values().stream()
                .filter(Source::present)
                .map(Source::latest)
                .sorted(Comparator.comparingInt(SourceProgress::partition))
                .toList();
    }

    /** The offset behind what is processed, of each source partition that this process works on or has worked on. */
    public Map<Integer, Long> positions() {
        return Map.copyOf(positions);
    }

    /** Since this process started; records of aborted transactions count again when they come again. */
    public synchronized EventTimes eventTimes() {
        return eventTimes;
    }

    /** Since {@link #reported} was last called. */
    public synchronized EventTimes newEventTimes() {
        return newEventTimes;
    }

    /** Begins a new stretch of {@link #newEventTimes}. */
    public synchronized void reported() {
        newEventTimes = EventTimes.NONE;
    }

    /**
     * Rows that this process has read since it started, of whatever partitions it had; filtered and late ones included. Smaller
     * than before when a transaction was aborted.
     */
    public long rowsHere() {
        return sum(Source::rowsHere);
    }

    /** Those of them that belong to closed windows only. */
    public long lateRowsHere() {
        return sum(Source::lateRowsHere);
    }

    /** Records that this process has rejected since it started; not among {@link #rowsHere}. */
    public long deadLettersHere() {
        return sum(Source::deadLettersHere);
    }

    private long sum(ToLongFunction<Source> count) {
        return sources.values().stream().mapToLong(count).sum();
    }

    /** One entry per ledger of this process, by partition. */
    public List<LedgerProgress> ledgers() {
        return ledgers.values().stream()
                .sorted(Comparator.comparingInt(LedgerProgress::partition))
                .toList();
    }
}
