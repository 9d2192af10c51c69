package io.sluice.test.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.standalone.DeltaLog;
import io.delta.standalone.data.CloseableIterator;
import io.delta.standalone.data.RowRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark, Delta Kernel and Delta Standalone live in one JVM and read the same rows from one table, in every type that we write. */
class ReadersAgreeTest {
    private static final TableRow FULL = TableRow.of(
            true,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            1.5f,
            -0.1,
            // Standalone's row reader gives every decimal the scale 18, and fails on more than 20 digits before the
            // point
            new BigDecimal("12345678901234567890.7890"),
            "freezer ☃ | 'a'",
            Instant.parse("2026-02-01T06:00:00.123456Z"),
            LocalDate.of(1969, 12, 31),
            new byte[] {0, (byte) 0xff},
            "Nord/1 a%b");
    private static final TableRow EMPTY = TableRow.of(null, null, null, null, null, null, null, null, null, null, null);

    @TempDir
    private static Path folder;

    private static Path table;

    @BeforeAll
    static void writeTableBySpark() {
        table = folder.resolve("all types");
        SparkReader.sql("""
                CREATE TABLE %s (flag BOOLEAN, i INT, l BIGINT, f FLOAT, d DOUBLE, n DECIMAL(30,4), s STRING,
                  t TIMESTAMP, day DATE, b BINARY, site STRING)
                USING delta PARTITIONED BY (site)""".formatted(SparkReader.nameOf(table)));
        SparkReader.sql("""
                INSERT INTO %s VALUES
                  (true, -2147483648, 9223372036854775807, 1.5F, -0.1D, 12345678901234567890.7890BD, "freezer ☃ | 'a'",
                   TIMESTAMP'2026-02-01T06:00:00.123456Z', DATE'1969-12-31', X'00FF', 'Nord/1 a%%b'),
                  (null, null, null, null, null, null, null, null, null, null, null)""".formatted(SparkReader.nameOf(table)));
    }

    @Test
    void sparkReadsEveryType() {
        assertThat(SparkReader.rows(table)).containsExactly(EMPTY, FULL);
    }

    @Test
    void kernelReadsEveryType() {
        assertThat(KernelReader.rows(table)).containsExactly(EMPTY, FULL);
    }

    @Test
    void standaloneReadsTheSameRows() throws IOException {
        List<TableRow> rows = new ArrayList<>();
        try (CloseableIterator<RowRecord> records = DeltaLog.forTable(new Configuration(), table.toString())
                .snapshot()
                .open()) {
            while (records.hasNext()) {
                rows.add(standaloneRow(records.next()));
            }
        }
        assertThat(TableRow.sorted(rows)).containsExactly(EMPTY, FULL);
    }

    @Test
    void sparkFilters() {
        assertThat(SparkReader.rows(table, "site = 'Nord/1 a%b' AND t >= TIMESTAMP'2026-02-01T06:00:00Z'"))
                .containsExactly(FULL);
        assertThat(SparkReader.filesRead(table, "site IS NULL")).isEqualTo(1);
    }

    @Test
    void rowsDeletedByDeletionVectorsAreGoneForKernelToo(@TempDir Path other) {
        Path vectors = other.resolve("vectors");
        String name = SparkReader.nameOf(vectors);
        SparkReader.sql("CREATE TABLE " + name
                + " USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS SELECT id FROM range(100)");
        SparkReader.sql("DELETE FROM " + name + " WHERE id >= 2");

        assertThat(KernelReader.rows(vectors)).containsExactly(TableRow.of(0L), TableRow.of(1L));
        assertThat(KernelReader.version(vectors)).isEqualTo(1);
    }

    @Test
    void tableStaysReadableAfterOptimizeAndVacuum(@TempDir Path other) {
        Path small = other.resolve("small");
        String name = SparkReader.nameOf(small);
        SparkReader.sql("CREATE TABLE " + name + " USING delta AS SELECT 1 AS id");
        SparkReader.sql("INSERT INTO " + name + " VALUES (2)");
        SparkReader.session().sql("OPTIMIZE " + name).collectAsList();
        SparkReader.sql("VACUUM " + name);

        assertThat(KernelReader.rows(small)).containsExactly(TableRow.of(1), TableRow.of(2));
        assertThat(SparkReader.filesRead(small, "true")).isEqualTo(1);
    }

    private static TableRow standaloneRow(RowRecord row) {
        return TableRow.of(
                orNull(row, "flag", row::getBoolean),
                orNull(row, "i", row::getInt),
                orNull(row, "l", row::getLong),
                orNull(row, "f", row::getFloat),
                orNull(row, "d", row::getDouble),
                orNull(row, "n", name -> row.getBigDecimal(name).setScale(4)),
                orNull(row, "s", row::getString),
                orNull(row, "t", name -> row.getTimestamp(name).toInstant()),
                orNull(row, "day", name -> row.getDate(name).toLocalDate()),
                orNull(row, "b", row::getBinary),
                orNull(row, "site", row::getString));
    }

    private static @Nullable Object orNull(RowRecord row, String name, Function<String, Object> value) {
        return row.isNullAt(name) ? null : value.apply(name);
    }
}
