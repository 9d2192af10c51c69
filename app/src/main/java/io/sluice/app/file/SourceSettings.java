package io.sluice.app.file;

import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.BadRecords;
import io.sluice.topology.LateRecords;
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
        LateRecords lateRecords,
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
     * @param column of type timestamp, in the schema's spelling; {@link #EVENT_TIME} where it is an expression
     * @param expression SQL over the columns, as written; empty where the event time is a column
     * @param delay not negative
     * @param maxFutureSkew more than 0: how far an event time may be ahead of the time when Kafka got the record
     * @param idleTimeout more than 0: how long a partition without records holds the others back; empty for ever
     * @param closeWhenIdle more than 0: after how long without records in any partition all windows are closed; empty for never
     */
    public record Watermark(
            String column,
            Optional<String> expression,
            Duration delay,
            Duration maxFutureSkew,
            Optional<Duration> idleTimeout,
            Optional<Duration> closeWhenIdle) {
        /** Name in the SQL of an event time that is an expression. */
        public static final String EVENT_TIME = "_event_time";
    }
}
