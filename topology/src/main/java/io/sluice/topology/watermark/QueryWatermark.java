package io.sluice.topology.watermark;

import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * How far all partitions of a source are, as one reader sees it at one moment, and what follows: the query-wide watermark is the
 * smallest over the partitions that are not idle; when all are idle nothing holds back, and it is the largest. A partition that
 * was not heard of yet is not idle and has no watermark. Immutable.
 *
 * <p>A view may be old, and may take a partition for idle that has just become active. That is safe: each partition judges its
 * records by its own watermark, which only an idle partition raises, so an old view lets nobody else's records be late.
 */
public final class QueryWatermark {
    private final int partitions;
    private final SilenceRule rule;
    private final Map<Integer, Share> shares;
    private final Optional<Share> own;
    private final Set<Integer> caughtUp;
    private final long closedTo;

    private QueryWatermark(
            int partitions,
            SilenceRule rule,
            Map<Integer, Share> shares,
            Optional<Share> own,
            Set<Integer> caughtUp,
            long closedTo) {
        this.partitions = partitions;
        this.rule = rule;
        this.shares = shares;
        this.own = own;
        this.caughtUp = caughtUp;
        this.closedTo = closedTo;
    }

    /**
     * @param shares must not change any more
     * @param caughtUp partitions of which it is proven that all that is in them has been processed
     * @param closedTo to where all partitions were closed by silence, or {@link Watermark#NONE}
     */
    static QueryWatermark of(
            int partitions, SilenceRule rule, Map<Integer, Share> shares, Set<Integer> caughtUp, long closedTo) {
        return new QueryWatermark(partitions, rule, shares, Optional.empty(), Set.copyOf(caughtUp), closedTo);
    }

    /** The same with what the asking partition knows of itself, which is newer. */
    QueryWatermark with(Share newer) {
        return new QueryWatermark(partitions, rule, shares, Optional.of(newer), caughtUp, closedTo);
    }

    private Share share(int partition) {
        return own.filter(share -> share.partition() == partition)
                .or(() -> Optional.ofNullable(shares.get(partition)))
                .orElseGet(() -> Share.unknown(partition));
    }

    /** Whether the partition was heard of. */
    public boolean knows(int partition) {
        return shares.containsKey(partition)
                || own.filter(share -> share.partition() == partition).isPresent();
    }

    /** Whether nobody was heard of. */
    public boolean knowsNobody() {
        return shares.isEmpty() && own.isEmpty();
    }

    public long watermark(int partition) {
        return share(partition).watermark();
    }

    boolean caughtUp(int partition) {
        return caughtUp.contains(partition);
    }

    /** Whether the partition holds nobody back: silent for {@code idleTimeout}, and nothing in it is unread. */
    public boolean idle(int partition) {
        return knows(partition) && caughtUp(partition) && rule.idle(share(partition));
    }

    public List<Integer> idlePartitions() {
        return all().filter(this::idle).boxed().toList();
    }

    private boolean silent(int partition) {
        return knows(partition) && caughtUp(partition) && rule.silent(share(partition));
    }

    private IntStream all() {
        return IntStream.range(0, partitions);
    }

    /** The query-wide watermark, or {@link Watermark#NONE}. */
    public long watermark() {
        IntPredicate idle = this::idle;
        return all().allMatch(idle)
                ? all().mapToLong(this::watermark).max().orElse(Watermark.NONE)
                : all().filter(idle.negate()).mapToLong(this::watermark).min().orElse(Watermark.NONE);
    }

    /** The partitions whose watermark is the query's and which are not idle; empty when all are idle. */
    public List<Integer> heldBackBy() {
        long lowest = watermark();
        return all().filter(partition -> !idle(partition) && watermark(partition) == lowest)
                .boxed()
                .toList();
    }

    /** To where all partitions were closed by silence, or {@link Watermark#NONE}. */
    long closedTo() {
        return closedTo;
    }

    /**
     * The watermark that closes all windows, when all partitions have been silent for {@code closeWhenIdle} and have ever had a
     * record: the end of the last window that an event time lies in.
     *
     * @param endOfWindow from an event time to the end of its window
     */
    OptionalLong closeTo(LongUnaryOperator endOfWindow) {
        if (!all().allMatch(this::silent)) {
            return OptionalLong.empty();
        }
        return all().mapToLong(partition -> share(partition).maxEventTime())
                .filter(time -> time != Watermark.NONE)
                .map(endOfWindow)
                .max();
    }

    /**
     * Whether no partition has a step to make: the idle ones have followed the query's watermark, and what silence closes is
     * closed everywhere.
     */
    public boolean settled(LongUnaryOperator endOfWindow) {
        long lowest = watermark();
        long closed = Math.max(closedTo, closeTo(endOfWindow).orElse(Watermark.NONE));
        return all().allMatch(partition -> knows(partition)
                && watermark(partition) >= closed
                && (!idle(partition) || watermark(partition) >= lowest));
    }
}
