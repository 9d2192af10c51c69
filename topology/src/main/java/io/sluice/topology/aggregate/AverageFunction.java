package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.ArrayList;
import java.util.List;

/** AVG: a sum in the first slots, the number of values in the last; null without any value. */
final class AverageFunction implements AggregateFunction {

    /** Divides the finished sum, which lies in {@code sum} column 0, by a count above 0. */
    interface Division {
        void divide(Row sum, long count, Row output, int column);
    }

    private final AggregateFunction sum;
    private final CountFunction count;
    private final int countSlot;
    private final Division division;

    AverageFunction(AggregateFunction sum, int argument, Division division) {
        this.sum = sum;
        this.count = new CountFunction(argument);
        this.countSlot = sum.slots().size();
        this.division = division;
    }

    @Override
    public List<DataType> slots() {
        List<DataType> slots = new ArrayList<>(sum.slots());
        slots.addAll(count.slots());
        return slots;
    }

    @Override
    public void initialize(Row state, int slot) {
        sum.initialize(state, slot);
        count.initialize(state, slot + countSlot);
    }

    @Override
    public void add(Row state, int slot, Row input) {
        sum.add(state, slot, input);
        count.add(state, slot + countSlot, input);
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        sum.merge(state, slot, other);
        count.merge(state, slot + countSlot, other);
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        long values = state.longAt(slot + countSlot);
        if (values == 0) {
            output.setNull(column);
            return;
        }
        Row total = new Row(1);
        sum.finish(state, slot, total, 0);
        division.divide(total, values, output, column);
    }
}
