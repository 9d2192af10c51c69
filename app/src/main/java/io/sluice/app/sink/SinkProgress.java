package io.sluice.app.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the sink stage of this process has done.
 *
 * @param commits versions of the table made by this process
 * @param committedRows rows in them
 * @param lastVersion version of the table after the last commit; before the first the one that was found, or -1
 * @param lastCommit how long the last commit took
 * @param bufferedRows rows read and not yet committed
 * @param settled partition -> position below which all rows are in the table, as far as this process owns partitions
 */
public record SinkProgress(
        long commits,
        long committedRows,
        long lastVersion,
        CommitTimes lastCommit,
        long bufferedRows,
        Map<Integer, Long> settled) {
    public static final SinkProgress NONE = new SinkProgress(0, 0, -1, CommitTimes.NONE, 0, Map.of());

    /**
     * Where the time of a commit went, in milliseconds.
     *
     * @param table data files and the table's log, repeated attempts included
     * @param positions the checkpoint's note of how far the table is, and the order to delete what is in it from the outbox
     * @param whole from the trigger to the end of both, with what lies between them
     */
    public record CommitTimes(long table, long positions, long whole) {
        public static final CommitTimes NONE = new CommitTimes(0, 0, 0);
    }

    public SinkProgress {
        settled = Map.copyOf(settled);
    }

    /** Of several stages of one process, which own different partitions. */
    static SinkProgress sum(List<SinkProgress> stages) {
        SinkProgress sum = NONE;
        for (SinkProgress stage : stages) {
            Map<Integer, Long> settled = new HashMap<>(sum.settled);
            settled.putAll(stage.settled);
            sum = new SinkProgress(
                    sum.commits + stage.commits,
                    sum.committedRows + stage.committedRows,
                    Math.max(sum.lastVersion, stage.lastVersion),
                    stage.lastVersion >= sum.lastVersion ? stage.lastCommit : sum.lastCommit,
                    sum.bufferedRows + stage.bufferedRows,
                    settled);
        }
        return sum;
    }

    SinkProgress startingAt(long version) {
        return new SinkProgress(commits, committedRows, version, lastCommit, bufferedRows, settled);
    }

    SinkProgress committed(long version, long rows, CommitTimes took) {
        return new SinkProgress(commits + 1, committedRows + rows, version, took, bufferedRows, settled);
    }

    SinkProgress holding(long rows, Map<Integer, Long> positions) {
        return new SinkProgress(commits, committedRows, lastVersion, lastCommit, rows, positions);
    }
}
