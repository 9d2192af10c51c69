package io.sluice.delta.commit;

/**
 * The rows of positions [{@code from}, {@code to}) of one input: {@code [40, 42)} holds the rows at 40 and 41, and once they are
 * committed the input's position in the table is 42. Positions may have gaps; nothing here adds one to a position.
 *
 * @param transactionId names the input in the table's log, for ever
 * @param from where the input stood when the first of the rows was taken: its position in the table, if it has one
 * @param to where the input stands afterwards; more than {@code from}
 */
public record Span(String transactionId, long from, long to) {
    public Span {
        if (transactionId.isBlank()) {
            throw new IllegalArgumentException("transaction id = '" + transactionId + "': must not be blank");
        }
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("span of " + transactionId + " = [" + from + ", " + to
                    + "): must start at 0 or later and end after its start");
        }
    }
}
