package io.sluice.topology;

import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.InputPosition;
import io.sluice.topology.ledger.UpstreamWatermarks;
import io.sluice.topology.ledger.WindowLedger;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.poll.Polled;
import io.sluice.topology.progress.LedgerProgress;
import io.sluice.topology.progress.TopologyProgress;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** The half of a query behind the shuffle: merges partial aggregates and closes windows by the smallest upstream watermark. */
final class LedgerProcessor implements Processor<byte[], Polled, byte[], byte[]> {
    private final WindowedQuery query;
    private final TopologyProgress progress;
    private final Aggregation aggregation;
    private final WindowLedger ledger;
    private final UpstreamWatermarks upstream;
    private final int maxDeadLetterBytes;
    private final BadRecords badRecords;
    private final EarlyCommit.Rule earlyCommits;
    private @Nullable State state;

    /** What exists between init and close. */
    private record State(
            ProcessorContext<byte[], byte[]> context,
            WriteThroughStore store,
            InputPosition position,
            ClosedWindowEmitter emitter,
            EarlyCommit earlyCommit) {}

    LedgerProcessor(
            int sourcePartitions,
            BadRecords badRecords,
            WindowedQuery query,
            TopologyProgress progress,
            ProcessSettings process,
            EarlyCommit.Rule earlyCommits) {
        this.earlyCommits = earlyCommits;
        this.query = query;
        this.progress = progress;
        this.maxDeadLetterBytes = process.maxDeadLetterBytes();
        this.badRecords = badRecords;
        this.aggregation = new Aggregation(query.aggregate().aggregates());
        this.ledger = new WindowLedger(query.aggregate().window(), aggregation, process.heap());
        this.upstream = new UpstreamWatermarks(sourcePartitions);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        WriteThroughStore store = context.getStateStore(QueryTopology.LEDGER_STORE);
        upstream.load(store);
        ledger.load(store);
        InputPosition position = new InputPosition(context.taskId().partition());
        position.load(store);
        store.beforeCommit(this::flush);
        state = new State(
                context,
                store,
                position,
                new ClosedWindowEmitter(
                        context,
                        query,
                        aggregation,
                        QueryTopology.DEAD_LETTERS_OF_WINDOWS,
                        maxDeadLetterBytes,
                        badRecords),
                earlyCommits.begin(context));
        report(state());
    }

    @Override
    public void process(Record<byte[], Polled> polled) {
        State now = state();
        long rows = now.emitter.rows();
        for (ConsumerRecord<byte[], byte[]> message : Polled.records(polled, now.context)) {
            now.emitter.causedBy(message);
            take(message, now);
        }
        now.emitter.causedBy(null);
        now.earlyCommit.taken(now.emitter.rows() > rows);
        if (ledger.isCrowded()) {
            now.context.commit();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> message, State now) {
        now.position.passed(message.offset());
        ShuffleMessage shuffled = ShuffleMessage.decode(message.value());
        if (shuffled instanceof ShuffleMessage.Partial partial) {
            ledger.merge(partial.windowStart(), message.key(), partial.state());
        } else if (shuffled instanceof ShuffleMessage.WatermarkMarker marker) {
            ledger.advance(upstream.advance(marker.sourcePartition(), marker.watermark()), now.emitter);
        }
    }

    private void flush() {
        state().earlyCommit.committing(this::write);
    }

    private void write() {
        State now = state();
        upstream.flush(now.store);
        now.position.flush(now.store);
        ledger.flush(now.store);
        report(now);
    }

    private void report(State now) {
        progress.ledger(new LedgerProgress(
                now.context.taskId().partition(),
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
            progress.ledgerClosed(state.context.taskId().partition());
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
