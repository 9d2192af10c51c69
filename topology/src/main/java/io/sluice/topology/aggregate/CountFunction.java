package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;

/** COUNT(*) and COUNT(x). */
final class CountFunction implements AggregateFunction {
    static final int ALL_ROWS = -1;
    private final int argument;

    /** @param argument the column whose nulls are not counted, or {@link #ALL_ROWS} */
    CountFunction(int argument) {
        this.argument = argument;
    }

    @Override
    public List<DataType> slots() {
        return List.of(DataType.Primitive.LONG);
    }

    @Override
    public void initialize(Row state, int slot) {
        state.setLong(slot, 0);
    }

    @Override
    public void add(Row state, int slot, Row input) {
        if (argument == ALL_ROWS || !input.isNull(argument)) {
            state.setLong(slot, state.longAt(slot) + 1);
        }
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        state.setLong(slot, state.longAt(slot) + other.longAt(slot));
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        output.setLong(column, state.longAt(slot));
    }
}
