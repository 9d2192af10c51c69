package io.sluice.topology.watermark;

import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.util.OptionalLong;

/**
 * How silence is told. A query that runs on has watched its partitions and believes their tasks. An available-now run has no
 * time to watch: it goes by the Kafka timestamp of a partition's last record, and a partition without any is silent.
 *
 * @param asOfMs the wall-clock time that an available-now run began; empty for a query that runs on
 */
public record SilenceRule(SilenceSettings settings, OptionalLong asOfMs) {

    public static SilenceRule watching(SilenceSettings settings) {
        return new SilenceRule(settings, OptionalLong.empty());
    }

    public static SilenceRule asOf(SilenceSettings settings, long nowMs) {
        return new SilenceRule(settings, OptionalLong.of(nowMs));
    }

    /** Whether no time is left to watch, so that each partition must be judged at once. */
    public boolean atOnce() {
        return asOfMs.isPresent();
    }

    boolean idle(Share share) {
        return asOfMs.isPresent() ? older(share, settings.idleTimeoutMs()) : share.idle();
    }

    boolean silent(Share share) {
        return asOfMs.isPresent() ? older(share, settings.closeWhenIdleMs()) : share.silent();
    }

    private boolean older(Share share, OptionalLong timeMs) {
        return timeMs.isPresent()
                && (share.lastRecordMs() == SourceClock.NEVER
                        || asOfMs.orElseThrow() - share.lastRecordMs() >= timeMs.getAsLong());
    }
}
