package io.sluice.query.sql.compile;

import io.sluice.query.plan.Window;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The two functions that both spellings of a window are turned into: {@code $WINDOW_START(instant, size, offset)} and
 * {@code $WINDOW_END}, with lengths in microseconds, and the zone behind them where the windows are its days. No query can spell them.
 *
 * @param time the instant
 * @param end whether it is the window's end
 */
public record WindowCall(RexNode time, Window window, boolean end) {
    public static final String START = "$WINDOW_START";
    public static final String END = "$WINDOW_END";

    /** Null when the expression is another. */
    public static @Nullable WindowCall of(RexNode expression) {
        if (!(expression instanceof RexCall call)) {
            return null;
        }
        String name = call.getOperator().getName();
        boolean end = name.equals(END);
        return end || name.equals(START) ? new WindowCall(call.getOperands().get(0), Times.windowOf(call), end) : null;
    }
}
