package io.sluice.serdes.schema;

/**
 * A named, typed column.
 *
 * @param nullable whether null is a legal value; a null in a column that is not nullable makes its record a bad record
 */
public record Column(String name, DataType type, boolean nullable) {
    public Column {
        if (name.isBlank()) {
            throw new IllegalArgumentException("column name = '" + name + "': must not be blank");
        }
    }

    public static Column nullable(String name, DataType type) {
        return new Column(name, type, true);
    }

    public static Column required(String name, DataType type) {
        return new Column(name, type, false);
    }

    @Override
    public String toString() {
        return name + " " + type.sqlName() + (nullable ? "" : " not null");
    }
}
