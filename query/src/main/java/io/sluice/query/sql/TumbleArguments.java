package io.sluice.query.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of TUMBLE, by position or as DATA =>, TIMECOL => and SIZE =>; the offset, whose name is reserved, by position.
 *
 * @param data a table's name or a query
 * @param time the column inside DESCRIPTOR
 */
record TumbleArguments(SqlNode data, SqlNode time, SqlNode size, Optional<SqlNode> offset) {
    private static final List<String> NAMES = List.of("data", "timecol", "size", "offset");
    private static final String FORM =
            "write TUMBLE(TABLE readings, DESCRIPTOR(EventTime), INTERVAL '10' MINUTE) with your "
                    + "table and its time column";

    /** Empty, with the problem reported, when the call is not of that form. */
    static Optional<TumbleArguments> of(SqlCall call, Problems problems) {
        @Nullable SqlNode[] arguments = new @Nullable SqlNode[NAMES.size()];
        List<SqlNode> given = new ArrayList<>(call.getOperandList());
        for (int i = 0; i < given.size(); i++) {
            SqlNode argument = given.get(i);
            int position = i;
            if (argument.getKind() == SqlKind.ARGUMENT_ASSIGNMENT && argument instanceof SqlCall assignment) {
                position = NAMES.indexOf(assignment.operand(1).toString().toLowerCase(Locale.ROOT));
                argument = assignment.operand(0);
            }
            if (position < 0 || position >= NAMES.size()) {
                problems.add(given.get(i), "TUMBLE does not know the argument " + problems.quote(given.get(i)), FORM);
                return Optional.empty();
            }
            arguments[position] = argument;
        }
        return of(call, arguments[0], arguments[1], arguments[2], arguments[3], problems);
    }

    private static Optional<TumbleArguments> of(
            SqlCall call,
            @Nullable SqlNode data,
            @Nullable SqlNode time,
            @Nullable SqlNode size,
            @Nullable SqlNode offset,
            Problems problems) {
        if (data == null || time == null || size == null) {
            problems.add(call, "TUMBLE needs a table, a time column and a size", FORM);
            return Optional.empty();
        }
        SqlNode table = data.getKind() == SqlKind.EXPLICIT_TABLE && data instanceof SqlCall explicit
                ? explicit.operand(0)
                : data;
        boolean query = table.getKind() == SqlKind.SELECT || table instanceof SqlIdentifier;
        if (!query) {
            problems.add(data, "TUMBLE cannot read " + problems.quote(data), FORM);
            return Optional.empty();
        }
        if (!(time instanceof SqlCall descriptor)
                || !descriptor.getOperator().getName().equalsIgnoreCase("DESCRIPTOR")
                || descriptor.operandCount() != 1) {
            problems.add(time, "TUMBLE needs its time column as DESCRIPTOR(column), not " + problems.quote(time), FORM);
            return Optional.empty();
        }
        return Optional.of(new TumbleArguments(table, descriptor.operand(0), size, Optional.ofNullable(offset)));
    }
}
