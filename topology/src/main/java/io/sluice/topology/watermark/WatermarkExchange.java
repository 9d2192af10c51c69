package io.sluice.topology.watermark;

import io.sluice.topology.ledger.Watermark;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Where the task of a partition hears of the others. Thread-safe; no call waits for anything. */
public interface WatermarkExchange {

    /** How silence is told. */
    SilenceRule rule();

    /** What is known at that wall-clock time. */
    QueryWatermark at(long nowMs);

    /** The partition is silent, and a proof is wanted that nothing in it is unread. */
    void wantsProof(int partition);

    /** Of a process that has all partitions in one task, and nothing unread in them: a test driver. */
    static WatermarkExchange alone(int partitions, SilenceSettings settings) {
        SilenceRule rule = SilenceRule.watching(settings);
        QueryWatermark nothingHeard = QueryWatermark.of(
                partitions,
                rule,
                Map.of(),
                IntStream.range(0, partitions).boxed().collect(Collectors.toSet()),
                Watermark.NONE);
        return new WatermarkExchange() {
            @Override
            public SilenceRule rule() {
                return rule;
            }

            @Override
            public QueryWatermark at(long nowMs) {
                return nothingHeard;
            }

            @Override
            public void wantsProof(int partition) {
                // there is one already
            }
        };
    }
}
