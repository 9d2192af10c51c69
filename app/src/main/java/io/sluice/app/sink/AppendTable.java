package io.sluice.app.sink;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Row;
import java.util.List;

/** The table as the sink stage of a query without a window sees it. Called by one thread only. */
interface AppendTable extends PositionTable {

    /** Appends the rows, if there are any, and moves the spans' ids on, in one version of the table. */
    CommitOutcome append(List<Span> spans, List<Row> rows);
}
