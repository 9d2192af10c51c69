package io.sluice.topology;

import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.InputPosition;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.WindowLedger;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.poll.Polled;
import io.sluice.topology.progress.LedgerProgress;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.WatermarkExchange;
import java.util.function.IntToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** A whole query in one step, for sources whose record key is among the group keys: no row has to change its partition. */
final class DirectProcessor implements Processor<byte[], Polled, byte[], byte[]> {
    private final SourceDescription source;
    private final WindowedQuery query;
    private final TopologyProgress progress;
    private final int maxDeadLetterBytes;
    private final SourceReader reader;
    private final GroupKeys groupKeys;
    private final Aggregation aggregation;
    private final WindowLedger ledger;
    private final Window window;
    private final int eventTimeColumn;
    private final WatermarkExchange exchange;
    private final IntToLongFunction ends;
    private final EarlyCommit.Rule earlyCommits;
    private final SourceIntake.RowConsumer taken = this::taken;
    private @Nullable State state;

    /** What exists between init and close. */
    private record State(
            ProcessorContext<byte[], byte[]> context,
            WriteThroughStore store,
            SourceClock clock,
            InputPosition position,
            CommitScope commitScope,
            SilenceWatch silence,
            SourceIntake intake,
            ClosedWindowEmitter emitter,
            EarlyCommit earlyCommit) {}

    DirectProcessor(
            SourceDescription source,
            WindowedQuery query,
            TopologyProgress progress,
            ProcessSettings process,
            EarlyCommit.Rule earlyCommits) {
        this.earlyCommits = earlyCommits;
        this.source = source;
        this.query = query;
        this.progress = progress;
        this.maxDeadLetterBytes = process.maxDeadLetterBytes();
        this.reader = new SourceReader(source, new RowPipeline(query.before()));
        this.groupKeys = new GroupKeys(query.aggregate());
        this.aggregation = new Aggregation(query.aggregate().aggregates());
        this.window = query.aggregate().window();
        this.ledger = new WindowLedger(window, aggregation, process.heap());
        this.exchange = process.exchange();
        this.ends = process::end;
        this.eventTimeColumn = query.aggregate().eventTime();
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        WriteThroughStore store = context.getStateStore(QueryTopology.LEDGER_STORE);
        SourceClock clock = new SourceClock(context.taskId().partition(), source.delayMicros());
        clock.load(store);
        InputPosition position = new InputPosition(context.taskId().partition());
        position.load(store);
        ledger.load(store);
        store.beforeCommit(this::flush);
        SilenceWatch silence = new SilenceWatch(context, clock, exchange, window::endOfWindowAt);
        state = new State(
                context,
                store,
                clock,
                position,
                new CommitScope(context),
                silence,
                new SourceIntake(context, reader, clock, position, silence, maxDeadLetterBytes, source),
                new ClosedWindowEmitter(
                        context,
                        query,
                        aggregation,
                        QueryTopology.DEAD_LETTERS,
                        maxDeadLetterBytes,
                        source.badRecords()),
                earlyCommits.begin(
                        context,
                        position.next(),
                        ends.applyAsLong(context.taskId().partition())));
        silence.begin(this::advance);
        progress.sourceOpened(clock.progress());
        report(state());
    }

    @Override
    public void process(Record<byte[], Polled> polled) {
        State now = state();
        long rows = now.emitter.rows();
        for (ConsumerRecord<byte[], byte[]> message : Polled.records(polled, now.context)) {
            now.emitter.causedBy(message);
            now.intake.take(message, taken);
        }
        now.emitter.causedBy(null);
        now.earlyCommit.taken(now.emitter.rows() > rows, now.position.next());
        if (ledger.isCrowded()) {
            now.context.commit();
        }
    }

    private void taken(@Nullable Row row) {
        advance();
        if (row != null) {
            add(state(), row);
        }
    }

    private void advance() {
        State now = state();
        ledger.advance(now.clock.watermark(), now.emitter);
    }

    private void add(State now, Row row) {
        long eventTime = row.longAt(eventTimeColumn);
        if (ledger.isLate(eventTime)) {
            long start = window.startOf(eventTime);
            now.intake.late(eventTime, start, window.endOf(start));
        } else {
            ledger.add(eventTime, groupKeys.of(row), row);
        }
    }

    private void flush() {
        state().earlyCommit.committing(this::write);
    }

    private void write() {
        State now = state();
        now.commitScope.run(now.silence::tell);
        now.clock.flush(now.store);
        now.position.flush(now.store);
        ledger.flush(now.store);
        report(now);
    }

    private void report(State now) {
        now.intake.report(progress);
        progress.ledger(new LedgerProgress(
                now.clock.partition(),
                ledger.watermark(),
                ledger.openWindows(),
                ledger.openGroups(),
                now.emitter.rows(),
                ledger.updatedGroups(),
                ledger.heapBytes(),
                ledger.groupsOfOldest(LedgerProgress.MOST_WINDOWS)));
    }

    @Override
    public void close() {
        if (state != null) {
            ledger.close();
            state.earlyCommit.close();
            progress.sourceClosed(state.clock.partition());
            progress.ledgerClosed(state.clock.partition());
            state = null;
        }
    }

    private State state() {
        if (state == null) {
            throw new IllegalStateException("the processor is not open");
        }
        return state;
    }
}
