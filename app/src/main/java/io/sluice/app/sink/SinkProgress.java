package io.sluice.app.sink;

import java.util.Map;

/**
 * What the sink stage of this process has done.
 *
 * @param commits versions of the table made by this process
 * @param committedRows rows in them
 * @param lastVersion version of the table after the last commit; before the first the one that was found, or -1
 * @param lastCommitMs how long the last commit took, in milliseconds
 * @param bufferedRows rows read from the closed-windows topic and not yet committed
 * @param settled partition -> position below which all rows are in the table, as far as this process owns partitions
 */
public record SinkProgress(
        long commits,
        long committedRows,
        long lastVersion,
        long lastCommitMs,
        long bufferedRows,
        Map<Integer, Long> settled) {
    public static final SinkProgress NONE = new SinkProgress(0, 0, -1, 0, 0, Map.of());

    public SinkProgress {
        settled = Map.copyOf(settled);
    }

    SinkProgress startingAt(long version) {
        return new SinkProgress(commits, committedRows, version, lastCommitMs, bufferedRows, settled);
    }

    SinkProgress committed(long version, long rows, long tookMs) {
        return new SinkProgress(commits + 1, committedRows + rows, version, tookMs, bufferedRows, settled);
    }

    SinkProgress holding(long rows, Map<Integer, Long> positions) {
        return new SinkProgress(commits, committedRows, lastVersion, lastCommitMs, rows, positions);
    }
}
