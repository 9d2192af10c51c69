package io.sluice.topology.watermark;

import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.watermark.WatermarkMessage.CloseTo;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The silence of one source partition, and what its task does about it: it raises the partition's clock to what the whole query
 * has reached, and tells the others how far it is. Confined to one stream thread.
 *
 * <p>Silence is what has been watched: the time between two looks counts up to a limit, so that neither a clock that is set nor a
 * process that stood still makes it longer, and the time between two runs does not count at all. What was watched before a
 * restart is kept with the clock.
 */
public final class SourceSilence {
    /** How often an unchanged state of silence is told anew while event times move on. */
    private static final long TELL_EVERY_MS = 1_000;
    /** The partition whose task decides for all that silence closes the last windows. */
    private static final int DECIDER = 0;

    private final SourceClock clock;
    private final WatermarkExchange exchange;
    private final SilenceSettings settings;
    private final LongUnaryOperator endOfWindow;
    private final long longestStepMs;
    private final long keepEveryMs;

    private long silentMs;
    private long lastLookMs;
    private boolean heardSinceLook;
    private boolean idle;
    private boolean silent;
    private long decided = Watermark.NONE;
    private boolean decisionTold = true;
    private @Nullable Share told;
    private long toldMs;

    /**
     * @param clock as it was restored
     * @param endOfWindow from an event time to the end of its window
     * @param nowMs wall-clock time in milliseconds, here as everywhere
     */
    public SourceSilence(SourceClock clock, WatermarkExchange exchange, LongUnaryOperator endOfWindow, long nowMs) {
        this.clock = clock;
        this.exchange = exchange;
        this.settings = exchange.rule().settings();
        this.endOfWindow = endOfWindow;
        this.longestStepMs = Math.max(5_000, settings.shortestMs() / 10);
        this.keepEveryMs = Math.max(1, settings.shortestMs() / 4);
        this.silentMs = clock.silentMs();
        this.lastLookMs = nowMs;
    }

    /** How long to wait for the next {@link #look} after one that has raised the watermark, in milliseconds. */
    public long shortestPauseMs() {
        return exchange.rule().atOnce() ? 100 : Math.max(10, Math.min(1_000, settings.shortestMs() / 4));
    }

    /** How long to wait for it at most, in milliseconds: where nothing moves, a look costs an empty transaction. */
    public long longestPauseMs() {
        return exchange.rule().atOnce()
                ? 100
                : Math.max(shortestPauseMs(), Math.min(10_000, settings.shortestMs() / 20));
    }

    /** A good record with that Kafka timestamp was read. */
    public void heard(long recordMs) {
        clock.heard(recordMs);
        silentMs = 0;
        heardSinceLook = true;
        idle = false;
        silent = false;
    }

    /**
     * Judges the silence at that time.
     *
     * @return whether the clock's watermark has risen
     */
    public boolean look(long nowMs) {
        long before = clock.watermark();
        watch(nowMs);
        QueryWatermark seen = exchange.at(nowMs);
        clock.raise(Math.max(decided, seen.closedTo()));
        if (silentMs >= settings.shortestMs()) {
            exchange.wantsProof(clock.partition());
        }
        if (seen.caughtUp(clock.partition())) {
            idle |= atLeast(settings.idleTimeoutMs());
            silent |= atLeast(settings.closeWhenIdleMs());
        }
        QueryWatermark view = seen.with(share(nowMs));
        if (view.idle(clock.partition())) {
            clock.raise(view.watermark());
        }
        if (clock.partition() == DECIDER) {
            decide(view);
        }
        return clock.watermark() > before;
    }

    /** Whether a run that ends by itself waits for the first word of this task, which has no input that would lead to a commit. */
    public boolean isAwaited() {
        return exchange.rule().atOnce() && told == null;
    }

    private boolean atLeast(OptionalLong ms) {
        return ms.isPresent() && silentMs >= ms.getAsLong();
    }

    private void watch(long nowMs) {
        if (heardSinceLook) {
            heardSinceLook = false;
        } else {
            silentMs += Math.max(0, Math.min(longestStepMs, nowMs - lastLookMs));
        }
        lastLookMs = nowMs;
        boolean matters = clock.silentMs() < settings.longestMs();
        if (matters && (silentMs - clock.silentMs() >= keepEveryMs || silentMs >= settings.longestMs())) {
            clock.keepSilence(silentMs);
        }
    }

    private void decide(QueryWatermark view) {
        long closeTo = view.closeTo(endOfWindow).orElse(Watermark.NONE);
        if (closeTo > Math.max(decided, view.closedTo())) {
            decided = closeTo;
            decisionTold = false;
            clock.raise(closeTo);
        }
    }

    private Share share(long nowMs) {
        return new Share(
                clock.partition(), clock.watermark(), clock.maxEventTime(), clock.lastRecordMs(nowMs), idle, silent);
    }

    /**
     * What is to be told now, for the transaction that is about to be committed. An available-now run tells every change, so that
     * positions and shares that are committed belong together; otherwise once a second will do while event times move on.
     */
    public List<WatermarkMessage> toTell(long nowMs) {
        boolean all = exchange.rule().atOnce();
        List<WatermarkMessage> messages = new ArrayList<>();
        if (!decisionTold) {
            messages.add(new CloseTo(decided));
            decisionTold = true;
        }
        Share share = share(nowMs);
        if (!share.equals(told) && (all || isNews(share) || nowMs - toldMs >= TELL_EVERY_MS || nowMs < toldMs)) {
            messages.add(share);
            told = share;
            toldMs = nowMs;
        }
        return messages;
    }

    private boolean isNews(Share share) {
        return told == null || share.idle() != told.idle() || share.silent() != told.silent();
    }
}
