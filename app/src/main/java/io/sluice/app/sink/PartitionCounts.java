package io.sluice.app.sink;

import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.ledger.Watermark;
import java.util.Optional;

/** What became of a source partition's messages in this process. Confined to the sink thread. */
final class PartitionCounts {
    private final int partition;
    long maxEventTime = Watermark.NONE;
    long rows;
    long filtered;
    long deadLetters;
    long nulled;

    PartitionCounts(int partition) {
        this.partition = partition;
    }

    PartitionCounts copy() {
        PartitionCounts copy = new PartitionCounts(partition);
        copy.maxEventTime = maxEventTime;
        copy.rows = rows;
        copy.filtered = filtered;
        copy.deadLetters = deadLetters;
        copy.nulled = nulled;
        return copy;
    }

    /** Without a window there is no watermark, and nothing is late. */
    SourceProgress progress() {
        return new SourceProgress(
                partition, maxEventTime, Watermark.NONE, rows, filtered, 0, deadLetters, nulled, Optional.empty());
    }
}
