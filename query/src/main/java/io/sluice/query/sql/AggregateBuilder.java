package io.sluice.query.sql;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Aggregate.Function;
import io.sluice.query.plan.Lineage;
import io.sluice.query.plan.Relation;
import io.sluice.query.sql.compile.SqlTypes;
import io.sluice.query.sql.compile.WindowCall;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Builds one windowed aggregation: finds the window among the keys, and what the input must have as columns. */
final class AggregateBuilder {
    private final RelationBuilder relations;
    private final Draft draft;
    private final LogicalAggregate aggregate;

    /** The distinct group keys that are not the window's, over the columns of the draft's relation. */
    private final List<RexNode> keys = new ArrayList<>();

    private final List<WindowCall> windows = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();

    /** An aggregate call over the columns of the draft's relation; no argument for COUNT(*). */
    private record Call(Function function, Optional<RexNode> argument, RelDataType type) {}

    AggregateBuilder(RelationBuilder relations, Draft draft, LogicalAggregate aggregate) {
        this.relations = relations;
        this.draft = draft;
        this.aggregate = aggregate;
    }

    Draft build() throws PlanException {
        for (int key : aggregate.getGroupSet()) {
            RexNode expression = draft.outputs().get(key);
            WindowCall window = WindowCall.of(expression);
            if (window != null) {
                windows.add(window);
            } else if (!keys.contains(expression)) {
                keys.add(expression);
            }
        }
        WindowCall window = window();
        for (AggregateCall call : aggregate.getAggCallList()) {
            calls.add(call(call));
        }
        List<Call> distinct = calls.stream().distinct().toList();
        return draftOf(relation(window, distinct), distinct);
    }

    private WindowCall window() throws PlanException {
        if (containsAggregate(draft.relation())) {
            throw new PlanException(
                    "an aggregation of an aggregation is not supported yet",
                    "aggregate once; two query files can follow one another");
        }
        if (windows.isEmpty()) {
            throw new PlanException(
                    "the aggregation has no window, so that its groups would never be complete",
                    "add a window: FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(EventTime), INTERVAL '10' MINUTE)) and GROUP BY"
                            + " window_start, window_end, or GROUP BY window(EventTime, '10 minutes')");
        }
        WindowCall first = windows.get(0);
        boolean several = windows.stream()
                .anyMatch(other ->
                        !other.time().equals(first.time()) || !other.window().equals(first.window()));
        if (several) {
            throw PlanException.aboutWindow("the query groups by two windows", "group by one of them");
        }
        return first;
    }

    private static boolean containsAggregate(Relation relation) {
        return relation instanceof Relation.WindowAggregate
                || relation.inputs().stream().anyMatch(AggregateBuilder::containsAggregate);
    }

    private Call call(AggregateCall call) throws PlanException {
        Function function = function(call);
        if (call.getArgList().isEmpty() && !call.hasFilter()) {
            return new Call(Function.COUNT_ROWS, Optional.empty(), call.getType());
        }
        RexNode argument = call.getArgList().isEmpty()
                ? relations.rexBuilder().makeLiteral(true)
                : draft.outputs().get(call.getArgList().get(0));
        if (call.hasFilter()) {
            argument = whenTrue(draft.outputs().get(call.filterArg), argument);
        }
        return function == Function.COUNT && !isNullable(argument)
                ? new Call(Function.COUNT_ROWS, Optional.empty(), call.getType())
                : new Call(function, Optional.of(argument), call.getType());
    }

    private boolean isNullable(RexNode argument) {
        return argument instanceof RexInputRef reference
                ? draft.relation().schema().column(reference.getIndex()).nullable()
                : argument.getType().isNullable();
    }

    /** FILTER (WHERE c): null, which aggregates skip, where the condition is not true. */
    private RexNode whenTrue(RexNode condition, RexNode argument) {
        RelDataType type = relations.rexBuilder().getTypeFactory().createTypeWithNullability(argument.getType(), true);
        RexNode nothing = relations.rexBuilder().makeNullLiteral(type);
        return relations.rexBuilder().makeCall(type, SqlStdOperatorTable.CASE, List.of(condition, argument, nothing));
    }

    private static Function function(AggregateCall call) throws PlanException {
        SqlKind kind = call.getAggregation().getKind();
        if (call.isDistinct()) {
            throw new PlanException(kind + "(DISTINCT ...) is not supported yet", "aggregate without DISTINCT");
        }
        return switch (kind) {
            case COUNT -> Function.COUNT;
            case SUM -> Function.SUM;
            case MIN -> Function.MIN;
            case MAX -> Function.MAX;
            case AVG -> Function.AVG;
            default ->
                throw new PlanException(
                        "the aggregate " + call.getAggregation().getName() + " is not supported",
                        "the aggregates are COUNT, SUM, MIN, MAX and AVG");
        };
    }

