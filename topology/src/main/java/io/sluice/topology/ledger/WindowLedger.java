package io.sluice.topology.ledger;

import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.Timestamps;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The open windows of one task: adds rows to them, closes each exactly once when the watermark passes its end, and refuses what
 * comes for a closed one. Which rows a window holds and when it closes depends on the sequence of calls alone, never on a clock.
 *
 * <p>Aggregates live on the heap, as far as its budget goes. {@link #flush} writes what changed since the last flush to the storage, which must commit
 * together with the input's positions and with the rows of the windows that were closed; after a crash {@link #load} goes on
 * from there. Confined to one stream thread.
 *
 * <p>Times are microseconds since 1970-01-01T00:00Z; windows are [start, end).
 */
public final class WindowLedger {

    /** Receives the groups of closed windows. */
    @FunctionalInterface
    public interface ClosedGroups {
        /** @param state the final state; the receiver may keep it */
        void closed(long windowStart, long windowEnd, byte[] groupKey, Row state);
    }

    private final Window window;
    private final RecentWindow recent;
    private final Aggregation aggregation;
    private final RowCodec stateCodec;
    private final OpenGroups groups;
    private long watermark = Watermark.NONE;
    private long storedWatermark = Watermark.NONE;

    /** A ledger with all its groups on the heap. */
    public WindowLedger(Window window, Aggregation aggregation) {
        this(window, aggregation, HeapBudget.unlimited());
    }

    public WindowLedger(Window window, Aggregation aggregation, HeapBudget budget) {
        this.window = window;
        this.recent = new RecentWindow(window);
        this.aggregation = aggregation;
        this.stateCodec = new RowCodec(aggregation.stateSchema());
        this.groups = new OpenGroups(aggregation, budget);
    }

    public long watermark() {
        return watermark;
    }

    public long openWindows() {
        return groups.windows();
    }

    public long openGroups() {
        return groups.groups();
    }

    /** How often a group was written through, since this ledger was made. */
    public long updatedGroups() {
        return groups.written();
    }

    /** Start of a window -> number of its groups, of the oldest open windows, that many at most. */
    public Map<Long, Integer> groupsOfOldest(int most) {
        return groups.groupsOfOldest(most);
    }

    /** What the groups on the heap take, in bytes, about. */
    public long heapBytes() {
        return groups.heapBytes();
    }

    /** Whether more is on the heap than the budget allows: then a {@link #flush} should come soon. */
    public boolean isCrowded() {
        return groups.isCrowded();
    }

    /** Whether every window of that instant is closed. */
    public boolean isLate(long eventTime) {
        return recent.endOf(eventTime) <= watermark;
    }

    private boolean isClosed(long windowStart) {
        return window.endOf(windowStart) <= watermark;
    }

    /** Adds a row to the windows of its event time, which must not be late. */
    public void add(long eventTime, byte[] groupKey, Row input) {
        aggregation.add(changing(recent.startOf(eventTime), groupKey), input);
        groups.changed();
    }

    /** Adds what another stage has aggregated of one window and group; the window must not be closed. */
    public void merge(long windowStart, byte[] groupKey, byte[] partialState) {
        requireStart(windowStart);
        Row partial = aggregation.stateSchema().newRow();
        stateCodec.decode(partialState, partial);
        aggregation.merge(changing(windowStart, groupKey), partial);
        groups.changed();
    }

    private Row changing(long windowStart, byte[] groupKey) {
        if (isClosed(windowStart)) {
            throw new IllegalStateException(
                    "window start = " + windowStart + ": is closed, the watermark is " + watermark);
        }
        return groups.changing(windowStart, groupKey);
    }

    /**
     * Raises the watermark and closes what is due, oldest window first. A lower watermark than the present one changes nothing.
     */
    public void advance(long newWatermark, ClosedGroups closedGroups) {
        if (newWatermark <= watermark) {
            return;
        }
        watermark = newWatermark;
        for (long oldest = groups.oldest(); oldest != OpenGroups.NONE && isClosed(oldest); oldest = groups.oldest()) {
            groups.close(oldest, window.endOf(oldest), closedGroups);
        }
    }

    /** Writes through what changed since the last flush or load. */
    public void flush(LedgerStorage storage) {
        groups.write(storage);
        if (watermark != storedWatermark) {
            storage.put(StorageKey.ledgerWatermark(), writtenWatermark());
            storedWatermark = watermark;
        }
    }

    /** With the start of the first window that is not closed, where another Java may let windows begin elsewhere. */
    private byte[] writtenWatermark() {
        ByteBuffer written = ByteBuffer.allocate((window instanceof ZonedDays ? 2 : 1) * Long.BYTES)
                .putLong(watermark);
        if (written.hasRemaining()) {
            written.putLong(window.startOf(watermark));
        }
        return written.array();
    }

    /** Forgets everything and takes up what the storage holds. */
    public void load(LedgerStorage storage) {
        groups.clear(storage);
        watermark = Watermark.NONE;
        storage.scan(this::loadEntry);
        storedWatermark = watermark;
        long oldest = groups.oldest();
        assert oldest == OpenGroups.NONE || !isClosed(oldest) : "the storage holds a closed window";
    }

    private void loadEntry(byte[] key, byte[] value) {
        if (StorageKey.isLedgerWatermark(key)) {
            ByteBuffer written = ByteBuffer.wrap(value);
            watermark = written.getLong();
            if (written.hasRemaining()) {
                requireStart(written.getLong());
            }
        } else if (StorageKey.isGroup(key)) {
            requireStart(StorageKey.windowStart(key));
            groups.load(key, value);
        }
    }

    /**
     * Where a zone's rules have changed, a day that was begun by the old ones would go on beside one of the new, and one that was closed by
     * the old ones could be open by the new, and be closed again.
     */
    private void requireStart(long windowStart) {
        if (window.startOf(windowStart) != windowStart) {
            throw new IllegalStateException("window start = " + Timestamps.format(windowStart)
                    + ": is not closed, and no window of " + window
                    + " begins there; the rules of its time zone are others than those of the Java that wrote the state: run it on"
                    + " that one until the window is closed, or reset the query");
        }
    }

    /** Ends the use of the storage. */
    public void close() {
        groups.leave();
    }
}
