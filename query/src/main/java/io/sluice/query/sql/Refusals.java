package io.sluice.query.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Finds every construct of a parsed query that Sluice does not run, each with the way out. */
final class Refusals extends SqlBasicVisitor<@Nullable Void> {
    private static final Set<String> NOT_DETERMINISTIC = Set.of(
            "current_timestamp",
            "current_date",
            "current_time",
            "localtimestamp",
            "localtime",
            "now",
            "curdate",
            "rand",
            "random",
            "randn",
            "uuid",
            "rand_integer",
            "getdate",
            "sysdate");
    private static final Set<String> SESSION_WINDOWS = Set.of("session", "session_window");

    private final Problems problems;
    private boolean insideExpression;

    Refusals(Problems problems) {
        this.problems = problems;
    }

    void checkQuery(SqlNode query) {
        if (!query.isA(SqlKind.QUERY)) {
            problems.add(query, "the query must be a SELECT, not " + query.getKind(), "write SELECT ... FROM ...");
            return;
        }
        query.accept(this);
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (insideExpression && call.isA(SqlKind.QUERY)) {
            problems.add(
                    call,
                    "a query inside an expression is not supported",
                    "move it to FROM, or replace it by a list of values");
            return null;
        }
        if (call instanceof SqlSelect select) {
            select(select);
        } else if (call instanceof SqlOrderBy order) {
            orderBy(order);
        } else if (call instanceof SqlJoin join) {
            problems.add(join, "JOIN is not supported yet", "query one source; a comma in FROM is a join as well");
            join.getLeft().accept(this);
            join.getRight().accept(this);
        } else if (call instanceof SqlWith with) {
            with.withList.accept(this);
            with.body.accept(this);
        } else {
            other(call);
        }
        return null;
    }

    private void orderBy(SqlOrderBy order) {
        if (!order.orderList.isEmpty()) {
            problems.add(
                    order.orderList,
                    "ORDER BY is not supported: a stream has no end at which to sort it",
                    "leave it out and sort when the table is read");
        }
        SqlNode limit = order.fetch != null ? order.fetch : order.offset;
        if (limit != null) {
            problems.add(
                    limit,
                    "LIMIT and OFFSET are not supported: a stream has no end at which to count it",
                    "leave them out and limit when the table is read");
        }
        order.query.accept(this);
    }

    private void select(SqlSelect select) {
        if (select.isDistinct()) {
            problems.add(
                    select, "SELECT DISTINCT is not supported yet", "GROUP BY the columns inside a window instead");
        }
        SqlNode from = select.getFrom();
        if (from == null) {
            problems.add(select, "the query reads no source", "add FROM with the name of a source");
        } else {
            from.accept(this);
        }
        if (select.getQualify() != null) {
            problems.add(select.getQualify(), "QUALIFY is not supported", "filter groups with HAVING");
        }
        if (!select.getWindowList().isEmpty()) {
            problems.add(select.getWindowList(), "a WINDOW clause is not supported", "aggregate with GROUP BY");
        }
        boolean outside = insideExpression;
        insideExpression = true;
        expressions(select);
        insideExpression = outside;
    }

    private void expressions(SqlSelect select) {
        for (SqlNode node : new @Nullable SqlNode[] {
            select.getSelectList(), select.getWhere(), select.getGroup(), select.getHaving()
        }) {
            if (node != null) {
                node.accept(this);
            }
        }
    }

    private void other(SqlCall call) {
        switch (call.getKind()) {
            case UNION, INTERSECT, EXCEPT ->
                problems.add(call, call.getKind() + " is not supported yet", "write one query file for each SELECT");
            case VALUES -> problems.add(call, "VALUES is not supported", "read a source");
            case OVER ->
                problems.add(
                        call, "OVER is not supported", "aggregate with GROUP BY window_start, window_end and keys");
            case GROUPING_SETS, ROLLUP, CUBE ->
                problems.add(
                        call, call.getKind().sql + " is not supported", "write one query file for each set of keys");
            case TABLESAMPLE, PIVOT, UNPIVOT, MATCH_RECOGNIZE, UNNEST, LATERAL, SNAPSHOT ->
                problems.add(call, call.getKind().sql + " is not supported", "select from a source directly");
            case COLLECTION_TABLE -> tableFunction(call);
            case WITHIN_GROUP, WITHIN_DISTINCT, IGNORE_NULLS, RESPECT_NULLS ->
                problems.add(call, call.getKind().sql + " is not supported", "aggregate without it");
            default -> function(call);
        }
    }

