package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import java.util.Map;

/** Where a partition of the input is started. Pure. */
interface StartRule {

    /**
     * @param position where the table stands
     * @param readFrom the first record to be read; more than {@code position} where what lies between is gone, by permission
     */
    record Start(long position, long readFrom) {}

    /**
     * @param partition its number
     * @param inTable transaction id -> position in the table's log
     * @param local transaction id -> position in the local offset checkpoint
     * @param earliest first offset of the partition that can still be read
     * @param end offset behind the last one that can be read, looked up after the table was asked
     * @throws RuntimeException when no start would be the right one
     */
    Start of(
            int partition,
            String transactionId,
            Map<String, Long> inTable,
            Map<String, LocalOffsets.Position> local,
            long earliest,
            long end);

    /** @return what is to be said when the topic was made anew under the stage */
    String madeAnew(String idBefore, String idNow);

    /** Of closed windows: all rows that are not in the table are in the topic. */
    StartRule CLOSED_WINDOWS = new StartRule() {
        @Override
        public Start of(
                int partition,
                String transactionId,
                Map<String, Long> inTable,
                Map<String, LocalOffsets.Position> local,
                long earliest,
                long end) {
            long position = PartitionStart.of(transactionId, inTable, local, earliest, end);
            return new Start(position, position);
        }

        @Override
        public String madeAnew(String idBefore, String idNow) {
            return "the closed-windows topic was deleted and made anew: its id was " + idBefore + " and is " + idNow
                    + ". Rows that were in it and not in the table yet are gone. " + PartitionStart.COMPUTE_AGAIN;
        }
    };
}
