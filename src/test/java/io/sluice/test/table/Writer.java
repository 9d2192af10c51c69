package io.sluice.test.table;

import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A writer of one row a commit, as the sink stage is one: the row's number is its position. */
final class Writer {
    static final String PREFIX = "query:";
    private static final String ID = PREFIX + "topic:0";
    private static final Schema SCHEMA =
            Schema.of(Column.nullable("site", Primitive.STRING), Column.nullable("n", Primitive.LONG));

    private final DeltaTable table;

    private Writer(DeltaTable table) {
        this.table = table;
    }

    static DeltaTable at(Path path) {
        return DeltaTable.at(
                path.toString(),
                DeltaOptions.defaults()
                        .withLogStore(NeighbourLogStore.class)
                        .withRetries(new RetryPolicy(4, Duration.ZERO, Duration.ZERO), length -> {}));
    }

    static Writer open(Path path, String... partitionBy) {
        DeltaTable table = at(path);
        table.ensure(SCHEMA, List.of(partitionBy));
        table.follow(PREFIX);
        return new Writer(table);
    }

    /** Where the next row belongs, by the table. */
    long position() {
        return table.position(ID).orElse(0);
    }

    CommitOutcome commit(long n) {
        Row row = SCHEMA.newRow();
        row.setObject(0, n % 2 == 0 ? "even" : "odd");
        row.setLong(1, n);
        return table.commit(List.of(new Span(ID, n, n + 1)), List.of(row));
    }

    /** Commits rows from the position on, one at a time. */
    void commitUpTo(long end) {
        for (long n = position(); n < end; n++) {
            CommitOutcome outcome = commit(n);
            if (!(outcome instanceof CommitOutcome.Committed)) {
                throw new AssertionError(n + ": " + outcome);
            }
        }
    }
}
