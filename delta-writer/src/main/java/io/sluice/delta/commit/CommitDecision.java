package io.sluice.delta.commit;

import java.util.List;
import java.util.Map;

/**
 * What the positions found in a table mean for spans that are to be committed.
 *
 * <table>
 * <caption>Decision by the position of every span</caption>
 * <tr><th>position in the table</th><th>decision</th></tr>
 * <tr><td>each is equal to {@code from}, or absent where {@code from} is 0</td><td>{@link #PROCEED}</td></tr>
 * <tr><td>each is equal to {@code to}</td><td>{@link #ALREADY_COMMITTED}</td></tr>
 * <tr><td>anything else, also some at {@code from} and some at {@code to}</td><td>{@link #FENCED}</td></tr>
 * </table>
 *
 * <p>A position that is absent stands for 0: a table that has never heard of an id holds nothing of it. Absent where rows below
 * {@code from} were committed means that the table has lost them.
 */
public enum CommitDecision {
    /** The rows are not in the table and belong right behind what is. */
    PROCEED,
    /** The rows are in the table. */
    ALREADY_COMMITTED,
    /** The table holds some of the rows, or lacks rows before them: committing would duplicate or skip. */
    FENCED;

    /**
     * @param spans at least one, of different transaction ids
     * @param positions transaction id to position, as found in one version of the table; ids without one are absent
     */
    public static CommitDecision of(List<Span> spans, Map<String, Long> positions) {
        if (spans.isEmpty()) {
            throw new IllegalArgumentException("spans = []: must be at least one");
        }
        if (spans.stream().map(Span::transactionId).distinct().count() < spans.size()) {
            throw new IllegalArgumentException("spans = " + spans + ": must have different transaction ids");
        }
        if (spans.stream().allMatch(span -> stands(positions, span, span.to()))) {
            return ALREADY_COMMITTED;
        }
        boolean follows = spans.stream().allMatch(span -> follows(positions, span));
        return follows ? PROCEED : FENCED;
    }

    private static boolean follows(Map<String, Long> positions, Span span) {
        return positions.getOrDefault(span.transactionId(), 0L) == span.from();
    }

    private static boolean stands(Map<String, Long> positions, Span span, long at) {
        Long position = positions.get(span.transactionId());
        return position != null && position == at;
    }
}
