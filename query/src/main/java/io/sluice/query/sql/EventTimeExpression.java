package io.sluice.query.sql;

import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.sql.Resolution.Resolved;
import io.sluice.query.sql.compile.ExpressionCompiler;
import io.sluice.query.sql.compile.UnsupportedExpressionException;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** The event time of a source as an expression over its columns: planned as the one column of a query of that source alone. */
final class EventTimeExpression {
    /** The expression stands on lines of its own, so that a comment in it ends there. */
    private static final String BEFORE = "SELECT\n";

    private static final String EXAMPLE = "write for example COALESCE(DeviceTime, SentTime) with your own columns";

    private final SqlText text;
    private final Schema schema;
    private final Catalog catalog;
    private final Problems problems;

    private EventTimeExpression(SqlText text, String source, Schema schema) {
        this.text = text;
        this.schema = schema;
        this.catalog = new Catalog(List.of(new SourceTable(source, schema, Optional.empty())));
        this.problems = new Problems(text);
    }

    static RowExpression compile(String expression, String source, Schema schema) throws SqlException {
        try {
            SqlText text = SqlText.of(BEFORE + expression + "\nFROM `" + source + "`");
            return new EventTimeExpression(text, source, schema).compile();
        } catch (BadTokenException e) {
            throw new SqlException(inExpression(List.of(e.problem())), e);
        } catch (SqlException e) {
            throw new SqlException(inExpression(e.problems()), e);
        }
    }

    private static List<SqlProblem> inExpression(List<SqlProblem> problems) {
        return problems.stream()
                .map(problem -> new SqlProblem(
                        Math.max(1, problem.line() - 1), problem.column(), problem.message(), problem.remedy()))
                .toList();
    }

    private RowExpression compile() throws SqlException {
        Resolution resolution = new Resolution(text, catalog, Optional.empty(), problems);
        SqlNode parsed = resolution.parse();
        requireOneExpression(parsed);
        new Refusals(problems).checkQuery(parsed);
        problems.throwIfAny();
        Rewritten query = resolution.rewrite(parsed);
        problems.throwIfAny();
        Resolved resolved = resolution.resolve(query);
        RowExpression compiled = compiled(resolved);
        requireTimeOfTheRow(compiled);
        return compiled;
    }

    private void requireOneExpression(SqlNode parsed) throws SqlException {
        boolean plain = parsed instanceof SqlSelect select
                && select.getSelectList().size() == 1
                && select.getFrom() instanceof SqlIdentifier
                && select.getWhere() == null
                && select.getGroup() == null
                && select.getHaving() == null;
        SqlNode item = plain ? ((SqlSelect) parsed).getSelectList().get(0) : parsed;
        if (!plain || item.getKind() == SqlKind.AS || (item instanceof SqlIdentifier name && name.isStar())) {
            problems.add(SqlParserPos.ZERO, "the event time must be one expression without a name", EXAMPLE);
            problems.throwIfAny();
        }
        item.accept(new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlIdentifier identifier) {
                if (identifier.names.size() > 1 && identifier.names.get(0).equalsIgnoreCase("_kafka")) {
                    problems.add(
                            identifier,
                            identifier + " is a part of the Kafka record and no column",
                            "declare a column for it in the schema, such as SentTime: {type: timestamp, path: "
                                    + identifier + "}, and use that");
                }
                return null;
            }
        });
        problems.throwIfAny();
    }

    private RowExpression compiled(Resolved resolved) throws SqlException {
        try {
            RelationBuilder relations =
                    new RelationBuilder(catalog, resolved.checker().rexBuilder());
            Draft draft = relations.build(resolved.checker().convert(resolved.validated()));
            if (!(draft.relation() instanceof Relation.Scan)) {
                throw new PlanException("the event time must be an expression over one row", EXAMPLE);
            }
            RexNode expression = draft.outputs().get(0);
            return new ExpressionCompiler(schema, relations.rexBuilder()).compile(expression);
        } catch (PlanException e) {
            problems.add(SqlParserPos.ZERO, "an aggregate is no event time of a row", EXAMPLE);
            throw problems.because(e);
        } catch (UnsupportedExpressionException e) {
            problems.add(e.place().orElse(SqlParserPos.ZERO), String.valueOf(e.getMessage()), e.remedy());
            throw problems.because(e);
        }
    }

    private void requireTimeOfTheRow(RowExpression compiled) throws SqlException {
        if (compiled.type() != Primitive.TIMESTAMP) {
            problems.add(
                    SqlParserPos.ZERO,
                    "the event time must be a timestamp, and this is " + compiled.type(),
                    "CAST(x AS TIMESTAMP) makes one of a date or a text");
        }
        if (compiled.references().isEmpty()) {
            problems.add(
                    SqlParserPos.ZERO, "the event time must not be the same for all rows: it reads no column", EXAMPLE);
        }
        problems.throwIfAny();
    }
}
