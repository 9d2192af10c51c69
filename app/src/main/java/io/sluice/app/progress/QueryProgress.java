package io.sluice.app.progress;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A report in the shape that users of Structured Streaming know, of what one instance did since its last report, and what it knows
 * of the whole query. Times are ISO-8601 texts in UTC, as in Spark's JSON. The first fourteen fields are Spark's.
 *
 * @param id of the query, the same for ever
 * @param runId of this start of this instance
 * @param batchId number of reports since the start
 * @param batchDuration milliseconds since the last report
 * @param numInputRows rows read since the last report; filtered and late ones included, dead letters not
 * @param inputRowsPerSecond what comes into the whole source now, see {@link Backlog}
 * @param processedRowsPerSecond {@code numInputRows} by the second
 * @param durationMs of the last commit: {@code addBatch} is the table's part, {@code walCommit} that of the note of it in the
 *     checkpoint, {@code triggerExecution} all from the trigger on. Other phases that Spark names are none of a commit here: planning
 *     is done once at the start, and reading and aggregating go on all the time
 * @param eventTime {@code min}, {@code avg} and {@code max} of the rows since the last report, absent when there were none, but
 *     {@code max} then tells of the largest ever; {@code watermark}, the smallest over this instance's partitions, absent before the
 *     first row. And {@code queryWatermark} over all partitions of the source, in whichever process, with {@code heldBackBy}: the
 *     numbers of the partitions that are not idle and have no higher one
 * @param stateOperators one entry: open windows and groups, rows dropped by the watermark since the last report; none for a query
 *     without a window
 * @param sources one entry: positions in the source and what comes of it
 * @param sink the table's last version and the rows committed since the last report
 * @param partitions per source partition of this instance: largest event time, watermark and totals
 * @param backlog how far the whole query is behind, and whether that grows
 * @param lateRows of this process since its start
 * @param deadLetters of this process since its start
 * @param wallSeconds since this run began; under {@code sluice run} since the start of the process
 * @param cpuSeconds processor time that this process has used since then
 * @param shuffle {@code records} and {@code bytes} that went into the shuffle topic since the last report, and their totals since
 *     the start; empty when the query has no shuffle
 * @param state local state of this process: what was restored, what it takes
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueryProgress(
        String id,
        String runId,
        String name,
        String timestamp,
        long batchId,
        long batchDuration,
        long numInputRows,
        double inputRowsPerSecond,
        double processedRowsPerSecond,
        Map<String, Long> durationMs,
        Map<String, String> eventTime,
        List<StateOperator> stateOperators,
        List<Source> sources,
        Sink sink,
        List<SourcePartition> partitions,
        Backlog backlog,
        long lateRows,
        long deadLetters,
        double wallSeconds,
        double cpuSeconds,
        Map<String, Long> shuffle,
        State state) {

    /**
     * @param numRowsTotal (window, group) pairs held
     * @param numRowsUpdated how often a pair was new or changed at a commit, since the last report
     * @param numRowsRemoved rows of closed windows since the last report
     * @param memoryUsedBytes what RocksDB's cache and write buffers take, and open windows on the heap
     * @param numRowsDroppedByWatermark late rows since the last report, each counted once
     * @param numStateStoreInstances ledgers of this process, one for each partition
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record StateOperator(
            String operatorName,
            long numRowsTotal,
            long numRowsUpdated,
            long numRowsRemoved,
            long memoryUsedBytes,
            long numRowsDroppedByWatermark,
            int numStateStoreInstances,
            long openWindows) {}

    /**
     * Offsets by topic and partition number, as in Spark. Of this instance's partitions, but {@code latestOffset} of all that there
     * are; what is not known yet is left out.
     *
     * @param startOffset where the last report ended
     * @param endOffset up to where records are processed, exclusive
     * @param latestOffset end of the topic for readers of committed records, as of a few seconds ago
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Source(
            String description,
            Map<String, Map<String, Long>> startOffset,
            Map<String, Map<String, Long>> endOffset,
            Map<String, Map<String, Long>> latestOffset,
            long numInputRows,
            double inputRowsPerSecond,
            double processedRowsPerSecond) {}

    /**
     * Totals since the query began, exact across restarts; of a query without a window, since this process began.
     *
     * @param idle whether the partition holds no other back, because it has long been silent and nothing in it is unread
     * @param nulledRecords good records with null in columns that could not be read, by {@code badRecords: toNull}
     * @param lastLate the late row that came last; null, and absent from JSON, when there was none
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SourcePartition(
            int partition,
            String maxEventTime,
            String watermark,
            boolean idle,
            long rows,
            long filteredRows,
            long lateRows,
            long deadLetters,
            long nulledRecords,
            @Nullable LateRecord lastLate) {}

    /**
     * The row that came last for a closed window. Its record lies in the topic of the source, and as a copy in that of late records
     * where that is wanted.
     *
     * @param offset of its record, in its partition
     * @param watermark of the partition when it came
     * @param lateBySeconds how far that was past the window's end: a delay that is longer by more than this would have held the window
     *     open for it
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record LateRecord(
            long offset,
            String eventTime,
            String windowStart,
            String windowEnd,
            String watermark,
            double lateBySeconds) {}

    /**
     * How the whole query, all instances together, keeps up with its source. Counted in offsets, of which transaction markers are
     * some; rates over the last half minute.
     *
     * @param lag offsets that are not processed and committed yet; -1 when not known
     * @param inputRowsPerSecond how fast the source grows
     * @param processedRowsPerSecond how fast the query's positions move
     * @param fallsBehind whether more comes in than is processed, for ten seconds at least
     * @param catchUpSeconds until the lag is gone at these rates; 0 when there is none to speak of, -1 when that cannot be told or
     *     does not happen
     * @param waitingRows offsets of closed windows that are not in the table yet; -1 when not known
     * @param summary the same in words
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Backlog(
            long lag,
            double inputRowsPerSecond,
            double processedRowsPerSecond,
            boolean fallsBehind,
            long catchUpSeconds,
            long waitingRows,
            String summary) {
        public static final Backlog UNKNOWN = new Backlog(-1, 0, 0, false, -1, -1, "not known yet");
    }

    /**
     * @param restoredRecords records read from changelogs since the start, because local state lacked them; 0 after a restart with
     *     its state intact
     * @param restoreRecordsLeft still to be read, at most, before processing goes on
     * @param restoreSecondsLeft at the speed so far; -1 when there is none yet
     * @param standbyCopies changelog partitions of other instances that are copied here, {@code state.standbyReplicas}
     * @param standbyRecordsBehind what these copies have still to read
     * @param memoryBytes what RocksDB's cache and write buffers take
     * @param memoryLimitBytes what they may take, {@code state.memory}
     * @param heapBytes what open windows take of the heap, about
     * @param heapLimitBytes what they may take, {@code state.heap}
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record State(
            long restoredRecords,
            long restoreRecordsLeft,
            long restoreSecondsLeft,
            int standbyCopies,
            long standbyRecordsBehind,
            long memoryBytes,
            long memoryLimitBytes,
            long heapBytes,
            long heapLimitBytes) {}

    /**
     * @param version of the table after the last commit; before the first the one that the start found
     * @param totalOutputRows rows committed by this process since its start
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Sink(String description, long version, long numOutputRows, long totalOutputRows, long bufferedRows) {}
}
