package io.sluice.query.sql;

import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.sql.compile.ExpressionCompiler;
import io.sluice.query.sql.compile.WindowCall;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/** From Calcite's checked tree to our plan. */
final class RelationBuilder {
    private final Catalog catalog;
    private final RexBuilder rexBuilder;

    RelationBuilder(Catalog catalog, RexBuilder rexBuilder) {
        this.catalog = catalog;
        this.rexBuilder = rexBuilder;
    }

    RexBuilder rexBuilder() {
        return rexBuilder;
    }

    Catalog catalog() {
        return catalog;
    }

    /** @throws PlanException when the tree has a part that there is no relation for */
    Draft build(RelNode node) throws PlanException {
        if (node instanceof TableScan scan) {
            return scan(scan);
        }
        if (node instanceof LogicalFilter filter) {
            Draft input = shared(build(filter.getInput()), List.of(filter.getCondition()));
            RowExpression condition = compiler(input.relation()).compile(input.inline(filter.getCondition()));
            return new Draft(new Relation.Filter(input.relation(), condition), input.outputs(), input.names());
        }
        if (node instanceof LogicalProject project) {
            Draft input = shared(build(project.getInput()), project.getProjects());
            return new Draft(
                    input.relation(),
                    input.inline(project.getProjects()),
                    project.getRowType().getFieldNames());
        }
        if (node instanceof LogicalAggregate aggregate) {
            return new AggregateBuilder(this, build(aggregate.getInput()), aggregate).build();
        }
        throw new PlanException(
                node.getRelTypeName().replace("Logical", "") + " is not supported",
                "a query has one SELECT, and sub-queries in FROM that filter and project");
    }

    private Draft scan(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        SourceTable source = catalog.source(path.get(path.size() - 1)).orElseThrow();
        Relation relation = new Relation.Scan(source.name(), source.schema());
        List<RexNode> outputs = new ArrayList<>();
        scan.getRowType()
                .getFieldList()
                .forEach(field -> outputs.add(RexInputRef.of(field.getIndex(), scan.getRowType())));
        return new Draft(relation, outputs, scan.getRowType().getFieldNames());
    }

    ExpressionCompiler compiler(Relation input) {
        return new ExpressionCompiler(input.schema(), rexBuilder);
    }

    /** A projection of the input; the input itself when nothing would change. */
    Relation project(Relation input, List<RexNode> expressions, List<String> names) {
        ExpressionCompiler compiler = compiler(input);
        List<RowExpression> compiled = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < expressions.size(); i++) {
            RowExpression expression = compiler.compile(expressions.get(i));
            compiled.add(expression);
            columns.add(new Column(names.get(i), expression.type(), expression.nullable()));
        }
        Schema schema = new Schema(columns);
        boolean same = schema.equals(input.schema());
        for (int i = 0; i < compiled.size() && same; i++) {
            same = compiled.get(i).column().orElse(-1) == i;
        }
        return same ? input : new Relation.Project(input, compiled, schema);
    }

    /**
     * The draft, with its projection made part of the relation if merging it would compute a part of it more than once for each
     * row.
     */
    private Draft shared(Draft draft, List<? extends RexNode> users) {
        int[] uses = new int[draft.outputs().size()];
        users.forEach(user -> user.accept(new RexVisitorImpl<@Nullable Void>(true) {
            @Override
            public @Nullable Void visitInputRef(RexInputRef reference) {
                uses[reference.getIndex()]++;
                return null;
            }
        }));
        for (int i = 0; i < uses.length; i++) {
            RexNode output = draft.outputs().get(i);
            if (uses[i] > 1 && output instanceof RexCall && WindowCall.of(output) == null) {
                return materialized(draft);
            }
        }
        return draft;
    }

    private Draft materialized(Draft draft) {
        List<RexNode> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < draft.outputs().size(); i++) {
            RexNode output = draft.outputs().get(i);
            WindowCall window = WindowCall.of(output);
            RexNode column = window == null ? output : window.time();
            if (!columns.contains(column)) {
                columns.add(column);
                names.add(
                        window == null
                                ? draft.names().get(i)
                                : compiler(draft.relation()).text(column));
            }
        }
        Relation projected = project(draft.relation(), columns, unique(names));
        List<RexNode> outputs =
                draft.outputs().stream().map(output -> rebased(output, columns)).toList();
        return new Draft(projected, outputs, draft.names());
    }

    /** An output as an expression over the columns it was made part of. */
    private RexNode rebased(RexNode output, List<RexNode> columns) {
        if (WindowCall.of(output) != null && output instanceof RexCall call) {
            List<RexNode> operands = new ArrayList<>(call.getOperands());
            operands.set(0, reference(columns, operands.get(0)));
            return rexBuilder.makeCall(call.getType(), call.getOperator(), operands);
        }
        return reference(columns, output);
    }

    private RexNode reference(List<RexNode> columns, RexNode expression) {
        return rexBuilder.makeInputRef(expression.getType(), columns.indexOf(expression));
    }

    /** The names with a number behind those that occurred before. */
    static List<String> unique(List<String> names) {
        Set<String> taken = new HashSet<>();
        List<String> result = new ArrayList<>();
        for (String name : names) {
            String free = name;
            for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
                free = name + "_" + i;
            }
            result.add(free);
        }
        return result;
    }
}
