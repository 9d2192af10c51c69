package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;

/** MIN and MAX of any type, by {@link ValueOrder}. */
final class ExtremeFunction implements AggregateFunction {
    private final int argument;
    private final DataType type;
    private final ValueOrder order;
    private final int sign;

    private ExtremeFunction(int argument, DataType type, int sign) {
        this.argument = argument;
        this.type = type;
        this.order = ValueOrder.of(type);
        this.sign = sign;
    }

    static ExtremeFunction minimum(int argument, DataType type) {
        return new ExtremeFunction(argument, type, 1);
    }

    static ExtremeFunction maximum(int argument, DataType type) {
        return new ExtremeFunction(argument, type, -1);
    }

    @Override
    public List<DataType> slots() {
        return List.of(type);
    }

    @Override
    public void add(Row state, int slot, Row input) {
        take(state, slot, input, argument);
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        take(state, slot, other, slot);
    }

    private void take(Row state, int slot, Row from, int column) {
        if (!from.isNull(column) && (state.isNull(slot) || sign * order.compare(from, column, state, slot) < 0)) {
            state.copy(slot, from, column);
        }
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        output.copy(column, state, slot);
    }
}
