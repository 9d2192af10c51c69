package io.sluice.topology.pipeline;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Aggregate.Function;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.plan.RowExpression.Evaluator;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Parts of plans over rows of whole numbers. */
final class Relations {
    static final Schema NUMBERS =
            Schema.of(Column.nullable("number", Primitive.LONG), Column.nullable("time", Primitive.TIMESTAMP));
    static final Relation.Scan SCAN = new Relation.Scan("numbers", NUMBERS);

    private Relations() {}

    static Relation.Filter filter(Relation input, Evaluator condition) {
        return new Relation.Filter(input, expression(Primitive.BOOLEAN, condition));
    }

    /** A projection to columns of long, one for each evaluator. */
    static Relation.Project project(Relation input, Evaluator... columns) {
        return new Relation.Project(
                input,
                List.of(columns).stream()
                        .map(column -> expression(Primitive.LONG, column))
                        .toList(),
                new Schema(IntStream.range(0, columns.length)
                        .mapToObj(i -> Column.nullable("c" + i, Primitive.LONG))
                        .toList()));
    }

    static Relation.WindowAggregate count(Relation input) {
        return new Relation.WindowAggregate(
                input,
                new Window.Tumbling(10, 0),
                1,
                List.of(),
                List.of(new Aggregate(Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "n")),
                Schema.of(
                        Column.required("window_start", Primitive.TIMESTAMP),
                        Column.required("window_end", Primitive.TIMESTAMP),
                        Column.required("n", Primitive.LONG)));
    }

    private static RowExpression expression(DataType type, Evaluator evaluator) {
        return new RowExpression("f(number)", type, true, OptionalInt.empty(), List.of(0), evaluator);
    }
}
