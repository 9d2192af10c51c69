package io.sluice.app.sink;

import io.sluice.delta.commit.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rows read from the closed-windows topic and not yet committed, by partition, with the positions they span. It knows the one
 * rule that matters here: the rows of a batch are exactly those between the partition's last known position in the table and
 * the position read up to. Confined to one thread.
 */
final class OutboxBuffer implements ReadPartitions {
    /** What a row costs besides its bytes: array header, alignment and reference, roughly. */
    static final long ROW_OVERHEAD_BYTES = 64;

    /**
     * What is handed over for one commit.
     *
     * @param rows encoded rows of all partitions, in the order of each partition
     * @param ends partition -> position behind its last row
     */
    record Batch(List<Span> spans, List<byte[]> rows, Map<Integer, Long> ends) {}

    private static final class Partition {
        /** Where the table stands, or will once the batch in flight is in it. */
        long from;
        /** Behind the last record read; may be past the last row by transaction markers. */
        long to;

        final List<byte[]> rows = new ArrayList<>();

        Partition(long position) {
            from = position;
            to = position;
        }
    }

    private final TransactionIds transactionIds;
    private final TreeMap<Integer, Partition> partitions = new TreeMap<>();
    private long bytes;
    private long rowCount;

    OutboxBuffer(TransactionIds transactionIds) {
        this.transactionIds = transactionIds;
    }

    @Override
    public void start(int partition, long position) {
        drop(partition);
        partitions.put(partition, new Partition(position));
    }

    @Override
    public void drop(int partition) {
        Partition gone = partitions.remove(partition);
        if (gone != null) {
            rowCount -= gone.rows.size();
            gone.rows.forEach(row -> bytes -= size(row));
        }
    }

    @Override
    public boolean holds(int partition) {
        return partitions.containsKey(partition);
    }

    Set<Integer> partitions() {
        return Set.copyOf(partitions.keySet());
    }

    /** Takes the record at that offset; one below the partition's position was read before a seek and is not taken. */
    void add(int partition, long offset, byte[] row) {
        Partition at = partition(partition);
        if (offset >= at.to) {
            at.rows.add(row);
            at.to = offset + 1;
            bytes += size(row);
            rowCount++;
        }
    }

    /** Whether records or transaction markers. */
    @Override
    public void readUpTo(int partition, long position) {
        Partition at = partition(partition);
        at.to = Math.max(at.to, position);
    }

    long position(int partition) {
        return partition(partition).to;
    }

    boolean hasRows() {
        return rowCount > 0;
    }

    long rows() {
        return rowCount;
    }

    private static long size(byte[] row) {
        return row.length + ROW_OVERHEAD_BYTES;
    }

    /** Memory that the buffered rows take, in bytes: their encoded form and what an object costs beside it. */
    long bytes() {
        return bytes;
    }

    /** Partition -> position below which no row is buffered. What lies below is in the table once no batch is in flight. */
    Map<Integer, Long> settled() {
        Map<Integer, Long> positions = new TreeMap<>();
        partitions.forEach(
                (number, partition) -> positions.put(number, partition.rows.isEmpty() ? partition.to : partition.from));
        return positions;
    }

    /**
     * Hands over all rows, of the partitions that have some. The partitions go on behind them, on the assumption that the batch
     * will be committed; when it is not, {@link #start} puts them back.
     */
    Batch take() {
        List<Span> spans = new ArrayList<>();
        List<byte[]> rows = new ArrayList<>();
        Map<Integer, Long> ends = new TreeMap<>();
        partitions.forEach((number, partition) -> {
            if (!partition.rows.isEmpty()) {
                spans.add(new Span(transactionIds.of(number), partition.from, partition.to));
                rows.addAll(partition.rows);
                ends.put(number, partition.to);
                partition.rows.clear();
                partition.from = partition.to;
            }
        });
        bytes = 0;
        rowCount = 0;
        return new Batch(spans, rows, ends);
    }

    private Partition partition(int number) {
        Partition partition = partitions.get(number);
        if (partition == null) {
            throw new IllegalStateException("partition " + number + " was not started");
        }
        return partition;
    }
}
