package io.sluice.topology;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.Relation;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.WindowLedger;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.pipeline.WindowedQuery;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Turns the groups of closed windows into rows of the outbox. A group whose result does not exist (an overflow, a division by
 * zero in an expression over aggregates) goes to the dead letters with all its aggregates, so that it is not lost, or stops the query.
 */
final class ClosedWindowEmitter implements WindowLedger.ClosedGroups {
    private final ProcessorContext<byte[], byte[]> context;
    private final String deadLetters;
    private final int maxDeadLetterBytes;
    private final BadRecords badRecords;
    private final Relation.WindowAggregate aggregate;
    private final Aggregation aggregation;
    private final RowPipeline after;
    private final RowCodec keyCodec;
    private final RowCodec outputCodec;
    private final Row keys;
    private final Row aggregated;
    private @Nullable ConsumerRecord<byte[], byte[]> cause;
    private long rows;

    /** @param deadLetters name of the child node that takes dead letters */
    ClosedWindowEmitter(
            ProcessorContext<byte[], byte[]> context,
            WindowedQuery query,
            Aggregation aggregation,
            String deadLetters,
            int maxDeadLetterBytes,
            BadRecords badRecords) {
        this.context = context;
        this.deadLetters = deadLetters;
        this.maxDeadLetterBytes = maxDeadLetterBytes;
        this.badRecords = badRecords;
        this.aggregate = query.aggregate();
        this.aggregation = aggregation;
        this.after = new RowPipeline(query.after());
        this.keyCodec = new RowCodec(aggregate.keySchema());
        this.outputCodec = new RowCodec(query.outputSchema());
        this.keys = aggregate.keySchema().newRow();
        this.aggregated = aggregate.schema().newRow();
    }

    /** @param record the one that is taken in from now on; null when none is, so that only silence can close a window */
    void causedBy(@Nullable ConsumerRecord<byte[], byte[]> record) {
        cause = record;
    }

    private Optional<Origin> origin() {
        return Optional.ofNullable(cause).map(Origin::of);
    }

    @Override
    public void closed(long windowStart, long windowEnd, byte[] groupKey, Row state) {
        keyCodec.decode(groupKey, keys);
        aggregated.clear();
        for (int i = 0; i < keys.width(); i++) {
            aggregated.copy(i, keys, i);
        }
        aggregated.setLong(aggregate.windowStart(), windowStart);
        aggregated.setLong(aggregate.windowEnd(), windowEnd);
        Row output;
        try {
            aggregation.finish(state, aggregated, aggregate.firstAggregate());
            output = after.apply(aggregated);
        } catch (EvaluationException noResult) {
            reject(groupKey, String.valueOf(noResult.getMessage()));
            return;
        }
        if (output != null) {
            rows++;
            context.forward(record(groupKey, outputCodec.encode(output)), QueryTopology.CLOSED_WINDOWS);
        }
    }

    /** Number of rows handed on since the task was opened. */
    long rows() {
        return rows;
    }

    private void reject(byte[] groupKey, String reason) {
        String json = new RowJson(aggregate.schema()).text(aggregated);
        if (badRecords == BadRecords.FAIL) {
            throw BadRecordStopException.atWindow(json, origin(), reason);
        }
        byte[] value = json.getBytes(StandardCharsets.UTF_8);
        Rejection rejection = new Rejection(Rejection.Stage.OUTPUT, Optional.empty(), reason);
        context.forward(
                DeadLetter.of(
                        record(groupKey, value),
                        origin(),
                        rejection,
                        context.currentSystemTimeMs(),
                        maxDeadLetterBytes),
                deadLetters);
    }

    /** With the time now: a window's own time may lie before 1970 or ahead of the broker's clock, and Kafka refuses both. */
    private Record<byte[], byte[]> record(byte[] key, byte[] value) {
        return new Record<>(key, value, context.currentSystemTimeMs(), new RecordHeaders());
    }
}
