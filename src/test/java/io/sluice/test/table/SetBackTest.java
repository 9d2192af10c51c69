package io.sluice.test.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.LostCommitException;
import io.sluice.test.read.SparkReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark's RESTORE takes rows away and leaves the transaction ids: the writer must not go on behind rows that are not there. */
class SetBackTest {
    @TempDir
    private Path folder;

    @AfterEach
    void nobodyNextDoor() {
        NeighbourLogStore.beforeNextCommit(() -> {});
    }

    private Path table() {
        return folder.resolve("table");
    }

    private String name() {
        return SparkReader.nameOf(table());
    }

    private void run(String statement) {
        SparkReader.session().sql(statement.formatted(name())).collectAsList();
    }

    private List<Object> numbers() {
        return SparkReader.sql("SELECT n FROM " + name() + " ORDER BY n").stream()
                .map(row -> row.values().get(0))
                .toList();
    }

    /** Version 4 holds rows 0 to 3. */
    private Writer started() {
        Writer writer = Writer.open(table());
        writer.commitUpTo(4);
        return writer;
    }

    @Test
    void restoreStopsTheRunningWriterAndTheNextOneUntilItIsUndone() {
        Writer running = started();
        run("RESTORE TABLE %s TO VERSION AS OF 2");
        assertThatThrownBy(() -> running.commit(4))
                .isInstanceOf(LostCommitException.class)
                .hasMessageContaining("version 5 (RESTORE) set it back to version 2")
                .hasMessageContaining("the last of them as version 4");
        run("INSERT INTO %s VALUES ('x', 100)");
        assertThatThrownBy(() -> Writer.open(table()).position()).isInstanceOf(LostCommitException.class);

        run("RESTORE TABLE %s TO VERSION AS OF 4");
        Writer.open(table()).commitUpTo(5);
        running.commitUpTo(6);
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void restoreByTimeIsNoticedToo() {
        started();
        String time = SparkReader.session()
                .sql("DESCRIBE HISTORY " + name())
                .where("version = 3")
                .select("timestamp")
                .collectAsList()
                .get(0)
                .getInstant(0)
                .toString();
        run("RESTORE TABLE %s TO TIMESTAMP AS OF '" + time + "'");
        assertThat(numbers()).containsExactly(0L, 1L, 2L);
        assertThatThrownBy(() -> Writer.open(table()).position())
                .isInstanceOf(LostCommitException.class)
                .hasMessageContaining("set it back to version 3");
    }

    @Test
    void restoreInTheMiddleOfACommitLosesNothingInSilence() {
        Writer running = started();
        NeighbourLogStore.beforeNextCommit(() -> run("RESTORE TABLE %s TO VERSION AS OF 2"));
        assertThatThrownBy(() -> running.commit(4)).isInstanceOf(LostCommitException.class);
        assertThatThrownBy(() -> Writer.open(table()).position()).isInstanceOf(LostCommitException.class);
    }

    @Test
    void restoreOfWhatOthersDidIsNoLoss() {
        Writer running = started();
        run("DELETE FROM %s WHERE n < 3");
        run("RESTORE TABLE %s TO VERSION AS OF 4");
        running.commitUpTo(5);
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void acceptedTableIsGoneOnWithAsItIs() {
        Writer running = started();
        run("RESTORE TABLE %s TO VERSION AS OF 2");
        long version = Writer.at(table()).acceptAsIs(Writer.PREFIX, Map.of());
        assertThat(version).isEqualTo(6);
        Writer.open(table()).commitUpTo(5);
        running.commitUpTo(6);
        assertThat(numbers()).containsExactly(0L, 1L, 4L, 5L);

        run("RESTORE TABLE %s TO VERSION AS OF 7");
        assertThatThrownBy(() -> running.commit(6))
                .isInstanceOf(LostCommitException.class)
                .hasMessageContaining("version 9 (RESTORE) set it back to version 7");
    }

    @Test
    void tableReplacedInTheSameLogIsNoticedAtTheStart() {
        started();
        run("CREATE OR REPLACE TABLE %s USING delta AS SELECT 'x' AS site, 100L AS n");
        assertThat(SparkReader.rows(table())).hasSize(1);
        assertThatThrownBy(() -> Writer.open(table()).position())
                .isInstanceOf(LostCommitException.class)
                .hasMessageContaining("(CREATE OR REPLACE TABLE AS SELECT) replaced its content");
    }
}
