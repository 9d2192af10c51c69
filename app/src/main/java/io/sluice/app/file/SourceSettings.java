package io.sluice.app.file;

import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.BadRecords;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One source.
 *
 * @param name its table in the SQL
 * @param format how its records become rows
 * @param key columns of the schema, in its spelling, that together are the Kafka record's key; empty when unknown
 */
public record SourceSettings(
        String name,
        Topic kafka,
        RecordFormat format,
        BadRecords badRecords,
        List<String> key,
        Optional<Watermark> watermark) {
    public SourceSettings {
        key = List.copyOf(key);
    }

    /** @param failOnDataLoss whether to stop when records are gone that were not read */
    public record Topic(String topic, StartingOffsets startingOffsets, boolean failOnDataLoss) {}

    /** The columns of its rows. */
    public Schema schema() {
        return format.schema();
    }

    /**
     * How late records may be.
     *
     * @param column of type timestamp, in the schema's spelling
     * @param delay not negative
     * @param maxFutureSkew more than 0: how far an event time may be ahead of the time when Kafka got the record
     * @param idleTimeout more than 0: how long a partition without records holds the others back; empty for ever
     * @param closeWhenIdle more than 0: after how long without records in any partition all windows are closed; empty for never
     */
    public record Watermark(
            String column,
            Duration delay,
            Duration maxFutureSkew,
            Optional<Duration> idleTimeout,
            Optional<Duration> closeWhenIdle) {}
}
