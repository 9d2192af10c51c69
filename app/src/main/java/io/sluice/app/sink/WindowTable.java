package io.sluice.app.sink;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import java.util.List;

/** The table as the sink stage of closed windows sees it: rows and positions, together. Called by one thread only. */
interface WindowTable extends PositionTable {

    /** Appends encoded rows and moves the spans' ids on, in one version of the table. */
    CommitOutcome append(List<Span> spans, List<byte[]> rows);
}
