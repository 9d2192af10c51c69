package io.sluice.query.sql;

import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Turns both spellings of a window into the same two functions. {@code FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(c), size))} becomes
 * a sub-query with the columns of t and window_start and window_end. {@code GROUP BY window(c, size)} becomes two keys, and
 * {@code window.start} and {@code window.end} in the same SELECT their uses.
 */
final class WindowRewrite extends SqlShuttle {
    private static final Pattern DAYS = Pattern.compile(
            "(?:interval)?\\s*'?\\s*(\\d{1,5})\\s*'?\\s*(d|days?|weeks?)\\s*'?", Pattern.CASE_INSENSITIVE);

    private final Optional<ZoneId> zone;
    private final Problems problems;
    private final List<WindowFunction> windows = new ArrayList<>();

    /** @param zone of windows, which then are of whole days; empty for windows in UTC */
    WindowRewrite(Optional<ZoneId> zone, Problems problems) {
        this.zone = zone;
        this.problems = problems;
    }

    /** The windows that were found, in no order. */
    List<WindowFunction> windows() {
        return windows;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.getKind() == SqlKind.COLLECTION_TABLE) {
            return tumble(call, true);
        }
        if (call.getKind() == SqlKind.AS && call.operand(0).getKind() == SqlKind.COLLECTION_TABLE) {
            List<SqlNode> operands = new ArrayList<>(call.getOperandList());
            operands.set(0, tumble(call.operand(0), false));
            return SqlStdOperatorTable.AS.createCall(call.getParserPosition(), operands);
        }
        SqlNode result = super.visit(call);
        if (result instanceof SqlSelect select) {
            sparkWindow(select);
        }
        return result;
    }

    private SqlNode tumble(SqlCall table, boolean addAlias) {
        SqlCall function = table.operand(0);
        Optional<TumbleArguments> parsed = TumbleArguments.of(function, problems);
        if (parsed.isEmpty()) {
            return table;
        }
        TumbleArguments arguments = parsed.get();
        Optional<WindowFunction> window = window(
                function, arguments.time(), arguments.size(), arguments.offset().orElse(null));
        if (window.isEmpty()) {
            return table;
        }
        SqlParserPos place = function.getParserPosition();
        SqlNode from = arguments.data() instanceof SqlSelect query ? query.accept(this) : arguments.data();
        SqlNodeList columns = new SqlNodeList(
                List.of(
                        SqlIdentifier.star(place),
                        named(window.get().start(place), "window_start"),
                        named(window.get().end(place), "window_end")),
                place);
        SqlSelect query =
                new SqlSelect(place, null, columns, from, null, null, null, null, null, null, null, null, null);
        boolean alias = addAlias && arguments.data() instanceof SqlIdentifier;
        return alias ? named(query, ((SqlIdentifier) arguments.data()).names.get(0)) : query;
    }

    static SqlNode named(SqlNode node, String name) {
        SqlParserPos place = node.getParserPosition();
        return SqlStdOperatorTable.AS.createCall(place, node, new SqlIdentifier(name, place));
    }

    private void sparkWindow(SqlSelect select) {
        SqlNodeList group = select.getGroup();
        if (group == null) {
            return;
        }
        List<SqlNode> keys = new ArrayList<>();
        WindowFunction window = null;
        for (SqlNode key : group) {
            Optional<WindowFunction> found = isSparkWindow(key) ? sparkWindow((SqlCall) key) : Optional.empty();
            if (found.isEmpty()) {
                keys.add(key);
            } else {
                window = found.get();
                keys.add(window.start(key.getParserPosition()));
                keys.add(window.end(key.getParserPosition()));
            }
        }
        if (window != null) {
            select.setGroupBy(new SqlNodeList(keys, group.getParserPosition()));
            new WindowFields(window, problems).replaceIn(select);
        }
    }

    static boolean isSparkWindow(SqlNode node) {
        return node instanceof SqlBasicCall call
                && call.getOperator().getName().toLowerCase(Locale.ROOT).equals("window");
    }

    private Optional<WindowFunction> sparkWindow(SqlCall call) {
        if (call.operandCount() < 2) {
            problems.add(
                    call,
                    "window() needs a time column and a size",
                    "write window(EventTime, '10 minutes') with your time column");
            return Optional.empty();
        }
        SqlNode offset = call.operandCount() > 3 ? call.operand(3) : null;
        return window(call, call.operand(0), call.operand(1), offset);
    }

    private Optional<WindowFunction> window(SqlCall call, SqlNode time, SqlNode size, @Nullable SqlNode offset) {
        Optional<Long> sizeMicros = length(size, "window size");
        Optional<Long> offsetMicros = offset == null ? Optional.of(0L) : length(offset, "window offset");
        if (sizeMicros.isEmpty() || offsetMicros.isEmpty()) {
            return Optional.empty();
        }
        if (sizeMicros.get() <= 0) {
            problems.add(
                    size,
                    "window size " + problems.quote(size) + ": must be more than 0",
                    "write for example '10 minutes'");
            return Optional.empty();
        }
        long shift = Math.floorMod(offsetMicros.get(), sizeMicros.get());
        Optional<Window> cut = zone.isPresent()
                ? days(size).map(days -> new ZonedDays(days, shift, zone.get()))
                : Optional.of(new Window.Tumbling(sizeMicros.get(), shift));
        Optional<WindowFunction> window =
                cut.map(windows -> new WindowFunction(call.getParserPosition(), time, windows));
        window.ifPresent(windows::add);
        return window;
    }

    /** What is written in days. Hours are none: a day of a zone may have 23 or 25 of them. */
    private Optional<Integer> days(SqlNode size) {
        Matcher written = DAYS.matcher(problems.quote(size));
        if (written.matches()) {
            int count = Integer.parseInt(written.group(1));
            boolean weeks = written.group(2).toLowerCase(Locale.ROOT).startsWith("w");
            return Optional.of(weeks ? count * 7 : count);
        }
        problems.add(
                size,
                "window size " + problems.quote(size) + ": under windowTimeZone, windows are days of a zone",
                "write INTERVAL '1' DAY, or another number of days; or delete windowTimeZone, for windows in UTC");
        return Optional.empty();
    }

    private Optional<Long> length(SqlNode node, String what) {
        try {
            return Optional.of(IntervalText.micros(node));
        } catch (IllegalArgumentException | ArithmeticException e) {
            String reason = String.valueOf(e.getMessage());
            int remedy = reason.indexOf("; ");
            problems.add(
                    node,
                    what + " " + problems.quote(node) + ": " + (remedy < 0 ? reason : reason.substring(0, remedy)),
                    remedy < 0 ? "write for example INTERVAL '10' MINUTE" : reason.substring(remedy + 2));
            return Optional.empty();
        }
    }
}
