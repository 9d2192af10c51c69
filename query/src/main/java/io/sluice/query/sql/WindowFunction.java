package io.sluice.query.sql;

import io.sluice.query.plan.Window;
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
record WindowFunction(SqlParserPos place, SqlNode time, Window.Tumbling window) {

    SqlNode start(SqlParserPos at) {
        return call(Operators.WINDOW_START, at);
    }

    SqlNode end(SqlParserPos at) {
        return call(Operators.WINDOW_END, at);
    }

    private SqlNode call(SqlOperator operator, SqlParserPos at) {
        return operator.createCall(
                new SqlNodeList(List.of(time, number(window.sizeMicros()), number(window.offsetMicros())), at));
    }

    private SqlNode number(long value) {
        return SqlLiteral.createExactNumeric(Long.toString(value), place);
    }
}
