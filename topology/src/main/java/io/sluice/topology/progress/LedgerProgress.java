package io.sluice.topology.progress;

import java.util.Map;

/**
 * State of one task's ledger.
 *
 * @param watermark microseconds since 1970-01-01T00:00Z, or {@link Long#MIN_VALUE} before the first
 * @param openGroups number of (window, group) pairs held
 * @param closedRows rows of closed windows handed to the sink stage since this task was opened here
 * @param updatedGroups how often a group was new or changed at a commit, since this task was opened here
 * @param heapBytes what the groups on the heap take, about
 * @param windows start of a window -> number of its groups, of the oldest {@link #MOST_WINDOWS} open windows
 */
public record LedgerProgress(
        int partition,
        long watermark,
        long openWindows,
        long openGroups,
        long closedRows,
        long updatedGroups,
        long heapBytes,
        Map<Long, Integer> windows) {
    /** A watermark that is far behind may leave any number of windows open, and nobody looks at so many. */
    public static final int MOST_WINDOWS = 200;

    public LedgerProgress {
        windows = Map.copyOf(windows);
    }
}
