package io.sluice.topology.aggregate;

import io.sluice.query.plan.EvaluationException;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import java.util.List;

/**
 * SUM of int and long columns. A sum that leaves the range of long on its way and comes back is exact: the second slot holds
 * what did not fit, so that the result does not depend on the order of the rows.
 */
final class SumOfLongsFunction implements AggregateFunction {
    private static final DataType CARRY = new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);
    private final int argument;
    private final String name;

    SumOfLongsFunction(int argument, String name) {
        this.argument = argument;
        this.name = name;
    }

    @Override
    public List<DataType> slots() {
        return List.of(DataType.Primitive.LONG, CARRY);
    }

    @Override
    public void add(Row state, int slot, Row input) {
        if (!input.isNull(argument)) {
            addLong(state, slot, input.longAt(argument));
        }
    }

    private static void addLong(Row state, int slot, long value) {
        if (state.isNull(slot)) {
            state.setLong(slot, value);
            return;
        }
        long sum = state.longAt(slot);
        long next = sum + value;
        // the two-operand overflow test of Math.addExact, without its exception
        if (((sum ^ next) & (value ^ next)) < 0) {
            addCarry(state, slot + 1, BigDecimal.valueOf(sum));
            next = value;
        }
        state.setLong(slot, next);
    }

    private static void addCarry(Row state, int slot, BigDecimal value) {
        state.setObject(slot, state.isNull(slot) ? value : state.decimalAt(slot).add(value));
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        if (!other.isNull(slot)) {
            addLong(state, slot, other.longAt(slot));
        }
        if (!other.isNull(slot + 1)) {
            addCarry(state, slot + 1, other.decimalAt(slot + 1));
        }
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        if (state.isNull(slot)) {
            output.setNull(column);
            return;
        }
        if (state.isNull(slot + 1)) {
            output.setLong(column, state.longAt(slot));
            return;
        }
        BigDecimal total = state.decimalAt(slot + 1).add(BigDecimal.valueOf(state.longAt(slot)));
        if (total.toBigInteger().bitLength() > 63) {
            throw new EvaluationException(name + " = " + total.toPlainString()
                    + ": does not fit long; sum a decimal instead, CAST(x AS DECIMAL(38,0))");
        }
        output.setLong(column, total.longValueExact());
    }
}
