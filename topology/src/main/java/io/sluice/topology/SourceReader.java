package io.sluice.topology;

import io.sluice.query.plan.EvaluationException;
import io.sluice.serdes.decode.BadRecordException;
import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.DurationText;
import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.pipeline.RowPipeline;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Turns one Kafka record into the row that the window aggregate reads, or says why it cannot. The answer is read from this
 * object until the next call, so that a good record allocates nothing here. Confined to one stream thread.
 */
final class SourceReader {

    enum Outcome {
        /** {@link #row} and {@link #eventTime} are set. */
        ROW,
        /** A good row that the query's conditions drop; {@link #eventTime} is set. */
        FILTERED,
        /** {@link #rejection} is set. */
        REJECTED
    }

    private final RowDecoder decoder;
    private final Row source;
    private final int eventTimeColumn;
    private final String eventTimeName;
    private final long maxFutureSkewMicros;
    private final RowPipeline pipeline;

    private @Nullable Row row;
    private long eventTime;
    private @Nullable Rejection rejection;

    SourceReader(SourceDescription description, RowPipeline pipeline) {
        this.decoder = description.newDecoder();
        this.source = description.schema().newRow();
        this.eventTimeColumn = description.watermarkColumn();
        this.eventTimeName = description.schema().column(eventTimeColumn).name();
        this.maxFutureSkewMicros = description.maxFutureSkewMicros();
        this.pipeline = pipeline;
    }

    Outcome read(Record<byte[], byte[]> message) {
        try {
            decoder.decode(message.value(), source);
        } catch (BadRecordException bad) {
            return reject(Rejection.Stage.DECODE, bad.column(), bad.reason());
        }
        if (source.isNull(eventTimeColumn)) {
            return reject(Rejection.Stage.EVENT_TIME, Optional.of(eventTimeName), "the event time is missing or null");
        }
        eventTime = source.longAt(eventTimeColumn);
        if (eventTime > latestEventTime(message.timestamp())) {
            return reject(
                    Rejection.Stage.EVENT_TIME, Optional.of(eventTimeName), tooFarInTheFuture(message.timestamp()));
        }
        try {
            row = pipeline.apply(source);
        } catch (EvaluationException noValue) {
            return reject(Rejection.Stage.EXPRESSION, Optional.empty(), String.valueOf(noValue.getMessage()));
        }
        return row == null ? Outcome.FILTERED : Outcome.ROW;
    }

    /** A producer may put anything into Kafka's timestamp, nanoseconds too: the product does not wrap around but stays at an end. */
    private long latestEventTime(long appendTimeMs) {
        long appendTime = micros(appendTimeMs);
        return appendTime > Long.MAX_VALUE - maxFutureSkewMicros ? Long.MAX_VALUE : appendTime + maxFutureSkewMicros;
    }

    private static long micros(long ms) {
        return Math.max(Long.MIN_VALUE / 1_000, Math.min(Long.MAX_VALUE / 1_000, ms)) * 1_000;
    }

    private String tooFarInTheFuture(long appendTimeMs) {
        return "the event time " + Timestamps.format(eventTime) + " is more than maxFutureSkew = "
                + DurationText.format(Duration.of(maxFutureSkewMicros, ChronoUnit.MICROS))
                + " after the record's append time " + Timestamps.format(micros(appendTimeMs));
    }

    private Outcome reject(Rejection.Stage stage, Optional<String> column, String reason) {
        rejection = new Rejection(stage, column, reason);
        return Outcome.REJECTED;
    }

    Row row() {
        assert row != null;
        return row;
    }

    /** Microseconds since 1970-01-01T00:00Z. */
    long eventTime() {
        return eventTime;
    }

    Rejection rejection() {
        assert rejection != null;
        return rejection;
    }
}
