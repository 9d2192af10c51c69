package io.sluice.topology.aggregate;

import io.sluice.query.plan.Aggregate;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * All aggregates of one window aggregate, over one row of state per window and group. Not thread-safe: one instance belongs to
 * one task.
 */
public final class Aggregation {
    private final AggregateFunction[] functions;
    private final int[] slots;
    private final Schema stateSchema;

    public Aggregation(List<Aggregate> aggregates) {
        functions = aggregates.stream().map(Aggregation::function).toArray(AggregateFunction[]::new);
        slots = new int[functions.length];
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < functions.length; i++) {
            slots[i] = columns.size();
            for (DataType type : functions[i].slots()) {
                columns.add(Column.nullable("slot" + columns.size(), type));
            }
        }
        stateSchema = new Schema(columns);
    }

    /** The columns of a row of state: what is stored and sent between stages. */
    public Schema stateSchema() {
        return stateSchema;
    }

    /** The state of a group without rows. */
    public Row newState() {
        Row state = stateSchema.newRow();
        for (int i = 0; i < functions.length; i++) {
            functions[i].initialize(state, slots[i]);
        }
        return state;
    }

    public void add(Row state, Row input) {
        for (int i = 0; i < functions.length; i++) {
            functions[i].add(state, slots[i], input);
        }
    }

    /** Makes {@code state} as if it had also seen what {@code other} has seen. */
    public void merge(Row state, Row other) {
        for (int i = 0; i < functions.length; i++) {
            functions[i].merge(state, slots[i], other);
        }
    }

    /**
     * Writes one result per aggregate to consecutive columns.
     *
     * @throws io.sluice.query.plan.EvaluationException when a result does not fit its type
     */
    public void finish(Row state, Row output, int firstColumn) {
        for (int i = 0; i < functions.length; i++) {
            functions[i].finish(state, slots[i], output, firstColumn + i);
        }
    }

    private static AggregateFunction function(Aggregate aggregate) {
        int argument = aggregate.argument();
        return switch (aggregate.function()) {
            case COUNT_ROWS -> new CountFunction(CountFunction.ALL_ROWS);
            case COUNT -> new CountFunction(argument);
            case MIN -> ExtremeFunction.minimum(argument, argumentType(aggregate));
            case MAX -> ExtremeFunction.maximum(argument, argumentType(aggregate));
            case SUM -> sum(aggregate);
            case AVG -> average(aggregate);
        };
    }

    private static AggregateFunction sum(Aggregate aggregate) {
        DataType type = argumentType(aggregate);
        if (type instanceof DataType.Decimal decimal) {
            return new SumOfDecimalsFunction(
                    aggregate.argument(), decimal, (DataType.Decimal) aggregate.type(), aggregate.name());
        }
        return type.storage() == DataType.Storage.DOUBLE
                ? new SumOfDoublesFunction(aggregate.argument())
                : new SumOfLongsFunction(aggregate.argument(), aggregate.name());
    }

    private static AggregateFunction average(Aggregate aggregate) {
        DataType type = argumentType(aggregate);
        int argument = aggregate.argument();
        if (type instanceof DataType.Decimal decimal) {
            int scale = ((DataType.Decimal) aggregate.type()).scale();
            DataType.Decimal total = new DataType.Decimal(DataType.Decimal.MAX_PRECISION, decimal.scale());
            return new AverageFunction(
                    new SumOfDecimalsFunction(argument, decimal, total, "the sum below " + aggregate.name()),
                    argument,
                    (sum, count, output, column) -> output.setObject(
                            column, sum.decimalAt(0).divide(BigDecimal.valueOf(count), scale, RoundingMode.HALF_UP)));
        }
        AggregateFunction sum = type.storage() == DataType.Storage.DOUBLE
                ? new SumOfDoublesFunction(argument)
                : new LongsAsDoublesSum(argument);
        return new AverageFunction(
                sum, argument, (total, count, output, column) -> output.setDouble(column, total.doubleAt(0) / count));
    }

    private static DataType argumentType(Aggregate aggregate) {
        return aggregate
                .argumentType()
                .orElseThrow(() -> new IllegalArgumentException(aggregate.name() + ": has no argument"));
    }
}
