package io.sluice.query.sql;

import java.util.ArrayList;
import java.util.List;
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

/**
 * Replaces names in GROUP BY by the expressions of SELECT they are aliases of. Only at places where there is no column of that
 * name: a column goes before an alias, in the standard and in Spark, while Calcite would take the alias and group otherwise.
 */
final class GroupAliases extends SqlShuttle {
    private final List<SqlParserPos> places = new ArrayList<>();
    private boolean replaced;

    /** Adds a place where a name is no column. */
    void add(SqlParserPos place) {
        places.add(place);
        replaced = false;
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    SqlNode replaceIn(SqlNode query) {
        SqlNode result = query.accept(this);
        return result == null ? query : result;
    }

    /** Whether the place added last was one of an alias; false when it is no name in GROUP BY or no alias. */
    boolean isLastReplaced() {
        return replaced;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode result = super.visit(call);
        if (result instanceof SqlSelect select && select.getGroup() != null) {
            List<SqlNode> keys = new ArrayList<>();
            for (SqlNode key : select.getGroup()) {
                keys.add(meant(key, select));
            }
            select.setGroupBy(new SqlNodeList(keys, select.getGroup().getParserPosition()));
        }
        return result;
    }

    private SqlNode meant(SqlNode key, SqlSelect select) {
        boolean named = key instanceof SqlIdentifier identifier && identifier.isSimple();
        Optional<SqlNode> expression =
                named && places.stream().anyMatch(place -> place.startsAt(key.getParserPosition()))
                        ? expression(((SqlIdentifier) key).getSimple(), select)
                        : Optional.empty();
        boolean last = places.get(places.size() - 1).startsAt(key.getParserPosition());
        replaced |= last && expression.isPresent();
        return expression.orElse(key);
    }

    private static Optional<SqlNode> expression(String name, SqlSelect select) {
        for (SqlNode column : select.getSelectList()) {
            if (column.getKind() == SqlKind.AS
                    && column instanceof SqlCall alias
                    && alias.operand(1).toString().equalsIgnoreCase(name)) {
                return Optional.of(alias.operand(0));
            }
        }
        return Optional.empty();
    }
}
