package io.sluice.topology;

import io.sluice.serdes.schema.Row;
import io.sluice.topology.ledger.InputPosition;
import io.sluice.topology.ledger.LateRow;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.progress.EventTimes;
import io.sluice.topology.progress.TopologyProgress;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Takes in the messages of one source partition: rejected ones go to the dead letters, in the transaction that also commits their
 * position, or stop the query, and all others move the partition's clock. Confined to one stream thread.
 */
final class SourceIntake {
    private final ProcessorContext<byte[], byte[]> context;
    private final SourceReader reader;
    private final SourceClock clock;
    private final InputPosition position;
    private final SilenceWatch silence;
    private final int maxDeadLetterBytes;
    private final BadRecords badRecords;
    private final LateRecords lateRecords;
    private @Nullable LateRow firstLate;
    private int lateRows;
    private final EventTimes.Counter eventTimes = new EventTimes.Counter();

    SourceIntake(
            ProcessorContext<byte[], byte[]> context,
            SourceReader reader,
            SourceClock clock,
            InputPosition position,
            SilenceWatch silence,
            int maxDeadLetterBytes,
            SourceDescription source) {
        this.context = context;
        this.reader = reader;
        this.clock = clock;
        this.position = position;
        this.silence = silence;
        this.maxDeadLetterBytes = maxDeadLetterBytes;
        this.badRecords = source.badRecords();
        this.lateRecords = source.lateRecords();
    }

    /**
     * Takes the message in and hands on its rows, each after the clock has heard of it: the watermark may have risen.
     *
     * @param rows not called for a message that is rejected, and with null for a row that the query's conditions drop
     * @throws BadRecordStopException for a message that is rejected, where that is to stop the query
     */
    void take(ConsumerRecord<byte[], byte[]> record, RowConsumer rows) {
        KafkaMessage message = KafkaMessage.of(record, context.currentSystemTimeMs());
        position.passed(message.offset());
        if (!reader.read(message)) {
            reject(message);
            return;
        }
        if (reader.nulled()) {
            clock.countNulled();
        }
        if (reader.size() == 0) {
            clock.countWithoutRows();
            return;
        }
        silence.heard(message.timestampMs());
        for (int i = 0; i < reader.size(); i++) {
            clock.observe(reader.eventTime(i));
            eventTimes.add(reader.eventTime(i), clock.maxEventTime());
            Row row = reader.row(i);
            if (row == null) {
                clock.countFiltered();
            }
            rows.accept(row);
        }
        if (firstLate != null) {
            keep(message, firstLate);
        }
    }

    /** The row that is being handed on came for that window, which is closed. */
    void late(long eventTime, long windowStart, long windowEnd) {
        // its record is the last one that was passed
        LateRow late = new LateRow(position.next() - 1, eventTime, windowStart, windowEnd, clock.watermark());
        clock.countLate(late);
        if (lateRecords == LateRecords.TOPIC) {
            firstLate = firstLate == null ? late : firstLate;
            lateRows++;
        }
    }

    /** Once, however many of its rows are late. */
    private void keep(KafkaMessage message, LateRow first) {
        context.forward(
                LateRecord.of(
                        message, first, lateRows, reader.size(), context.currentSystemTimeMs(), maxDeadLetterBytes),
                QueryTopology.LATE_RECORDS);
        firstLate = null;
        lateRows = 0;
    }

    /** Takes the rows of a message, one after the other. */
    @FunctionalInterface
    interface RowConsumer {
        void accept(@Nullable Row row);
    }

    /** Tells how far this task has got, as of the commit that is being prepared. */
    void report(TopologyProgress progress) {
        progress.source(clock.progress());
        if (position.next() > 0) {
            progress.position(clock.partition(), position.next());
        }
        progress.eventTimes(eventTimes.take());
    }

    private void reject(KafkaMessage message) {
        if (badRecords == BadRecords.FAIL) {
            throw BadRecordStopException.at(Origin.of(message.read()), reader.rejection());
        }
        clock.countDeadLetter();
        context.forward(
                DeadLetter.of(
                        message.untouched(),
                        Optional.of(Origin.of(message.read())),
                        reader.rejection(),
                        context.currentSystemTimeMs(),
                        maxDeadLetterBytes),
                QueryTopology.DEAD_LETTERS);
    }
}
