package io.sluice.query.sql;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.sql.OutputNames.Output;
import io.sluice.query.sql.Resolution.Resolved;
import io.sluice.query.sql.compile.UnsupportedExpressionException;
import io.sluice.serdes.schema.Schema;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Turns the SQL text of a query into its plan. Thread-safe. */
public final class SqlPlanner {
    private final SqlText text;
    private final Catalog catalog;
    private final Optional<ZoneId> windowZone;
    private final Problems problems;

    private SqlPlanner(SqlText text, List<SourceTable> sources, Optional<ZoneId> windowZone) {
        this.text = text;
        this.windowZone = windowZone;
        this.catalog = new Catalog(sources);
        this.problems = new Problems(text);
    }

    /**
     * Parses, checks and compiles a query. Evaluators in the plan have no state: all threads may share it.
     *
     * @param sources what FROM can name
     * @throws SqlException with every problem found
     */
    public static QueryPlan plan(String sql, List<SourceTable> sources) throws SqlException {
        return plan(sql, sources, Optional.empty());
    }

    /** The same with windows that are days of a time zone, see {@link #planned}. */
    public static QueryPlan plan(String sql, List<SourceTable> sources, Optional<ZoneId> windowZone)
            throws SqlException {
        return planned(sql, sources, windowZone).plan();
    }

    /**
     * Plans a query, and says what in it is likely to be a mistake.
     *
     * @param windowZone its windows are of whole days, as its clocks show them; empty for windows in UTC, of any length
     * @throws SqlException with every problem found
     */
    public static PlannedQuery planned(String sql, List<SourceTable> sources, Optional<ZoneId> windowZone)
            throws SqlException {
        SqlText text;
        try {
            text = SqlText.of(sql);
        } catch (BadTokenException e) {
            throw new SqlException(List.of(e.problem()), e);
        }
        return new SqlPlanner(text, sources, windowZone).planOrExplain();
    }

    /**
     * Compiles the expression that the event time of a source is. It has no state and may be shared by all threads.
     *
     * @param source its name, a plain identifier
     * @param schema what the expression can name
     * @return of type timestamp, and not the same for all rows
     * @throws SqlException with the problems at their places in the expression
     */
    public static RowExpression eventTime(String expression, String source, Schema schema) throws SqlException {
        return EventTimeExpression.compile(expression, source, schema);
    }

    private PlannedQuery planOrExplain() throws SqlException {
        try {
            return plan();
        } catch (StackOverflowError e) {
            problems.add(SqlParserPos.ZERO, "the query is nested too deeply", "split it into simpler expressions");
            throw problems.because(e);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            problems.add(
                    SqlParserPos.ZERO,
                    "the query could not be planned because of an error in Sluice: " + e,
                    "please report it with the query; a simpler spelling may work");
            throw problems.because(e);
        }
    }

    private PlannedQuery plan() throws SqlException {
        Resolution resolution = new Resolution(text, catalog, windowZone, problems);
        SqlNode parsed = resolution.parse();
        new Refusals(problems).checkQuery(parsed);
        problems.throwIfAny();
        Rewritten query = resolution.rewrite(parsed);
        problems.throwIfAny();
        List<Output> outputs = new ArrayList<>();
        boolean named = new OutputNames(problems).check(query.node(), outputs);
        Resolved resolved = resolution.resolve(query);
        if (!named) {
            outputs = new OutputNames(problems).expanded(resolved.validated());
            problems.throwIfAny();
        }
        resolved.checker().findNestedUses(resolved.validated(), problems);
        problems.throwIfAny();
        // before the translation, which changes the tree
        Problems warnings = new Problems(text);
        resolved.checker().findImplicitCasts(resolved.validated(), warnings);
        return new PlannedQuery(translate(resolved, outputs), warnings.inOrder());
    }

    private QueryPlan translate(Resolved resolved, List<Output> outputs) throws SqlException {
        Rewritten query = resolved.query();
        try {
            RelationBuilder relations =
                    new RelationBuilder(catalog, resolved.checker().rexBuilder());
            Draft draft = relations.build(resolved.checker().convert(resolved.validated()));
            requireCompilable(relations, draft, outputs);
            List<String> names = outputs.stream().map(Output::name).toList();
            return new QueryPlan(relations.project(draft.relation(), draft.outputs(), names));
        } catch (PlanException e) {
            SqlParserPos place = e.isAboutWindow() && !query.windows().isEmpty()
                    ? query.windows().get(0).time().getParserPosition()
                    : query.node().getParserPosition();
            problems.add(place, String.valueOf(e.getMessage()), e.remedy());
            throw problems.because(e);
        } catch (UnsupportedExpressionException e) {
            SqlParserPos place = e.place().orElse(query.node().getParserPosition());
            problems.add(place, String.valueOf(e.getMessage()), e.remedy());
            throw problems.because(e);
        }
    }

    private void requireCompilable(RelationBuilder relations, Draft draft, List<Output> outputs) throws SqlException {
        for (int i = 0; i < outputs.size(); i++) {
            try {
                relations.compiler(draft.relation()).compile(draft.outputs().get(i));
            } catch (UnsupportedExpressionException e) {
                problems.add(e.place().orElse(outputs.get(i).place()), String.valueOf(e.getMessage()), e.remedy());
            }
        }
        problems.throwIfAny();
    }
}
