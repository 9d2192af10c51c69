package io.sluice.topology;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.decode.BadRecordException;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.DurationText;
import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.pipeline.RowPipeline;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns one Kafka record into the rows that the window aggregate reads, or says why it cannot: all of them or none, so that a record
 * that became a dead letter has left nothing behind and can be sent again. The answer is read from this object until the next call,
 * so that a good record allocates nothing here. Confined to one stream thread.
 */
final class SourceReader {

    private final RowDecoder decoder;
    private final Rows source;
    private final int eventTimeColumn;
    private final String eventTimeName;
    private final @Nullable RowExpression eventTimeExpression;
    private final long maxFutureSkewMicros;
    private final RowPipeline pipeline;
    private final boolean toNull;
    private final int[] required;
    private boolean nulled;

    /** What becomes of the rows, by their order; null where the query's conditions drop a row. */
    private final List<@Nullable Row> results = new ArrayList<>();

    private final List<Row> copies = new ArrayList<>();
    private @Nullable Rejection rejection;

    SourceReader(SourceDescription description, RowPipeline pipeline) {
        this.decoder = description.newDecoder();
        this.source = new Rows(description.schema().width());
        this.eventTimeColumn = description.watermarkColumn();
        this.eventTimeName =
                hasEventTime() ? description.schema().column(eventTimeColumn).name() : "";
        this.eventTimeExpression = description.eventTime().orElse(null);
        this.maxFutureSkewMicros = description.maxFutureSkewMicros();
        this.pipeline = pipeline;
        this.toNull = description.badRecords() == BadRecords.TO_NULL;
        Schema schema = description.schema();
        this.required = IntStream.range(0, schema.width())
                .filter(column ->
                        column == eventTimeColumn || !schema.column(column).nullable())
                .filter(column -> column != eventTimeColumn || eventTimeExpression == null)
                .toArray();
    }

    /** Whether the record is good: then its rows can be asked for. Otherwise there is a {@link #rejection}. */
    boolean read(Message message) {
        results.clear();
        nulled = false;
        try {
            decoder.decode(message, source);
        } catch (BadRecordException bad) {
            nulled = toNull && bad.column().isPresent() && hasWhatIsRequired();
            if (!nulled) {
                return reject(Rejection.Stage.DECODE, bad.column(), bad.reason());
            }
        }
        for (int i = 0; i < source.size(); i++) {
            if (!readRow(source.row(i), message.timestampMs())) {
                return false;
            }
        }
        return true;
    }

    /** Where a column is wrong, the decoder has left a null in it. */
    private boolean hasWhatIsRequired() {
        for (int i = 0; i < source.size(); i++) {
            for (int column : required) {
                if (source.row(i).isNull(column)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean readRow(Row row, long appendTimeMs) {
        if (hasEventTime() && !hasGoodEventTime(row, appendTimeMs)) {
            return false;
        }
        try {
            Row result = pipeline.apply(row);
            results.add(result == null || source.size() == 1 ? result : copy(result));
            return true;
        } catch (EvaluationException noValue) {
            return reject(Rejection.Stage.EXPRESSION, Optional.empty(), String.valueOf(noValue.getMessage()));
        }
    }

    private boolean hasGoodEventTime(Row row, long appendTimeMs) {
        if (eventTimeExpression != null) {
            try {
                eventTimeExpression.evaluator().evaluate(row, row, eventTimeColumn);
            } catch (EvaluationException noValue) {
                return reject(
                        Rejection.Stage.EVENT_TIME, Optional.of(eventTimeName), String.valueOf(noValue.getMessage()));
            }
        }
        if (row.isNull(eventTimeColumn)) {
            return reject(Rejection.Stage.EVENT_TIME, Optional.of(eventTimeName), "the event time is missing or null");
        }
        long eventTime = row.longAt(eventTimeColumn);
        return eventTime <= latestEventTime(appendTimeMs)
                || reject(
                        Rejection.Stage.EVENT_TIME,
                        Optional.of(eventTimeName),
                        tooFarInTheFuture(eventTime, appendTimeMs));
    }

    /** The pipeline's row is good until its next one only. */
    private Row copy(Row result) {
        int index = results.size();
        while (copies.size() <= index) {
            copies.add(new Row(result.width()));
        }
        Row copy = copies.get(index);
        for (int column = 0; column < result.width(); column++) {
            copy.copy(column, result, column);
        }
        return copy;
    }

    /** A producer may put anything into Kafka's timestamp, nanoseconds too: the product does not wrap around but stays at an end. */
    private long latestEventTime(long appendTimeMs) {
        long appendTime = micros(appendTimeMs);
        return appendTime > Long.MAX_VALUE - maxFutureSkewMicros ? Long.MAX_VALUE : appendTime + maxFutureSkewMicros;
    }

    private static long micros(long ms) {
        return Math.max(Long.MIN_VALUE / 1_000, Math.min(Long.MAX_VALUE / 1_000, ms)) * 1_000;
    }

    private String tooFarInTheFuture(long eventTime, long appendTimeMs) {
        return "the event time " + Timestamps.format(eventTime) + " is more than maxFutureSkew = "
                + DurationText.format(Duration.of(maxFutureSkewMicros, ChronoUnit.MICROS))
                + " after the record's append time " + Timestamps.format(micros(appendTimeMs));
    }

    private boolean reject(Rejection.Stage stage, Optional<String> column, String reason) {
        rejection = new Rejection(stage, column, reason);
        return false;
    }

    /** Number of rows of the record, those that the query's conditions drop included; 0 when it says by itself that it has none. */
    int size() {
        return source.size();
    }

    /** The row at that index, from 0; null when the query's conditions drop it. */
    @Nullable
    Row row(int index) {
        return results.get(index);
    }

    /** Whether the source has an event time; without one, {@link #eventTime} must not be asked for. */
    boolean hasEventTime() {
        return eventTimeColumn != SourceDescription.NO_EVENT_TIME;
    }

    /** Event time of the row at that index, in microseconds since 1970-01-01T00:00Z. */
    long eventTime(int index) {
        return source.row(index).longAt(eventTimeColumn);
    }

    /** Whether the good record has null in columns that could not be read. */
    boolean nulled() {
        return nulled;
    }

    Rejection rejection() {
        assert rejection != null;
        return rejection;
    }
}
