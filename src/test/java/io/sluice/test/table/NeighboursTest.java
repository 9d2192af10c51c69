package io.sluice.test.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.TableMismatchException;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.test.read.SparkReader;
import io.sluice.test.read.TableRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Spark works on the table between two commits of a running writer, or in the middle of one. Either the writer goes on and the
 * rows are right, or it stops and says what was changed.
 */
class NeighboursTest {
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

    private static void run(String statement) {
        SparkReader.session().sql(statement).collectAsList();
    }

    /** Between the commits of row 1 and 2, and within that of row 3, if it is not the same twice. */
    private void beside(Writer writer, String statement, String again) {
        run(statement.formatted(name()));
        assertThat(writer.commit(2)).isInstanceOf(CommitOutcome.Committed.class);
        NeighbourLogStore.beforeNextCommit(() -> run(again.formatted(name())));
        assertThat(writer.commit(3)).isInstanceOf(CommitOutcome.Committed.class);
        assertThat(writer.position()).isEqualTo(4);
    }

    private Writer started(String... partitionBy) {
        Writer writer = Writer.open(table(), partitionBy);
        writer.commitUpTo(2);
        return writer;
    }

    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        SparkReader.rows(table()).forEach(row -> numbers.add((Long) row.values().get(1)));
        numbers.sort(null);
        return numbers;
    }

    @Test
    void appendsOfSpark() {
        beside(started("site"), "INSERT INTO %s VALUES ('even', 100)", "INSERT INTO %s VALUES ('odd', 101)");
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L, 100L, 101L);
    }

    @Test
    void optimize() {
        beside(started(), "OPTIMIZE %s", "OPTIMIZE %s");
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void deletesAndUpdatesOfRows() {
        beside(started(), "DELETE FROM %s WHERE n = 0", "UPDATE %s SET n = 11 WHERE n = 1");
        assertThat(numbers()).containsExactly(2L, 3L, 11L);
    }

    @Test
    void newNullableColumnIsLeftNull() {
        beside(started(), "ALTER TABLE %s ADD COLUMN extra INT", "ALTER TABLE %s ADD COLUMN more STRING");
        assertThat(SparkReader.rows(table()))
                .containsExactly(
                        TableRow.of("even", 0L, null, null),
                        TableRow.of("even", 2L, null, null),
                        TableRow.of("odd", 1L, null, null),
                        TableRow.of("odd", 3L, null, null));
    }

    @Test
    void harmlessPropertiesAndComments() {
        beside(
                started(),
                "ALTER TABLE %s SET TBLPROPERTIES ('delta.appendOnly' = 'true', 'team' = 'x')",
                "ALTER TABLE %s ALTER COLUMN n COMMENT 'a number'");
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void vacuumBetweenCommits() {
        Writer writer = started();
        run("OPTIMIZE " + name());
        SparkReader.session().conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        run("VACUUM " + name() + " RETAIN 0 HOURS");
        writer.commitUpTo(4);
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void vacuumThatRemovesAFileBeforeItIsCommittedIsMadeGood() {
        Writer writer = started("site");
        SparkReader.session().conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        NeighbourLogStore.beforeNextCommit(() -> run("VACUUM " + name() + " RETAIN 0 HOURS"));
        writer.commitUpTo(4);
        assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
    }

    /** What Spark does to the table, and what the writer then says, between commits and within one. */
    enum Refused {
        COLUMN_MAPPING(
                "ALTER TABLE %s SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.minReaderVersion' = '2',"
                        + " 'delta.minWriterVersion' = '5')",
                "protocol: expected reader version 1, writer version 2 or lower, found reader version 2, writer version 5"),
        DELETION_VECTORS(
                "ALTER TABLE %s SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')", "deletionVectors"),
        CONSTRAINT("ALTER TABLE %s ADD CONSTRAINT cold CHECK (n < 100)", "delta.constraints.cold"),
        CHANGE_DATA_FEED("ALTER TABLE %s SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')", "protocol"),
        TRANSACTION_RETENTION(
                "ALTER TABLE %s SET TBLPROPERTIES ('delta.setTransactionRetentionDuration' = 'interval 1 day')",
                "ALTER TABLE ... UNSET TBLPROPERTIES ('delta.setTransactionRetentionDuration')"),
        OTHER_TABLE(
                "CREATE OR REPLACE TABLE %s USING delta AS SELECT 'x' AS site, 1L AS n",
                "was replaced by another table");

        final String statement;
        final String message;

        Refused(String statement, String message) {
            this.statement = statement;
            this.message = message;
        }
    }

    /** What Spark's data frames do with overwriteSchema, which SQL cannot say in one statement. */
    @Test
    void otherColumnsTypesAndPartitionsStopTheWriterAndAreNamed() {
        overwritten("CAST(1 AS INT) AS n, 'x' AS site", "", "column 'n': expected long, found int");
        overwritten("1L AS n", "", "column 'site': expected string, found no such column");
        overwritten("1L AS number, 'x' AS site", "", "column 'n': expected long, found no such column");
        overwritten("1L AS n, 'x' AS site", "site", "partitionBy: expected [], found [site]");
    }

    private void overwritten(String columns, String partition, String message) {
        Path other = folder.resolve(columns);
        Writer writer = Writer.open(other);
        writer.commitUpTo(2);
        var frame = SparkReader.session()
                .sql("SELECT " + columns)
                .write()
                .format("delta")
                .mode("overwrite")
                .option("overwriteSchema", "true");
        (partition.isEmpty() ? frame : frame.partitionBy(partition)).save(other.toString());
        assertThatThrownBy(() -> writer.commit(2))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> Writer.open(other)).hasMessageContaining(message);
    }

    @ParameterizedTest
    @EnumSource(Refused.class)
    void changeThatWeCannotWriteToStopsTheWriterAndIsNamed(Refused change) {
        Writer between = started();
        run(change.statement.formatted(name()));
        assertThatThrownBy(() -> between.commit(2))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining(change.message);

        Path other = folder.resolve("other");
        Writer within = Writer.open(other);
        within.commitUpTo(2);
        NeighbourLogStore.beforeNextCommit(() -> run(change.statement.formatted(SparkReader.nameOf(other))));
        assertThatThrownBy(() -> within.commit(2))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining(change.message);
    }
}
