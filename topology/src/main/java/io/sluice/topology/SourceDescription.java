package io.sluice.topology;

import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.watermark.SilenceSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the topology must know of a source.
 *
 * @param partitions number of partitions of the topic
 * @param schema the columns that the query sees
 * @param watermarkColumn ordinal of the timestamp column that event time is taken from, or {@link #NO_EVENT_TIME}, which only a
 *     query without a window can have
 * @param eventTime computes that column, which then is the last one and is left out by the decoder, from the others; empty when it
 *     is decoded
 * @param delayMicros how far event times may lag behind the largest one; 0 or more
 * @param maxFutureSkewMicros how far an event time may lie after its record's append time
 * @param keyColumns columns that decide the record key: records with equal values in them lie in one partition. Empty when
 *     nothing is known
 * @param silence what silence leads to
 * @param decoders makes one decoder for each task, which reads at least the columns that are declared not null
 */
public record SourceDescription(
        String topic,
        int partitions,
        Schema schema,
        int watermarkColumn,
        Optional<RowExpression> eventTime,
        long delayMicros,
        long maxFutureSkewMicros,
        List<String> keyColumns,
        SilenceSettings silence,
        BadRecords badRecords,
        LateRecords lateRecords,
        Supplier<RowDecoder> decoders) {

    public static final int NO_EVENT_TIME = -1;

    public SourceDescription {
        keyColumns = List.copyOf(keyColumns);
    }

    public RowDecoder newDecoder() {
        return decoders.get();
    }
}
