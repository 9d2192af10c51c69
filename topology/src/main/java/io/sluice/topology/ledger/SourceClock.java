package io.sluice.topology.ledger;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Event time of one source partition: the largest seen, the watermark that follows from it, and what became of the partition's
 * records. It is saved with the state that it closed and restored before the first record, so that a record which was late
 * before a restart is late after it, and no record is counted twice. Confined to one stream thread.
 *
 * <p>The watermark only grows. While records come it is a function of the partition's records alone, in their order: no wall
 * clock, no batch boundary and no other partition moves it. Only a partition that has been silent for long may be raised to what
 * the whole query has reached ({@link #raise}), and that is saved like all the rest.
 */
public final class SourceClock {
    /** No record has been read yet. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final byte FORMAT = 4;
    /** Without the last late row. */
    private static final byte FORMAT_WITHOUT_LAST_LATE = 3;
    /** Without the count of records with nulled columns. */
    private static final byte FORMAT_WITHOUT_NULLED = 2;
    /** Written by the first release: without the fields that silence needs. */
    private static final byte FORMAT_WITHOUT_SILENCE = 1;
    /** There were records, but the release that read them did not keep their time. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final int partition;
    private final long delayMicros;
    private long maxEventTime = Watermark.NONE;
    private long rows;
    private long filteredRows;
    private long lateRows;
    private long deadLetters;
    private long nulledRecords;
    private long raisedTo = Watermark.NONE;
    private long lastRecordMs = NEVER;
    private long silentMs;
    private @Nullable LateRow lastLate;
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
        return Math.max(raisedTo, Watermark.of(maxEventTime, delayMicros));
    }

    /** Largest event time seen, or {@link Watermark#NONE}. */
    public long maxEventTime() {
        return maxEventTime;
    }

    /** Raises the watermark beyond what the partition's own records say; a lower one changes nothing. */
    public void raise(long watermark) {
        if (watermark > watermark()) {
            raisedTo = watermark;
            dirty = true;
        }
    }

    /** A record that {@link #observe} was told of has that Kafka timestamp, in milliseconds: the partition is not silent. */
    public void heard(long recordMs) {
        if (lastRecordMs == UNKNOWN || recordMs > lastRecordMs) {
            lastRecordMs = recordMs;
        }
        silentMs = 0;
        dirty = true;
    }

    /**
     * Largest Kafka timestamp of the good records, in milliseconds, or {@link #NEVER}.
     *
     * @param nowMs what to take, and to keep from now on, where an earlier release did not keep it
     */
    public long lastRecordMs(long nowMs) {
        if (lastRecordMs == UNKNOWN) {
            lastRecordMs = nowMs;
            dirty = true;
        }
        return lastRecordMs;
    }

    /** How long the partition had been watched without a record when that was last kept, in milliseconds. */
    public long silentMs() {
        return silentMs;
    }

    /** Keeps how long the partition has been watched without a record. */
    public void keepSilence(long ms) {
        silentMs = ms;
        dirty = true;
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

    /** A good record that says by itself that it has no row, such as a deletion: as one that the query's conditions drop. */
    public void countWithoutRows() {
        rows++;
        filteredRows++;
        dirty = true;
    }

    /** A row that {@link #observe} was told of belongs to closed windows only. */
    public void countLate(LateRow late) {
        lateRows++;
        lastLate = late;
        dirty = true;
    }

    /** A record was rejected; its event time, if it has one, does not count. */
    public void countDeadLetter() {
        deadLetters++;
        dirty = true;
    }

    /** A good record has null in columns that could not be read. */
    public void countNulled() {
        nulledRecords++;
        dirty = true;
    }

    public SourceProgress progress() {
        return new SourceProgress(
                partition,
                maxEventTime,
                watermark(),
                rows,
                filteredRows,
                lateRows,
                deadLetters,
                nulledRecords,
                Optional.ofNullable(lastLate));
    }

    public void flush(LedgerStorage storage) {
        if (dirty) {
            storage.put(StorageKey.sourceClock(partition), written());
            dirty = false;
        }
    }

    private byte[] written() {
        LateRow late = lastLate;
        ByteBuffer written = ByteBuffer.allocate(1 + (late == null ? 9 : 14) * Long.BYTES)
                .put(FORMAT)
                .putLong(maxEventTime)
                .putLong(rows)
                .putLong(filteredRows)
                .putLong(lateRows)
                .putLong(deadLetters)
                .putLong(raisedTo)
                .putLong(lastRecordMs)
                .putLong(silentMs)
                .putLong(nulledRecords);
        if (late != null) {
            written.putLong(late.offset())
                    .putLong(late.eventTime())
                    .putLong(late.windowStart())
                    .putLong(late.windowEnd())
                    .putLong(late.watermark());
        }
        return written.array();
    }

    /** Forgets everything and takes up what the storage holds. */
    public void load(LedgerStorage storage) {
        maxEventTime = raisedTo = Watermark.NONE;
        rows = filteredRows = lateRows = deadLetters = nulledRecords = silentMs = 0;
        lastRecordMs = NEVER;
        lastLate = null;
        dirty = false;
        storage.scan((key, value) -> {
            if (StorageKey.isSourceClock(key) && StorageKey.partition(key) == partition) {
                read(ByteBuffer.wrap(value));
            }
        });
    }

    private void read(ByteBuffer saved) {
        byte format = saved.get();
        if (format < FORMAT_WITHOUT_SILENCE || format > FORMAT) {
            throw new IllegalStateException("source clock format = " + format + ": this release reads up to " + FORMAT
                    + "; the state was written by another release");
        }
        maxEventTime = saved.getLong();
        rows = saved.getLong();
        filteredRows = saved.getLong();
        lateRows = saved.getLong();
        deadLetters = saved.getLong();
        if (format >= FORMAT_WITHOUT_NULLED) {
            raisedTo = saved.getLong();
            lastRecordMs = saved.getLong();
            silentMs = saved.getLong();
            nulledRecords = format >= FORMAT_WITHOUT_LAST_LATE ? saved.getLong() : 0;
            lastLate = format == FORMAT && saved.hasRemaining() ? lateRow(saved) : null;
        } else if (rows > 0) {
            lastRecordMs = UNKNOWN;
        }
    }

    private static LateRow lateRow(ByteBuffer saved) {
        return new LateRow(saved.getLong(), saved.getLong(), saved.getLong(), saved.getLong(), saved.getLong());
    }

    /**
     * What became of a partition's records.
     *
     * @param maxEventTime largest event time, or {@link Watermark#NONE}
     * @param rows good records, the filtered and the late ones included
     * @param deadLetters rejected records, not among {@code rows}
     * @param nulledRecords good records with null in columns that could not be read
     * @param lastLate the late row that came last, if there was one
     */
    public record SourceProgress(
            int partition,
            long maxEventTime,
            long watermark,
            long rows,
            long filteredRows,
            long lateRows,
            long deadLetters,
            long nulledRecords,
            Optional<LateRow> lastLate) {}
}
