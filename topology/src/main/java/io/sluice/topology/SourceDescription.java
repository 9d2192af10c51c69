package io.sluice.topology;

import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.watermark.SilenceSettings;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the topology must know of a source.
 *
 * @param partitions number of partitions of the topic
 * @param watermarkColumn ordinal of the timestamp column that event time is taken from
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
        long delayMicros,
        long maxFutureSkewMicros,
        List<String> keyColumns,
        SilenceSettings silence,
        BadRecords badRecords,
        Supplier<RowDecoder> decoders) {

    public SourceDescription {
        keyColumns = List.copyOf(keyColumns);
    }

    public RowDecoder newDecoder() {
        return decoders.get();
    }
}
