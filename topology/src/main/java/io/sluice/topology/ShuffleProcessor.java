package io.sluice.topology;

import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.InputPosition;
import io.sluice.topology.ledger.PartialAggregates;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.poll.Polled;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.WatermarkExchange;
import java.util.function.IntToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The half of a query before the shuffle: judges lateness by the partition's own clock, aggregates between commits, and sends
 * the partial aggregates and then the watermark when a commit is prepared, inside its transaction.
 */
final class ShuffleProcessor implements Processor<byte[], Polled, byte[], byte[]> {
    /** Above this many (window, group) pairs the partial aggregates are sent before the commit, to bound the heap. */
    private static final int MAX_PARTIAL_AGGREGATES = 100_000;

    private final SourceDescription source;
    private final TopologyProgress progress;
    private final int maxDeadLetterBytes;
    private final SourceReader reader;
    private final GroupKeys groupKeys;
    private final RowCodec stateCodec;
    private final PartialAggregates partials;
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
            CommitScope commitScope,
            WriteThroughStore store,
            SourceClock clock,
            InputPosition position,
            SilenceWatch silence,
            SourceIntake intake,
            EarlyCommit earlyCommit) {}

    private long announcedWatermark;

    ShuffleProcessor(
            SourceDescription source,
            WindowedQuery query,
            TopologyProgress progress,
            ProcessSettings process,
            EarlyCommit.Rule earlyCommits) {
        this.earlyCommits = earlyCommits;
        this.source = source;
        this.progress = progress;
        this.maxDeadLetterBytes = process.maxDeadLetterBytes();
        this.reader = new SourceReader(source, new RowPipeline(query.before()));
        this.groupKeys = new GroupKeys(query.aggregate());
        Aggregation aggregation = new Aggregation(query.aggregate().aggregates());
        this.stateCodec = new RowCodec(aggregation.stateSchema());
        this.window = query.aggregate().window();
        this.partials = new PartialAggregates(window, aggregation);
        this.exchange = process.exchange();
        this.ends = process::end;
        this.eventTimeColumn = query.aggregate().eventTime();
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        WriteThroughStore store = context.getStateStore(QueryTopology.SOURCE_CLOCK_STORE);
        SourceClock clock = new SourceClock(context.taskId().partition(), source.delayMicros());
        clock.load(store);
        InputPosition position = new InputPosition(context.taskId().partition());
        position.load(store);
        partials.clear();
        // it was sent in the transaction that saved it
        announcedWatermark = clock.watermark();
        store.beforeCommit(this::flush);
        SilenceWatch silence = new SilenceWatch(context, clock, exchange, window::endOfWindowAt);
        state = new State(
                context,
                new CommitScope(context),
                store,
                clock,
                position,
                silence,
                new SourceIntake(context, reader, clock, position, silence, maxDeadLetterBytes, source),
                earlyCommits.begin(
                        context,
                        position.next(),
                        ends.applyAsLong(context.taskId().partition())));
        silence.begin(() -> {
            // the commit that follows sends the watermark on
        });
        progress.sourceOpened(clock.progress());
    }

    @Override
    public void process(Record<byte[], Polled> polled) {
        State now = state();
        for (ConsumerRecord<byte[], byte[]> message : Polled.records(polled, now.context)) {
            now.intake.take(message, taken);
        }
        now.earlyCommit.taken(closesMore(now), now.position.next());
    }

    /** Whether the watermark has passed the end of a window since it was sent on last. */
    private boolean closesMore(State now) {
        long watermark = now.clock.watermark();
        return watermark > announcedWatermark
                && (announcedWatermark == Watermark.NONE || window.endOfWindowAt(announcedWatermark) <= watermark);
    }

    private void taken(@Nullable Row row) {
        if (row != null) {
            add(state(), row);
        }
    }

    private void add(State now, Row row) {
        long eventTime = row.longAt(eventTimeColumn);
        if (partials.isLate(eventTime, now.clock.watermark())) {
            long start = window.startOf(eventTime);
            now.intake.late(eventTime, start, window.endOf(start));
            return;
        }
        partials.add(eventTime, groupKeys.of(row), row);
        if (partials.size() >= MAX_PARTIAL_AGGREGATES) {
            send(now);
        }
    }

    private void flush() {
        state().earlyCommit.committing(this::write);
    }

    private void write() {
        State now = state();
        now.commitScope.run(() -> {
            send(now);
            now.silence.tell();
        });
        now.clock.flush(now.store);
        now.position.flush(now.store);
        now.intake.report(progress);
    }

    private void send(State now) {
        int partition = now.clock.partition();
        partials.drain((windowStart, groupKey, partial) -> forward(
                now, groupKey, new ShuffleMessage.Partial(partition, windowStart, stateCodec.encode(partial)), 1));
        long watermark = now.clock.watermark();
        if (watermark > announcedWatermark) {
            ShuffleMessage marker = new ShuffleMessage.WatermarkMarker(partition, watermark);
            forward(now, new byte[0], marker, source.partitions());
            announcedWatermark = watermark;
        }
    }

    /** @param copies how many records the message becomes in the shuffle topic */
    private void forward(State now, byte[] key, ShuffleMessage message, int copies) {
        byte[] value = message.encode();
        progress.shuffled(copies, (long) copies * (key.length + value.length));
        now.context.forward(
                new Record<>(key, value, now.context.currentSystemTimeMs(), new RecordHeaders()),
                QueryTopology.SHUFFLE_INPUT);
    }

    @Override
    public void close() {
        if (state != null) {
            state.earlyCommit.close();
            progress.sourceClosed(state.clock.partition());
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
