package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;

/** SUM of float and double columns, in double, in the order of the rows as in Spark. */
final class SumOfDoublesFunction implements AggregateFunction {
    private final int argument;

    SumOfDoublesFunction(int argument) {
        this.argument = argument;
    }

    @Override
    public List<DataType> slots() {
        return List.of(DataType.Primitive.DOUBLE);
    }

    @Override
    public void add(Row state, int slot, Row input) {
        if (!input.isNull(argument)) {
            addDouble(state, slot, input.doubleAt(argument));
        }
    }

    private static void addDouble(Row state, int slot, double value) {
        state.setDouble(slot, state.isNull(slot) ? value : state.doubleAt(slot) + value);
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        if (!other.isNull(slot)) {
            addDouble(state, slot, other.doubleAt(slot));
        }
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        output.copy(column, state, slot);
    }
}
