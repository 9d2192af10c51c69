package io.sluice.topology;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Window;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.pipeline.WindowedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a source as a query does, without computing anything: the same decoder, conditions and clock for each partition, in the
 * order of arrival. What it tells of a row decides with which watermark delays the query would drop it; silence, which also
 * moves a watermark, is left out. Confined to one thread.
 */
public final class ArrivedRows {
    private final SourceReader reader;
    private final List<SourceClock> clocks = new ArrayList<>();
    private final Window window;
    private final int eventTimeColumn;

    public ArrivedRows(SourceDescription source, QueryPlan plan) {
        WindowedQuery query = WindowedQuery.of(plan);
        reader = new SourceReader(source, new RowPipeline(query.before()));
        window = query.aggregate().window();
        eventTimeColumn = query.aggregate().eventTime();
        for (int partition = 0; partition < source.partitions(); partition++) {
            clocks.add(new SourceClock(partition, 0));
        }
    }

    /** Takes the next message of its partition, and hands on those of its rows that would be counted in a window. */
    public void take(Message message, Consumer<ArrivedRow> rows) {
        SourceClock clock = clocks.get(message.partition());
        if (!reader.read(message)) {
            clock.countDeadLetter();
            return;
        }
        if (reader.size() == 0) {
            clock.countWithoutRows();
        }
        for (int i = 0; i < reader.size(); i++) {
            clock.observe(reader.eventTime(i));
            Row row = reader.row(i);
            if (row == null) {
                clock.countFiltered();
            } else {
                rows.accept(arrived(message, row, clock));
            }
        }
    }

    private ArrivedRow arrived(Message message, Row row, SourceClock clock) {
        long eventTime = row.longAt(eventTimeColumn);
        long start = window.startOf(eventTime);
        return new ArrivedRow(message, eventTime, start, window.endOf(start), clock.maxEventTime());
    }

    /** Length of the query's windows, in microseconds; of days in a zone, that of most. */
    public long windowSize() {
        return window.sizeMicros();
    }

    /** What became of the messages so far, by partition; no row counts as late. */
    public List<SourceClock.SourceProgress> progress() {
        return clocks.stream().map(SourceClock::progress).toList();
    }
}
