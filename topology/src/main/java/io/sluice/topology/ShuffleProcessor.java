package io.sluice.topology;

import io.sluice.query.plan.Window;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.InputPosition;
import io.sluice.topology.ledger.PartialAggregates;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.progress.TopologyProgress;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.jspecify.annotations.Nullable;

/**
 * The half of a query before the shuffle: judges lateness by the partition's own clock, aggregates between commits, and sends
 * the partial aggregates and then the watermark when a commit is prepared, inside its transaction.
 */
final class ShuffleProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    /** Above this many (window, group) pairs the partial aggregates are sent before the commit, to bound the heap. */
    private static final int MAX_PARTIAL_AGGREGATES = 100_000;

    private final SourceDescription source;
    private final TopologyProgress progress;
    private final SourceReader reader;
    private final GroupKeys groupKeys;
    private final RowCodec stateCodec;
    private final PartialAggregates partials;
    private final int eventTimeColumn;
    private @Nullable State state;

    /** What exists between init and close. */
    private record State(
            ProcessorContext<byte[], byte[]> context,
            ProcessorNode<?, ?, ?, ?> node,
            WriteThroughStore store,
            SourceClock clock,
            InputPosition position,
            SourceIntake intake) {}

    private long announcedWatermark;

    ShuffleProcessor(SourceDescription source, WindowedQuery query, TopologyProgress progress) {
        this.source = source;
        this.progress = progress;
        this.reader = new SourceReader(source, new RowPipeline(query.before()));
        this.groupKeys = new GroupKeys(query.aggregate());
        Aggregation aggregation = new Aggregation(query.aggregate().aggregates());
        this.stateCodec = new RowCodec(aggregation.stateSchema());
        this.partials =
                new PartialAggregates((Window.Tumbling) query.aggregate().window(), aggregation);
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
        ProcessorNode<?, ?, ?, ?> node = ((InternalProcessorContext<?, ?>) context).currentNode();
        state = new State(context, node, store, clock, position, new SourceIntake(context, reader, clock, position));
        progress.source(clock.progress());
    }

    @Override
    public void process(Record<byte[], byte[]> message) {
        State now = state();
        if (now.intake.take(message) == SourceReader.Outcome.ROW) {
            add(now);
        }
    }

    private void add(State now) {
        long eventTime = reader.row().longAt(eventTimeColumn);
        if (partials.isLate(eventTime, now.clock.watermark())) {
            now.clock.countLate();
            return;
        }
        partials.add(eventTime, groupKeys.of(reader.row()), reader.row());
        if (partials.size() >= MAX_PARTIAL_AGGREGATES) {
            send(now);
        }
    }

    private void flush() {
        State now = state();
        InternalProcessorContext<?, ?> internal = (InternalProcessorContext<?, ?>) now.context;
        ProcessorNode<?, ?, ?, ?> before = internal.currentNode();
        // a commit is prepared outside of any node, and forward() needs to know whose children are meant
        internal.setCurrentNode(now.node);
        try {
            send(now);
        } finally {
            internal.setCurrentNode(before);
        }
        now.clock.flush(now.store);
        now.position.flush(now.store);
        progress.source(now.clock.progress());
    }

    private void send(State now) {
        int partition = now.clock.partition();
        partials.drain((windowStart, groupKey, partial) ->
                forward(now, groupKey, new ShuffleMessage.Partial(partition, windowStart, stateCodec.encode(partial))));
        long watermark = now.clock.watermark();
        if (watermark > announcedWatermark) {
            forward(now, new byte[0], new ShuffleMessage.WatermarkMarker(partition, watermark));
            announcedWatermark = watermark;
        }
    }

    private static void forward(State now, byte[] key, ShuffleMessage message) {
        Record<byte[], byte[]> shuffled =
                new Record<>(key, message.encode(), now.context.currentSystemTimeMs(), new RecordHeaders());
        now.context.forward(shuffled, QueryTopology.SHUFFLE_INPUT);
    }

    @Override
    public void close() {
        if (state != null) {
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
