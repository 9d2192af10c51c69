package io.sluice.query.sql;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.sql.Complaints.Correction;
import io.sluice.query.sql.OutputNames.Output;
import io.sluice.query.sql.compile.UnsupportedExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Turns the SQL text of a query into its plan. Thread-safe. */
public final class SqlPlanner {
    private static final int MOST_CORRECTIONS = 20;

    private final SqlText text;
    private final Catalog catalog;
    private final Problems problems;

    private SqlPlanner(SqlText text, List<SourceTable> sources) {
        this.text = text;
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
        SqlText text;
        try {
            text = SqlText.of(sql);
        } catch (BadTokenException e) {
            throw new SqlException(List.of(e.problem()), e);
        }
        return new SqlPlanner(text, sources).planOrExplain();
    }

    private QueryPlan planOrExplain() throws SqlException {
        try {
            return plan();
        } catch (StackOverflowError e) {
            problems.add(SqlParserPos.ZERO, "the query is nested too deeply", "split it into simpler expressions");
            throw problems.because(e);
        } catch (RuntimeException | AssertionError e) {
            problems.add(
                    SqlParserPos.ZERO,
                    "the query could not be planned because of an error in Sluice: " + e,
                    "please report it with the query; a simpler spelling may work");
            throw problems.because(e);
        }
    }

    private QueryPlan plan() throws SqlException {
        SqlNode parsed = parse();
        new Refusals(problems).checkQuery(parsed);
        problems.throwIfAny();
        Rewritten query = rewrite(parsed);
        problems.throwIfAny();
        List<Output> outputs = new ArrayList<>();
        boolean named = new OutputNames(problems).check(query.node(), outputs);
        Checker checker = new Checker(catalog);
        SqlNode validated = validate(query, checker);
        problems.throwIfAny();
        if (!named) {
            outputs = new OutputNames(problems).expanded(validated);
            problems.throwIfAny();
        }
        return translate(query, checker, validated, outputs);
    }

    /** A query without the spellings Calcite does not have, and the windows that were in it. */
    private record Rewritten(SqlNode node, List<WindowFunction> windows) {}

    private SqlNode parse() throws SqlException {
        try {
            return SqlParser.create(text.text(), Dialect.PARSER).parseStmt();
        } catch (SqlParseException e) {
            new Complaints(catalog, problems).syntax(e);
            throw problems.because(e);
        }
    }

    private Rewritten rewrite(SqlNode parsed) {
        WindowRewrite windows = new WindowRewrite(problems);
        SqlNode node = Objects.requireNonNull(parsed.accept(new Spellings(problems)));
        node = Objects.requireNonNull(node.accept(windows));
        return new Rewritten(node, windows.windows());
    }

    /** Calcite stops at the first problem; behind an unknown name with a likely meaning the check starts again with that. */
    private SqlNode validate(Rewritten query, Checker checker) throws SqlException {
        List<Correction> corrections = new ArrayList<>();
        SqlNode node = query.node();
        Checker current = checker;
        while (true) {
            try {
                return current.validate(node);
            } catch (CalciteContextException e) {
                Optional<Correction> correction = new Complaints(catalog, problems).invalid(e);
                if (correction.isEmpty() || corrections.size() == MOST_CORRECTIONS) {
                    throw problems.because(e);
                }
                corrections.add(correction.get());
                // the validator changes the tree it checks, so each round begins with the text
                node = rewrite(Objects.requireNonNull(parse().accept(new Correcting(corrections))))
                        .node();
                current = new Checker(catalog);
            }
        }
    }

    private QueryPlan translate(Rewritten query, Checker checker, SqlNode validated, List<Output> outputs)
            throws SqlException {
        try {
            RelationBuilder relations = new RelationBuilder(catalog, checker.rexBuilder());
            Draft draft = relations.build(checker.convert(validated));
            requireAggregate(draft.relation());
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

    private static void requireAggregate(Relation relation) throws PlanException {
        for (Relation at = relation;
                !(at instanceof Relation.WindowAggregate);
                at = at.inputs().get(0)) {
            if (at.inputs().isEmpty()) {
                throw new PlanException(
                        "a query without a window aggregate is not supported yet",
                        "add GROUP BY window(EventTime, '10 minutes') and an aggregate such as COUNT(*)");
            }
        }
    }
}
