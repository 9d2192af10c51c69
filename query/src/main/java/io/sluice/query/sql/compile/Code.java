package io.sluice.query.sql.compile;

import org.jspecify.annotations.Nullable;

/**
 * A compiled expression. The four kinds say how the value travels; none of them has state, so that all stream threads may share
 * one plan.
 */
sealed interface Code {

    /** Boolean, int, long, date, timestamp and interval; {@link Frame#isNull} tells after the call whether the value is null. */
    @FunctionalInterface
    non-sealed interface LongCode extends Code {
        long run(Frame frame);
    }

    /** Float and double; {@link Frame#isNull} tells after the call whether the value is null. */
    @FunctionalInterface
    non-sealed interface DoubleCode extends Code {
        double run(Frame frame);
    }

    /** String, decimal and binary; null is null. */
    @FunctionalInterface
    non-sealed interface ObjectCode extends Code {
        @Nullable
        Object run(Frame frame);
    }

    /** A condition: {@link #TRUE}, {@link #FALSE} or {@link #UNKNOWN}. */
    @FunctionalInterface
    non-sealed interface TruthCode extends Code {
        int FALSE = 0;
        int TRUE = 1;
        int UNKNOWN = 2;

        int run(Frame frame);

        static int of(boolean value) {
            return value ? TRUE : FALSE;
        }
    }

    record LongConstant(long value, boolean isNull) implements LongCode {
        @Override
        public long run(Frame frame) {
            frame.isNull = isNull;
            return value;
        }
    }

    record DoubleConstant(double value, boolean isNull) implements DoubleCode {
        @Override
        public double run(Frame frame) {
            frame.isNull = isNull;
            return value;
        }
    }

    record ObjectConstant(@Nullable Object value) implements ObjectCode {
        @Override
        public @Nullable Object run(Frame frame) {
            return value;
        }
    }

    record TruthConstant(int value) implements TruthCode {
        @Override
        public int run(Frame frame) {
            return value;
        }
    }

    /** Whether the value is the same for every row. */
    static boolean isConstant(Code code) {
        return code instanceof LongConstant
                || code instanceof DoubleConstant
                || code instanceof ObjectConstant
                || code instanceof TruthConstant;
    }

    /** Evaluates code that reads no column, once and for all. */
    static Code fold(Code code) {
        Frame frame = new Frame(Frame.NO_ROW);
        if (code instanceof LongCode longs) {
            long value = longs.run(frame);
            return new LongConstant(frame.isNull ? 0 : value, frame.isNull);
        }
        if (code instanceof DoubleCode doubles) {
            double value = doubles.run(frame);
            return new DoubleConstant(frame.isNull ? 0 : value, frame.isNull);
        }
        if (code instanceof ObjectCode objects) {
            return new ObjectConstant(objects.run(frame));
        }
        if (code instanceof TruthCode truth) {
            return new TruthConstant(truth.run(frame));
        }
        throw new AssertionError("unknown code " + code);
    }
}
