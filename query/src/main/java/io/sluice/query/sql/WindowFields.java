package io.sluice.query.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Replaces {@code window.start} and {@code window.end}, the fields of Spark's window, inside one SELECT. */
final class WindowFields extends SqlShuttle {
    private final WindowFunction window;
    private final Problems problems;

    WindowFields(WindowFunction window, Problems problems) {
        this.window = window;
        this.problems = problems;
    }

    void replaceIn(SqlSelect select) {
        List<SqlNode> columns = new ArrayList<>();
        for (SqlNode column : select.getSelectList()) {
            Optional<String> field = field(column);
            SqlNode replaced = replaced(column);
            columns.add(field.isPresent() ? WindowRewrite.named(replaced, field.get()) : replaced);
        }
        select.setSelectList(new SqlNodeList(columns, select.getSelectList().getParserPosition()));
        SqlNode having = select.getHaving();
        if (having != null) {
            select.setHaving(replaced(having));
        }
    }

    private SqlNode replaced(SqlNode node) {
        SqlNode replaced = node.accept(this);
        return replaced == null ? node : replaced;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
        Optional<String> field = field(identifier);
        if (field.isPresent()) {
            return call(field.get(), identifier);
        }
        if (identifier.isSimple() && identifier.getSimple().equalsIgnoreCase("window")) {
            refuse(identifier, "window is a pair of timestamps, which a column cannot hold");
        } else if (identifier.names.get(0).equalsIgnoreCase("window")) {
            refuse(identifier, "window has no field " + identifier.names.get(identifier.names.size() - 1));
        }
        return identifier;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        Optional<String> field = field(call);
        if (field.isPresent()) {
            return call(field.get(), call);
        }
        if (WindowRewrite.isSparkWindow(call)) {
            refuse(call, "window(...) is a pair of timestamps, which a column cannot hold");
            return call;
        }
        return super.visit(call);
    }

    private void refuse(SqlNode node, String message) {
        problems.add(node, message, "select window.start AS WindowStart, window.end AS WindowEnd, or one of them");
    }

    private SqlNode call(String field, SqlNode node) {
        SqlParserPos place = node.getParserPosition();
        return field.equalsIgnoreCase("start") ? window.start(place) : window.end(place);
    }

    /** The field, start or end as it was spelled, when the node is window.field or window(...).field. */
    private static Optional<String> field(SqlNode node) {
        Optional<String> field = Optional.empty();
        if (node instanceof SqlIdentifier identifier
                && identifier.names.size() == 2
                && identifier.names.get(0).equalsIgnoreCase("window")) {
            field = Optional.of(identifier.names.get(1));
        }
        if (node.getKind() == SqlKind.DOT
                && node instanceof SqlCall dot
                && WindowRewrite.isSparkWindow(dot.operand(0))) {
            field = Optional.of(dot.operand(1).toString());
        }
        return field.filter(name -> List.of("start", "end").contains(name.toLowerCase(Locale.ROOT)));
    }
}
