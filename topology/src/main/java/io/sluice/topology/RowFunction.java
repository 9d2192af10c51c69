package io.sluice.topology;

import io.sluice.query.plan.QueryPlan;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.pipeline.StatelessQuery;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A query without a window, as a function from a message to rows of the table. It keeps nothing from one message to the next, and
 * needs neither Kafka nor a table, so that a unit test can call it. Confined to one thread.
 */
public final class RowFunction {
    private final SourceReader reader;
    private final Schema outputSchema;
    private final boolean stopsAtBadRecords;
    private @Nullable KafkaMessage message;
    private long nowMs;
    private int filtered;

    /** @throws IllegalArgumentException when the plan is not filters and projections over one source */
    public RowFunction(SourceDescription source, QueryPlan plan) {
        this.reader =
                new SourceReader(source, new RowPipeline(StatelessQuery.of(plan).steps()));
        this.outputSchema = plan.schema();
        this.stopsAtBadRecords = source.badRecords() == BadRecords.FAIL;
    }

    /** The columns of a row that it gives. */
    public Schema outputSchema() {
        return outputSchema;
    }

    /**
     * Applies the query to a message, as a whole: one that is bad gives no row. What else became of it can be asked for until the
     * next call.
     *
     * @param nowMs time of a record that has none, and of its dead letter
     * @param rows each row is valid during the call only, and is reused
     * @return whether the message is good; otherwise there is a {@link #deadLetter}
     * @throws BadRecordStopException for a bad one, where that is to stop the query
     */
    public boolean apply(ConsumerRecord<byte[], byte[]> record, long nowMs, Consumer<Row> rows) {
        this.message = KafkaMessage.of(record, nowMs);
        this.nowMs = nowMs;
        this.filtered = 0;
        if (!reader.read(message)) {
            if (stopsAtBadRecords) {
                throw BadRecordStopException.at(Origin.of(record), reader.rejection());
            }
            return false;
        }
        for (int i = 0; i < reader.size(); i++) {
            Row row = reader.row(i);
            if (row == null) {
                filtered++;
            } else {
                rows.accept(row);
            }
        }
        return true;
    }

    /** Number of rows of the good message, those that the query's conditions drop included; 0 when it says itself that it has none. */
    public int size() {
        return reader.size();
    }

    /** How many of them the conditions dropped. */
    public int filtered() {
        return filtered;
    }

    /** Whether the good message has null in columns that could not be read, by {@link BadRecords#TO_NULL}. */
    public boolean nulled() {
        return reader.nulled();
    }

    /** Whether its rows have an event time. */
    public boolean hasEventTime() {
        return reader.hasEventTime();
    }

    /** Event time of the row at that index from 0 to {@link #size}, dropped or not, in microseconds since 1970-01-01T00:00Z. */
    public long eventTime(int index) {
        return reader.eventTime(index);
    }

    /**
     * What a bad message becomes: its bytes and headers, its place and the reason.
     *
     * @param topic of dead letters
     * @param maxBytes what the topic takes as one batch; a larger value is cut
     */
    public ProducerRecord<byte[], byte[]> deadLetter(String topic, int maxBytes) {
        KafkaMessage bad = message;
        if (bad == null) {
            throw new IllegalStateException("no message was taken");
        }
        Record<byte[], byte[]> letter =
                DeadLetter.of(bad.untouched(), Optional.of(Origin.of(bad.read())), reader.rejection(), nowMs, maxBytes);
        return new ProducerRecord<>(
                topic, null, letter.timestamp(), letter.key(), letter.value(), new RecordHeaders(letter.headers()));
    }
}
