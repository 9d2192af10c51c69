package io.sluice.query.sql;

import io.sluice.serdes.schema.Column;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Device.id} as a field of the column Device where no table has that name, as Spark does. Calcite wants the table's name
 * in front of it.
 */
final class FieldNames extends SqlShuttle {
    private final Set<String> tables = new HashSet<>();
    private final Set<String> columns = new HashSet<>();

    private FieldNames() {}

    static @Nullable SqlNode in(SqlNode query, Catalog catalog) {
        FieldNames names = new FieldNames();
        catalog.schemas()
                .forEach(schema -> schema.columns().stream()
                        .map(Column::name)
                        .forEach(column -> names.columns.add(column.toLowerCase(Locale.ROOT))));
        query.accept(names.new Collector());
        return query.accept(names);
    }

    /** Finds the names of tables and of the columns of sub-queries. */
    private final class Collector extends SqlBasicVisitor<@Nullable Void> {
        @Override
        public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlSelect select && select.getFrom() != null) {
                addTable(select.getFrom());
                select.getSelectList().forEach(this::addColumn);
            } else if (call instanceof SqlWith with) {
                with.withList.forEach(item -> add(tables, ((SqlWithItem) item).name));
            }
            return super.visit(call);
        }

        private void addTable(SqlNode from) {
            if (from.getKind() == SqlKind.AS && from instanceof SqlCall alias) {
                add(tables, alias.operand(1));
            } else if (from instanceof SqlIdentifier table) {
                add(tables, table.getComponent(table.names.size() - 1));
            }
        }

        private void addColumn(SqlNode column) {
            if (column.getKind() == SqlKind.AS && column instanceof SqlCall alias) {
                add(columns, alias.operand(1));
            }
        }

        private void add(Set<String> names, SqlNode name) {
            names.add(name.toString().toLowerCase(Locale.ROOT));
        }
    }

    @Override
    public SqlNode visit(SqlIdentifier identifier) {
        String first = identifier.names.get(0).toLowerCase(Locale.ROOT);
        if (identifier.isSimple() || identifier.isStar() || tables.contains(first) || !columns.contains(first)) {
            return identifier;
        }
        SqlNode field = identifier.getComponent(0);
        for (int i = 1; i < identifier.names.size(); i++) {
            field = SqlStdOperatorTable.DOT.createCall(
                    identifier.getParserPosition(), field, identifier.getComponent(i));
        }
        return field;
    }
}
