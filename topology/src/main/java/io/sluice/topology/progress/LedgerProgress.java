package io.sluice.topology.progress;

/**
 * State of one task's ledger.
 *
 * @param watermark microseconds since 1970-01-01T00:00Z, or {@link Long#MIN_VALUE} before the first
 * @param openGroups number of (window, group) pairs held
 * @param closedRows rows of closed windows handed to the sink stage since this task was opened here
 */
public record LedgerProgress(int partition, long watermark, long openWindows, long openGroups, long closedRows) {}
