package io.sluice.topology;

import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.watermark.SourceSilence;
import io.sluice.topology.watermark.WatermarkExchange;
import io.sluice.topology.watermark.WatermarkMessage;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Looks after the silence of a task's source partition by the wall clock. Confined to one stream thread. */
final class SilenceWatch {
    private final ProcessorContext<byte[], byte[]> context;
    private final SourceSilence silence;
    private final boolean watched;
    private @Nullable Cancellable schedule;
    private long pauseMs;

    SilenceWatch(
            ProcessorContext<byte[], byte[]> context,
            SourceClock clock,
            WatermarkExchange exchange,
            LongUnaryOperator endOfWindow) {
        this.context = context;
        this.silence = new SourceSilence(clock, exchange, endOfWindow, context.currentSystemTimeMs());
        this.watched = exchange.rule().settings().watched();
    }

    /** @param afterRise is called when the clock's watermark has risen without a record */
    void begin(Runnable afterRise) {
        if (watched) {
            lookEvery(silence.shortestPauseMs(), afterRise);
        }
    }

    private void lookEvery(long newPauseMs, Runnable afterRise) {
        if (schedule != null) {
            schedule.cancel();
        }
        pauseMs = newPauseMs;
        schedule = context.schedule(
                Duration.ofMillis(newPauseMs), PunctuationType.WALL_CLOCK_TIME, nowMs -> look(nowMs, afterRise));
    }

    private void look(long nowMs, Runnable afterRise) {
        long nextPauseMs = Math.min(2 * pauseMs, silence.longestPauseMs());
        boolean raised = silence.look(nowMs);
        if (raised) {
            nextPauseMs = silence.shortestPauseMs();
            afterRise.run();
        }
        if (raised || silence.isAwaited()) {
            // others may be waiting for it, and the next commit may be seconds away
            context.commit();
        }
        if (nextPauseMs != pauseMs) {
            lookEvery(nextPauseMs, afterRise);
        }
    }

    void heard(long recordMs) {
        silence.heard(recordMs);
    }

    /** Tells the other partitions what is new, in the transaction that is being prepared. */
    void tell() {
        if (watched) {
            long nowMs = context.currentSystemTimeMs();
            for (WatermarkMessage message : silence.toTell(nowMs)) {
                context.forward(
                        new Record<>(message.key(), message.value(), nowMs, new RecordHeaders()),
                        QueryTopology.WATERMARKS);
            }
        }
    }
}
