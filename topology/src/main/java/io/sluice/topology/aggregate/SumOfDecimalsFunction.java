package io.sluice.topology.aggregate;

import io.sluice.query.plan.EvaluationException;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import java.util.List;

/**
 * SUM of a decimal column, exact. A sum of more than 38 digits is remembered in the second slot and refused at the end, since
 * neither the state nor the table could hold it.
 */
final class SumOfDecimalsFunction implements AggregateFunction {
    private final int argument;
    private final DataType.Decimal slotType;
    private final DataType.Decimal resultType;
    private final String name;

    SumOfDecimalsFunction(int argument, DataType.Decimal argumentType, DataType.Decimal resultType, String name) {
        this.argument = argument;
        this.slotType = new DataType.Decimal(DataType.Decimal.MAX_PRECISION, argumentType.scale());
        this.resultType = resultType;
        this.name = name;
    }

    @Override
    public List<DataType> slots() {
        return List.of(slotType, DataType.Primitive.BOOLEAN);
    }

    @Override
    public void add(Row state, int slot, Row input) {
        if (!input.isNull(argument)) {
            addDecimal(state, slot, input.decimalAt(argument));
        }
    }

    private static void addDecimal(Row state, int slot, BigDecimal value) {
        BigDecimal sum = state.isNull(slot) ? value : state.decimalAt(slot).add(value);
        if (sum.precision() > DataType.Decimal.MAX_PRECISION) {
            state.setBoolean(slot + 1, true);
        } else {
            state.setObject(slot, sum);
        }
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        if (!other.isNull(slot)) {
            addDecimal(state, slot, other.decimalAt(slot));
        }
        if (!other.isNull(slot + 1)) {
            state.setBoolean(slot + 1, true);
        }
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        if (!state.isNull(slot + 1)) {
            throw new EvaluationException(name + ": has more than 38 digits; round or scale its argument down");
        }
        if (state.isNull(slot)) {
            output.setNull(column);
            return;
        }
        BigDecimal sum = state.decimalAt(slot).setScale(resultType.scale());
        if (sum.precision() > resultType.precision()) {
            throw new EvaluationException(
                    name + " = " + sum.toPlainString() + ": does not fit " + resultType.sqlName());
        }
        output.setObject(column, sum);
    }
}
