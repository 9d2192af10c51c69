package io.sluice.app.sink;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table as the sink stage sees it: rows and positions, together. Called by one thread only. */
interface WindowTable {

    /** What tells the table from another one at the same path; may be asked for by any thread. */
    String id();

    /** Positions of the transaction ids in the table's latest version; ids without one are absent. */
    Map<String, Long> positions(Set<String> transactionIds);

    /** Appends encoded rows and moves the spans' ids on, in one version of the table. */
    CommitOutcome append(List<Span> spans, List<byte[]> rows);
}
