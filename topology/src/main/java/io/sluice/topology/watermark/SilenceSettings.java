package io.sluice.topology.watermark;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What silence of a source leads to. It may change between runs: no state is laid out by it.
 *
 * @param idleTimeoutMs how long a partition must be silent to hold the others back no more, in milliseconds; empty for never
 * @param closeWhenIdleMs how long all partitions must be silent for their last windows to be closed, in milliseconds; empty for
 *     never
 */
public record SilenceSettings(OptionalLong idleTimeoutMs, OptionalLong closeWhenIdleMs) {
    /** Silence leads to nothing. */
    public static final SilenceSettings OFF = new SilenceSettings(OptionalLong.empty(), OptionalLong.empty());

    /** Whether silence leads to anything, so that the partitions must hear of each other. */
    public boolean watched() {
        return idleTimeoutMs.isPresent() || closeWhenIdleMs.isPresent();
    }

    /** The shortest silence that leads to anything, in milliseconds. */
    public long shortestMs() {
        return times().min().orElse(Long.MAX_VALUE);
    }

    /** The longest silence that leads to anything, in milliseconds. */
    public long longestMs() {
        return times().max().orElse(Long.MAX_VALUE);
    }

    private LongStream times() {
        return Stream.of(idleTimeoutMs, closeWhenIdleMs).flatMapToLong(OptionalLong::stream);
    }
}
