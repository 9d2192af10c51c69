package io.sluice.serdes.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The columns of a row, in order. Names are looked up without regard to case, as Spark and Delta do, and so no two may differ
 * only in case.
 */
public final class Schema {
    private final List<Column> columns;
    private final Map<String, Integer> ordinals;

    /** @throws IllegalArgumentException when two names are equal up to case */
    public Schema(List<Column> columns) {
        this.columns = List.copyOf(columns);
        this.ordinals = new HashMap<>();
        for (int i = 0; i < this.columns.size(); i++) {
            String name = this.columns.get(i).name();
            Integer other = ordinals.putIfAbsent(name.toLowerCase(Locale.ROOT), i);
            if (other != null) {
                throw new IllegalArgumentException("column '" + name + "': clashes with column '"
                        + this.columns.get(other).name() + "' (names are compared without regard to case)");
            }
        }
    }

    public static Schema of(Column... columns) {
        return new Schema(List.of(columns));
    }

    public List<Column> columns() {
        return columns;
    }

    public int width() {
        return columns.size();
    }

    public Column column(int ordinal) {
        return columns.get(ordinal);
    }

    /** The position of the column of that name, in any case; empty when there is none. */
    public OptionalInt ordinal(String name) {
        Integer ordinal = ordinals.get(name.toLowerCase(Locale.ROOT));
        return ordinal == null ? OptionalInt.empty() : OptionalInt.of(ordinal);
    }

    public Row newRow() {
        return new Row(width());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schema that && columns.equals(that.columns);
    }

    @Override
    public int hashCode() {
        return columns.hashCode();
    }

    @Override
    public String toString() {
        return columns.stream().map(Column::toString).collect(Collectors.joining(", "));
    }
}
