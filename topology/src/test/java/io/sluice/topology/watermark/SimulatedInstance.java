package io.sluice.topology.watermark;

import io.sluice.topology.watermark.SimulatedQuery.Message;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/** A process with a clock of its own, which may be hours off, and a reader of the watermarks topic that lags behind. */
final class SimulatedInstance {
    final SharedWatermarks shared;
    private final SimulatedQuery query;
    private final LongSupplier trueTime;
    private final long clockErrorMs;
    private int read;

    SimulatedInstance(SimulatedQuery query, SilenceRule rule, long proofMs, LongSupplier trueTime, long clockErrorMs) {
        this.query = query;
        this.shared = new SharedWatermarks(query.partitions(), rule, proofMs);
        this.trueTime = trueTime;
        this.clockErrorMs = clockErrorMs;
    }

    long trueMs() {
        return trueTime.getAsLong();
    }

    long nowMs() {
        return trueMs() + clockErrorMs;
    }

    void read(int most) {
        for (int i = 0; i < most && read < query.watermarks.size(); i++) {
            Message message = query.watermarks.get(read++);
            shared.read(message.key(), message.value());
        }
    }

    /** Asks which partitions hold nothing unread, in the order that the real one keeps. */
    void prove() {
        Set<Integer> caughtUp = new HashSet<>(shared.toBeProven());
        long atMs = nowMs();
        caughtUp.removeIf(partition -> query.committed.get(partition).position
                < query.source.get(partition).size());
        read(Integer.MAX_VALUE);
        shared.proven(caughtUp, atMs);
    }
}
