package io.sluice.app.progress;

import java.util.List;
import java.util.Map;

/**
 * A report in the shape that users of Structured Streaming know, of what one instance did since its last report. Times are
 * ISO-8601 texts in UTC, as in Spark's JSON.
 *
 * @param id of the query, the same for ever
 * @param runId of this start of this instance
 * @param batchId number of reports since the start
 * @param numInputRows rows read since the last report; filtered and late ones included, dead letters not
 * @param processedRowsPerSecond the same, by the second
 * @param eventTime {@code max} and {@code watermark} over this instance's partitions: the largest, and the smallest watermark;
 *     absent before the first row. And {@code queryWatermark} over all partitions of the source, in whichever process, with
 *     {@code heldBackBy}: the numbers of the partitions that are not idle and have no higher one
 * @param stateOperators one entry: open windows and groups, rows dropped by the watermark since the last report
 * @param shuffle {@code records} and {@code bytes} that went into the shuffle topic since the last report, and their totals since
 *     the start; empty when the query has no shuffle
 * @param sources per source partition: largest event time, watermark and totals
 * @param state local state of this process: what was restored, what it takes
 * @param sink the table's last version and the rows committed since the last report
 */
public record QueryProgress(
        String id,
        String runId,
        String name,
        String timestamp,
        long batchId,
        long numInputRows,
        double processedRowsPerSecond,
        Map<String, Long> durationMs,
        Map<String, String> eventTime,
        List<StateOperator> stateOperators,
        Map<String, Long> shuffle,
        List<SourcePartition> sources,
        State state,
        Sink sink) {

    /**
     * @param numRowsTotal (window, group) pairs held
     * @param numRowsDroppedByWatermark late rows since the last report, each counted once
     */
    public record StateOperator(
            String operatorName, long numRowsTotal, long openWindows, long numRowsDroppedByWatermark) {}

    /**
     * Totals since the query began, exact across restarts.
     *
     * @param idle whether the partition holds no other back, because it has long been silent and nothing in it is unread
     */
    public record SourcePartition(
            int partition,
            String maxEventTime,
            String watermark,
            boolean idle,
            long rows,
            long filteredRows,
            long lateRows,
            long deadLetters) {}

    /**
     * @param restoredRecords records read from changelogs since the start, because local state lacked them; 0 after a restart with
     *     its state intact
     * @param restoreRecordsLeft still to be read, at most, before processing goes on
     * @param restoreSecondsLeft at the speed so far; -1 when there is none yet
     * @param standbyCopies changelog partitions of other instances that are copied here, {@code state.standbyReplicas}
     * @param standbyRecordsBehind what these copies have still to read
     * @param memoryBytes what RocksDB's cache and write buffers take
     * @param memoryLimitBytes what they may take, {@code state.memory}
     */
    public record State(
            long restoredRecords,
            long restoreRecordsLeft,
            long restoreSecondsLeft,
            int standbyCopies,
            long standbyRecordsBehind,
            long memoryBytes,
            long memoryLimitBytes) {}

    /**
     * @param version of the table after the last commit; before the first the one that the start found
     * @param totalOutputRows rows committed by this process since its start
     */
    public record Sink(String description, long version, long numOutputRows, long totalOutputRows, long bufferedRows) {}
}
