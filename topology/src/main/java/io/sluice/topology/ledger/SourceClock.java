package io.sluice.topology.ledger;

import java.nio.ByteBuffer;

/**
 * Event time of one source partition: the largest seen, the watermark that follows from it, and what became of the partition's
 * records. It is saved with the state that it closed and restored before the first record, so that a record which was late
 * before a restart is late after it, and no record is counted twice. Confined to one stream thread.
 *
 * <p>The watermark only grows. It is a function of the partition's records alone, in their order: no wall clock, no batch
 * boundary and no other partition moves it.
 */
public final class SourceClock {
    private static final byte FORMAT = 1;
    private final int partition;
    private final long delayMicros;
    private long maxEventTime = Watermark.NONE;
    private long rows;
    private long filteredRows;
    private long lateRows;
    private long deadLetters;
    private boolean dirty;

    /** @param delayMicros how far event times may lag behind the largest one; 0 or more */
    public SourceClock(int partition, long delayMicros) {
        if (delayMicros < 0) {
            throw new IllegalArgumentException("watermark delay = " + delayMicros + " us: must not be negative");
        }
        this.partition = partition;
        this.delayMicros = delayMicros;
    }

    public int partition() {
        return partition;
    }

    public long watermark() {
        return Watermark.of(maxEventTime, delayMicros);
    }

    /** A good record of that event time was read. */
    public void observe(long eventTime) {
        rows++;
        dirty = true;
        if (eventTime > maxEventTime) {
            maxEventTime = eventTime;
        }
    }

    /** A record that {@link #observe} was told of did not satisfy the query's conditions. */
    public void countFiltered() {
        filteredRows++;
        dirty = true;
    }

    /** A record that {@link #observe} was told of belongs to closed windows only. */
    public void countLate() {
        lateRows++;
        dirty = true;
    }

    /** A record was rejected; its event time, if it has one, does not count. */
    public void countDeadLetter() {
        deadLetters++;
        dirty = true;
    }

    public SourceProgress progress() {
        return new SourceProgress(partition, maxEventTime, watermark(), rows, filteredRows, lateRows, deadLetters);
    }

    public void flush(LedgerStorage storage) {
        if (dirty) {
            storage.put(
                    StorageKey.sourceClock(partition),
                    ByteBuffer.allocate(1 + 5 * Long.BYTES)
                            .put(FORMAT)
                            .putLong(maxEventTime)
                            .putLong(rows)
                            .putLong(filteredRows)
                            .putLong(lateRows)
                            .putLong(deadLetters)
                            .array());
            dirty = false;
        }
    }

    /** Forgets everything and takes up what the storage holds. */
    public void load(LedgerStorage storage) {
        maxEventTime = Watermark.NONE;
        rows = filteredRows = lateRows = deadLetters = 0;
        dirty = false;
        storage.scan((key, value) -> {
            if (StorageKey.isSourceClock(key) && StorageKey.partition(key) == partition) {
                SourceProgress saved = decode(partition, value, delayMicros);
                maxEventTime = saved.maxEventTime();
                rows = saved.rows();
                filteredRows = saved.filteredRows();
                lateRows = saved.lateRows();
                deadLetters = saved.deadLetters();
            }
        });
    }

    /** Reads what a clock with that delay has saved under its key. */
    public static SourceProgress decode(int partition, byte[] value, long delayMicros) {
        ByteBuffer buffer = ByteBuffer.wrap(value);
        byte format = buffer.get();
        if (format != FORMAT) {
            throw new IllegalStateException("source clock format = " + format + ": this release reads " + FORMAT
                    + " only; the state was written by another release");
        }
        long maxEventTime = buffer.getLong();
        return new SourceProgress(
                partition,
                maxEventTime,
                Watermark.of(maxEventTime, delayMicros),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong());
    }

    /**
     * What became of a partition's records.
     *
     * @param maxEventTime largest event time, or {@link Watermark#NONE}
     * @param rows good records, the filtered and the late ones included
     * @param deadLetters rejected records, not among {@code rows}
     */
    public record SourceProgress(
            int partition,
            long maxEventTime,
            long watermark,
            long rows,
            long filteredRows,
            long lateRows,
            long deadLetters) {}
}