    private Relation.WindowAggregate relation(WindowCall window, List<Call> distinct) throws PlanException {
        List<RexNode> columns = new ArrayList<>();
        columns.add(window.time());
        keys.stream().filter(key -> !columns.contains(key)).forEach(columns::add);
        distinct.stream()
                .flatMap(call -> call.argument().stream())
                .filter(argument -> !columns.contains(argument))
                .forEach(columns::add);
        Relation input = draft.relation();
        boolean plain = columns.stream().allMatch(RexInputRef.class::isInstance);
        if (!plain) {
            List<String> names = columns.stream()
                    .map(column -> relations.compiler(draft.relation()).text(column))
                    .toList();
            input = relations.project(input, columns, RelationBuilder.unique(names));
        }
        List<Integer> ordinals =
                keys.stream().map(key -> ordinal(key, columns, plain)).toList();
        int time = ordinal(window.time(), columns, plain);
        requireWatermark(window, input, time);
        List<Aggregate> aggregates = new ArrayList<>();
        for (Call call : distinct) {
            aggregates.add(aggregate(call, input, columns, plain));
        }
        return new Relation.WindowAggregate(
                input, window.window(), time, ordinals, aggregates, schema(input, ordinals, aggregates, distinct));
    }

    private static int ordinal(RexNode expression, List<RexNode> columns, boolean plain) {
        return plain ? ((RexInputRef) expression).getIndex() : columns.indexOf(expression);
    }

    private static Aggregate aggregate(Call call, Relation input, List<RexNode> columns, boolean plain) {
        DataType type = SqlTypes.dataType(call.type()).orElse(Primitive.LONG);
        if (call.argument().isEmpty()) {
            return new Aggregate(Function.COUNT_ROWS, -1, Optional.empty(), type, "COUNT(*)");
        }
        int argument = ordinal(call.argument().get(), columns, plain);
        Column column = input.schema().column(argument);
        return new Aggregate(
                call.function(),
                argument,
                Optional.of(column.type()),
                type,
                call.function() + "(" + column.name() + ")");
    }

    private Schema schema(Relation input, List<Integer> ordinals, List<Aggregate> aggregates, List<Call> distinct) {
        List<String> names = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        ordinals.forEach(key -> columns.add(input.schema().column(key)));
        columns.add(Column.required("window_start", Primitive.TIMESTAMP));
        columns.add(Column.required("window_end", Primitive.TIMESTAMP));
        for (int i = 0; i < aggregates.size(); i++) {
            Aggregate call = aggregates.get(i);
            columns.add(new Column(call.name(), call.type(), isResultNullable(distinct.get(i))));
        }
        columns.forEach(column -> names.add(column.name()));
        List<String> unique = RelationBuilder.unique(names);
        List<Column> renamed = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            renamed.add(new Column(
                    unique.get(i), columns.get(i).type(), columns.get(i).nullable()));
        }
        return new Schema(renamed);
    }

    private boolean isResultNullable(Call call) {
        boolean count = call.function() == Function.COUNT_ROWS || call.function() == Function.COUNT;
        return !count && call.argument().filter(this::isNullable).isPresent();
    }

    /** A window closes when the watermark passes its end, so its time must be what the watermark is made of. */
    private void requireWatermark(WindowCall window, Relation input, int time) throws PlanException {
        Relation.Scan scan = scan(input);
        SourceTable source = relations.catalog().source(scan.source()).orElseThrow();
        String name = relations.compiler(draft.relation()).text(window.time());
        if (source.watermarkColumn().isEmpty()) {
            throw PlanException.aboutWindow(
                    "source " + source.name() + " has no watermark, so that no window would ever close",
                    "declare one: watermark: {column: " + name + ", delay: 10 minutes}");
        }
        String watermark = source.watermarkColumn().get();
        OptionalInt origin = Lineage.sourceColumn(input, time);
        if (origin.isEmpty() || !origin.equals(source.schema().ordinal(watermark))) {
            throw PlanException.aboutWindow(
                    "the window is over " + name + ", which is not the watermark column " + watermark + " of source "
                            + source.name(),
                    "use " + watermark + " unchanged as the window's time, or declare the watermark on another column");
        }
    }

    private static Relation.Scan scan(Relation relation) {
        return relation instanceof Relation.Scan scan
                ? scan
                : scan(relation.inputs().get(0));
    }

    /** The aggregation with its columns in the order Calcite has them: keys, then calls. */
    private Draft draftOf(Relation.WindowAggregate relation, List<Call> distinct) {
        List<RexNode> outputs = new ArrayList<>();
        List<RelDataType> types = aggregate.getRowType().getFieldList().stream()
                .map(field -> field.getType())
                .toList();
        for (int key : aggregate.getGroupSet()) {
            RexNode expression = draft.outputs().get(key);
            WindowCall window = WindowCall.of(expression);
            int column = window == null
                    ? keys.indexOf(expression)
                    : window.end() ? relation.windowEnd() : relation.windowStart();
            outputs.add(relations.rexBuilder().makeInputRef(types.get(outputs.size()), column));
        }
        for (Call call : calls) {
            int column = relation.firstAggregate() + distinct.indexOf(call);
            outputs.add(relations.rexBuilder().makeInputRef(types.get(outputs.size()), column));
        }
        return new Draft(relation, outputs, aggregate.getRowType().getFieldNames());
    }
}