    private void tableFunction(SqlCall table) {
        SqlNode operand = table.operand(0);
        String name = operand instanceof SqlCall call ? call.getOperator().getName() : operand.toString();
        if (name.equalsIgnoreCase("TUMBLE")) {
            ((SqlCall) operand)
                    .getOperandList().stream()
                            .filter(argument -> argument.isA(SqlKind.QUERY))
                            .forEach(argument -> argument.accept(this));
        } else if (name.equalsIgnoreCase("HOP")) {
            problems.add(operand, "HOP, a sliding window, is not supported yet", "use TUMBLE with one size");
        } else if (SESSION_WINDOWS.contains(name.toLowerCase(Locale.ROOT))) {
            problems.add(operand, "SESSION windows are not supported yet", "use TUMBLE with one size");
        } else {
            problems.add(operand, "there is no table function " + name, "use TABLE(TUMBLE(...)) or a source's name");
        }
    }

    private void function(SqlCall call) {
        String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
        if (WindowRewrite.isSparkWindow(call)) {
            slidingWindow(call);
        } else if (SESSION_WINDOWS.contains(name) && call instanceof SqlBasicCall) {
            problems.add(call, "session windows are not supported yet", "use window(EventTime, '10 minutes')");
        } else if (NOT_DETERMINISTIC.contains(name)) {
            notDeterministic(call, name);
        } else if (call.getOperator() instanceof SqlUnresolvedFunction && !Spellings.isFunction(name)) {
            unknownFunction(call, name);
        }
        SqlLiteral quantifier = call.getFunctionQuantifier();
        if (quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT) {
            problems.add(
                    call,
                    call.getOperator().getName().toUpperCase(Locale.ROOT) + "(DISTINCT ...) is not supported yet",
                    "aggregate without DISTINCT, or group by the column as well");
        }
        super.visit(call);
    }

    private void unknownFunction(SqlCall call, String name) {
        problems.add(
                call,
                "there is no function " + call.getOperator().getName(),
                Suggestion.nearest(name, Operators.functions())
                        .map(suggestion -> "did you mean " + suggestion + "?")
                        .orElse("the functions are " + String.join(", ", Operators.functions())));
    }

    private void slidingWindow(SqlCall call) {
        if (call.operandCount() > 2) {
            String size = call.operand(1).toString();
            if (!size.equals(call.operand(2).toString())) {
                problems.add(
                        call,
                        "a sliding window is not supported yet",
                        "leave the slide out: window(EventTime, " + size + ")");
            }
        }
    }

    private void notDeterministic(SqlNode place, String name) {
        problems.add(
                place,
                name.toUpperCase(Locale.ROOT) + " is not supported: a replay after a crash would give other rows",
                "use a column of the source instead");
    }

    @Override
    public @Nullable Void visit(SqlIdentifier identifier) {
        if (insideExpression
                && identifier.isSimple()
                && NOT_DETERMINISTIC.contains(identifier.getSimple().toLowerCase(Locale.ROOT))
                && !problems.quote(identifier).startsWith("`")
                && !problems.quote(identifier).startsWith("\"")) {
            notDeterministic(identifier, identifier.getSimple());
        }
        return null;
    }

    @Override
    public @Nullable Void visit(SqlDynamicParam parameter) {
        problems.add(parameter, "the query has a parameter, ?", "put a value in its place");
        return null;
    }

    @Override
    public @Nullable Void visit(SqlLiteral literal) {
        if (literal instanceof SqlIntervalLiteral interval
                && interval.getValue() instanceof SqlIntervalLiteral.IntervalValue value
                && !value.getIntervalQualifier().isYearMonth()) {
            wholeMilliseconds(interval);
        }
        return null;
    }

    private void wholeMilliseconds(SqlIntervalLiteral interval) {
        try {
            if (Math.floorMod(IntervalText.micros(interval), 1000L) != 0) {
                problems.add(
                        interval,
                        problems.quote(interval) + ": an interval in an expression must be whole milliseconds",
                        "round it to three digits behind the point");
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            problems.add(interval, problems.quote(interval) + " is no interval", "write INTERVAL '10' MINUTE");
        }
    }

    @Override
    public @Nullable Void visit(SqlDataTypeSpec type) {
        String name = String.valueOf(type.getTypeName()).toUpperCase(Locale.ROOT);
        String spelled = problems.quote(type);
        boolean limited = spelled.indexOf('(') >= 0;
        if (List.of("CHAR", "VARCHAR", "CHARACTER").contains(name) && limited) {
            problems.add(
                    type, "type " + spelled + " is not supported", "use STRING, which has no limit; SUBSTRING cuts");
        } else if (name.equals("TIMESTAMP") && limited) {
            problems.add(type, "type " + spelled + " is not supported", "use TIMESTAMP, which has microseconds");
        } else if (List.of("TINYINT", "SMALLINT", "TIME", "ARRAY", "MAP", "ROW", "MULTISET")
                .contains(name)) {
            problems.add(
                    type,
                    "type " + spelled + " is not supported",
                    "the types are BOOLEAN, INT, LONG, FLOAT, DOUBLE, DECIMAL(p,s), STRING, TIMESTAMP, DATE and BINARY");
        }
        return null;
    }

    @Override
    public @Nullable Void visit(SqlNodeList list) {
        for (SqlNode node : list) {
            if (node != null) {
                node.accept(this);
            }
        }
        return null;
    }
}
