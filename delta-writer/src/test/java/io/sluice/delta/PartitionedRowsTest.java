package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionedRowsTest {
    private static final Schema SCHEMA =
            Schema.of(Rows.column("site", Primitive.STRING), Rows.column("n", Primitive.LONG));
    private static final int COUNT = 1000;

    @TempDir
    private Path folder;

    /** Rows that come into being when asked for, as those of the sink stage do. */
    private static final class MadeRows extends AbstractList<Row> implements RandomAccess {
        private final List<WeakReference<Row>> handedOut = new ArrayList<>();

        @Override
        public Row get(int index) {
            if (index == COUNT - 1) {
                System.gc(); // what is still held by then was kept
            }
            Row row = Rows.of(SCHEMA, "site " + index % 7, index);
            handedOut.add(new WeakReference<>(row));
            return row;
        }

        @Override
        public int size() {
            return COUNT;
        }

        long kept() {
            return handedOut.stream().filter(row -> row.get() != null).count();
        }
    }

    @Test
    void rowsArePartitionedWithoutBeingHeldAllAtOnce() {
        DeltaTable table = DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults());
        table.ensure(SCHEMA, List.of("site"));
        MadeRows rows = new MadeRows();

        assertThat(table.commit(List.of(new Span("q", 0, COUNT)), rows))
                .isEqualTo(new CommitOutcome.Committed(1, COUNT));

        assertThat(rows.kept()).isLessThan(COUNT / 2);
        assertThat(Rows.in(table)).hasSize(COUNT).contains("site='site 3' n=10", "site='site 6' n=993");
    }
}
