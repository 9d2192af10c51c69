package io.sluice.test.table;

import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Tables by the product's own writer, of rows that are given as plain Java values. */
final class Tables {
    private Tables() {}

    /** A table with a commit for each list of rows. */
    static void write(Path path, Schema schema, List<String> partitionBy, List<List<Row>> commits) {
        DeltaTable table = DeltaTable.at(path.toString(), DeltaOptions.defaults());
        table.ensure(schema, partitionBy);
        long position = 0;
        for (List<Row> rows : commits) {
            table.commit(List.of(new Span("q:t:0", position, position + rows.size())), rows);
            position += rows.size();
        }
    }

    /** How many rows the product's own reader finds. */
    static int rows(Path path) {
        AtomicInteger rows = new AtomicInteger();
        DeltaTable.at(path.toString(), DeltaOptions.defaults()).read(row -> rows.incrementAndGet());
        return rows.get();
    }

    /** In the schema's order; times as Instant and LocalDate. */
    static Row row(@Nullable Object... values) {
        Row row = new Row(values.length);
        for (int i = 0; i < values.length; i++) {
            set(row, i, values[i]);
        }
        return row;
    }

    private static void set(Row row, int column, @Nullable Object value) {
        if (value instanceof Double || value instanceof Float) {
            row.setDouble(column, ((Number) value).doubleValue());
        } else if (value instanceof Integer || value instanceof Long) {
            row.setLong(column, ((Number) value).longValue());
        } else if (value instanceof Instant instant) {
            row.setLong(column, instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000);
        } else if (value instanceof LocalDate day) {
            row.setLong(column, day.toEpochDay());
        } else if (value instanceof String || value instanceof BigDecimal || value instanceof byte[]) {
            row.setObject(column, value);
        } else if (value != null) {
            throw new IllegalArgumentException(value + " is a " + value.getClass());
        }
    }
}
