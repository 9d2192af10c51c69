package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import java.util.Map;
import java.util.Optional;

/**
 * Where the sink stage starts reading a partition of the closed-windows topic: at the table's own position, and if the table has
 * none, at the beginning, provided that nothing shows that rows would be missing. Pure.
 */
final class PartitionStart {

    private PartitionStart() {}

    /**
     * @param inTable transaction id -> position in the table's log
     * @param local transaction id -> position in the local offset checkpoint
     * @param earliest first offset of the partition that can still be read
     * @param end offset behind the last one that can be read, transaction markers counted; looked up after the table was asked,
     *     or rows committed in between would seem to be beyond it
     * @throws MissingRowsException when starting anywhere would report success with rows missing
     */
    static long of(
            String transactionId,
            Map<String, Long> inTable,
            Map<String, LocalOffsets.Position> local,
            long earliest,
            long end) {
        Long position = inTable.get(transactionId);
        long start = position == null ? 0 : position;
        requireNotSetBack(transactionId, inTable, local);
        if (earliest > start) {
            throw new MissingRowsException("transaction id " + transactionId + ": the table's log says "
                    + (position == null ? "nothing" : "offset " + position)
                    + ", but the closed-windows topic begins at offset "
                    + earliest + ", because rows below it were committed before. The table was deleted, recreated or "
                    + "restored to an older version. " + WAYS_OUT);
        }
        if (start > end) {
            throw new MissingRowsException("transaction id " + transactionId + ": the table's log says offset " + start
                    + ", but the closed-windows topic ends at offset " + end
                    + ". The topic was deleted and made anew, or lost its tail with a broker: rows written to it since then "
                    + "would be taken for rows that are in the table. " + COMPUTE_AGAIN);
        }
        return start;
    }

    /** @throws MissingRowsException when the local checkpoint knows of rows of which the table's log knows nothing */
    static void requireNotSetBack(
            String transactionId, Map<String, Long> inTable, Map<String, LocalOffsets.Position> local) {
        Long position = inTable.get(transactionId);
        LocalOffsets.Position remembered = local.get(transactionId);
        if (remembered != null && remembered.nextOffset() > (position == null ? 0 : position)) {
            throw new MissingRowsException("transaction id " + transactionId
                    + ": the local checkpoint says that version "
                    + remembered.version() + " of the table holds all rows below offset " + remembered.nextOffset()
                    + ", the table's log says " + (position == null ? "nothing" : "offset " + position)
                    + ". The table was deleted, recreated or restored to an older version. " + WAYS_OUT);
        }
    }

    /**
     * @param known id of the table that rows were committed to, by the local checkpoint
     * @param now id of the table at the path
     * @throws MissingRowsException when they differ
     */
    static void requireSameTable(Optional<String> known, String now) {
        if (known.isPresent() && !known.get().equals(now)) {
            throw new MissingRowsException(
                    "the local checkpoint says that rows of this query were committed to the table with id "
                            + known.get() + ", the table at the path has id " + now
                            + ". The table was replaced by another. "
                            + WAYS_OUT);
        }
    }

    static final String COMPUTE_AGAIN = "Run 'sluice reset' to compute everything again from the source";

    static final String WAYS_OUT = "Bring the table back to its latest version; or run 'sluice reset' to compute "
            + "everything again from the source; or run 'sluice reset --accept-table' to go on with the table as it is, without"
            + " the rows that it lacks";
}
