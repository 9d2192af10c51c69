package io.sluice.topology.watermark;

import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.watermark.WatermarkMessage.CloseTo;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a process has read of the watermarks topic and found out about unread records. One thread feeds it, the stream threads
 * ask. Thread-safe.
 *
 * <p>That a partition is caught up is believed for a limited time only: where Kafka does not answer, nothing is proven, and nobody
 * follows further.
 */
public final class SharedWatermarks implements WatermarkExchange {
    private final int partitions;
    private final SilenceRule rule;
    private final long proofMs;
    private Map<Integer, Share> shares = Map.of();
    private long closedTo = Watermark.NONE;
    private final Map<Integer, Long> provenAt = new HashMap<>();
    private final Set<Integer> wanted = new HashSet<>();

    /**
     * @param partitions number of partitions of the source
     * @param proofMs how long a proof is good for, in milliseconds
     */
    public SharedWatermarks(int partitions, SilenceRule rule, long proofMs) {
        this.partitions = partitions;
        this.rule = rule;
        this.proofMs = proofMs;
    }

    /** Takes the next committed record of the watermarks topic. */
    public synchronized void read(byte @Nullable [] key, byte @Nullable [] value) {
        WatermarkMessage message = WatermarkMessage.decode(key, value);
        if (message instanceof Share share) {
            Map<Integer, Share> newer = new HashMap<>(shares);
            newer.put(share.partition(), share);
            shares = newer;
        } else if (message instanceof CloseTo close) {
            closedTo = Math.max(closedTo, close.watermark());
        }
    }

    /**
     * The partitions to be proven now: those that a task here has found silent, and those that their tasks elsewhere call silent,
     * since what a task said may be from before it was moved. An available-now run asks for all.
     */
    public synchronized Set<Integer> toBeProven() {
        if (rule.atOnce()) {
            return IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
        }
        Set<Integer> asked = new HashSet<>(wanted);
        wanted.clear();
        shares.values().stream()
                .filter(share -> share.idle() || share.silent())
                .map(Share::partition)
                .forEach(asked::add);
        return asked;
    }

    /**
     * Nothing in these partitions was unread at that wall-clock time, and what their tasks had committed by then has been
     * {@link #read}.
     */
    public synchronized void proven(Set<Integer> caughtUp, long atMs) {
        caughtUp.forEach(partition -> provenAt.put(partition, atMs));
    }

    @Override
    public SilenceRule rule() {
        return rule;
    }

    @Override
    public synchronized void wantsProof(int partition) {
        wanted.add(partition);
    }

    @Override
    public synchronized QueryWatermark at(long nowMs) {
        Set<Integer> caughtUp = new HashSet<>();
        provenAt.forEach((partition, at) -> {
            // a clock that was set back makes a proof look younger than it is
            if (nowMs >= at && nowMs - at <= proofMs) {
                caughtUp.add(partition);
            }
        });
        return QueryWatermark.of(partitions, rule, shares, caughtUp, closedTo);
    }
}
