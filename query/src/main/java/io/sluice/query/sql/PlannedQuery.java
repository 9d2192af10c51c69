package io.sluice.query.sql;

import io.sluice.query.plan.QueryPlan;
import java.util.List;

/**
 * A query that can be planned.
 *
 * @param warnings what in it is likely to be a mistake, in the order of the text
 */
public record PlannedQuery(QueryPlan plan, List<SqlProblem> warnings) {}
