package io.sluice.query.sql.compile;

import io.sluice.query.plan.RowExpression.Evaluator;
import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.Row;

/** Stores what code yields into a row. */
final class Evaluators {
    private Evaluators() {}

    static Evaluator of(Code code) {
        if (code instanceof LongCode longs) {
            return (input, output, target) -> storeLong(longs, new Frame(input), output, target);
        }
        if (code instanceof DoubleCode doubles) {
            return (input, output, target) -> storeDouble(doubles, new Frame(input), output, target);
        }
        if (code instanceof ObjectCode objects) {
            return (input, output, target) -> storeObject(objects, new Frame(input), output, target);
        }
        if (code instanceof TruthCode truth) {
            return (input, output, target) -> storeTruth(truth, new Frame(input), output, target);
        }
        throw new AssertionError("unknown code " + code);
    }

    private static void storeLong(LongCode code, Frame frame, Row output, int target) {
        long value = code.run(frame);
        if (frame.isNull) {
            output.setNull(target);
        } else {
            output.setLong(target, value);
        }
    }

    private static void storeDouble(DoubleCode code, Frame frame, Row output, int target) {
        double value = code.run(frame);
        if (frame.isNull) {
            output.setNull(target);
        } else {
            output.setDouble(target, value);
        }
    }

    private static void storeObject(ObjectCode code, Frame frame, Row output, int target) {
        Object value = code.run(frame);
        if (value == null) {
            output.setNull(target);
        } else {
            output.setObject(target, value);
        }
    }

    private static void storeTruth(TruthCode code, Frame frame, Row output, int target) {
        int value = code.run(frame);
        if (value == TruthCode.UNKNOWN) {
            output.setNull(target);
        } else {
            output.setBoolean(target, value == TruthCode.TRUE);
        }
    }
}
