package io.sluice.query.sql;

import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A window as it stands in the query, before names are resolved.
 *
 * @param place of the call
 * @param time the expression that assigns a row to its window
 */
record WindowFunction(SqlParserPos place, SqlNode time, Window window) {

    SqlNode start(SqlParserPos at) {
        return call(Operators.WINDOW_START, at);
    }

    SqlNode end(SqlParserPos at) {
        return call(Operators.WINDOW_END, at);
    }

    private SqlNode call(SqlOperator operator, SqlParserPos at) {
        List<SqlNode> operands = new ArrayList<>();
        operands.add(time);
        operands.add(number(window.sizeMicros()));
        operands.add(number(window.offsetMicros()));
        if (window instanceof ZonedDays days) {
            operands.add(SqlLiteral.createCharString(days.zone().getId(), place));
        }
        return operator.createCall(new SqlNodeList(operands, at));
    }

    private SqlNode number(long value) {
        return SqlLiteral.createExactNumeric(Long.toString(value), place);
    }
}
