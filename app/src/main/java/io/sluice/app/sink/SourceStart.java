package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a partition of the source is started by a query that appends its rows: where the table stands. Unlike a topic of our own, the
 * source deletes records by its retention whether or not they were read.
 *
 * @param failOnDataLoss whether records that were deleted before they were read are an error; else they are passed over
 */
record SourceStart(String topic, boolean failOnDataLoss) implements StartRule {
    private static final Logger LOG = LoggerFactory.getLogger(SourceStart.class);

    @Override
    public Start of(
            int partition,
            String transactionId,
            Map<String, Long> inTable,
            Map<String, LocalOffsets.Position> local,
            long earliest,
            long end) {
        long position = inTable.getOrDefault(transactionId, 0L);
        PartitionStart.requireNotSetBack(transactionId, inTable, local);
        if (position > end) {
            throw new MissingRowsException(place(partition) + ": the table's log says offset " + position
                    + ", but the topic ends at offset " + end
                    + ". It lost its tail with a broker: records written to it since then would be taken for records that are in"
                    + " the table. " + PartitionStart.COMPUTE_AGAIN);
        }
        if (earliest <= position) {
            return new Start(position, position);
        }
        String lost = place(partition) + ": wanted offset " + position + ", the earliest is " + earliest + ": "
                + (earliest - position) + " offsets were deleted before they were read";
        if (failOnDataLoss) {
            throw new DataLossException(
                    lost + "\nset failOnDataLoss: false to go on from the earliest offset without them");
        }
        LOG.warn("{}", lost);
        return new Start(position, earliest);
    }

    private String place(int partition) {
        return "topic " + topic + ", partition " + partition;
    }

    @Override
    public String madeAnew(String idBefore, String idNow) {
        return "topic " + topic + " was deleted and made anew: its id was " + idBefore + " and is " + idNow
                + ". Its offsets begin again, and would be taken for records that are in the table. "
                + PartitionStart.COMPUTE_AGAIN;
    }
}
