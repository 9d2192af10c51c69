package io.sluice.app.sink;

import java.util.Map;
import java.util.Set;

/** The table as far as it tells what is in it. Called by one thread only. */
interface PositionTable {

    /** What tells the table from another one at the same path; may be asked for by any thread. */
    String id();

    /** Positions of the transaction ids in the table's latest version; ids without one are absent. */
    Map<String, Long> positions(Set<String> transactionIds);
}
