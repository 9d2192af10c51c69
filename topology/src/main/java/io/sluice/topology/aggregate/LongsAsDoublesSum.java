package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;

/** The sum below AVG of an int or long column: in double, as in Spark, so that it cannot overflow. */
final class LongsAsDoublesSum implements AggregateFunction {
    private final int argument;
    private final Row converted = new Row(1);
    private final SumOfDoublesFunction sum = new SumOfDoublesFunction(0);

    LongsAsDoublesSum(int argument) {
        this.argument = argument;
    }

    @Override
    public List<DataType> slots() {
        return sum.slots();
    }

    @Override
    public void add(Row state, int slot, Row input) {
        if (!input.isNull(argument)) {
            converted.setDouble(0, (double) input.longAt(argument));
            sum.add(state, slot, converted);
        }
    }

    @Override
    public void merge(Row state, int slot, Row other) {
        sum.merge(state, slot, other);
    }

    @Override
    public void finish(Row state, int slot, Row output, int column) {
        sum.finish(state, slot, output, column);
    }
}
