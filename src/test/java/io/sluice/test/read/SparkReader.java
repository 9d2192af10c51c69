package io.sluice.test.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads (and, as a neighbour would, changes) Delta tables by Spark. One session per JVM, started by the first use (about ten
 * seconds) and ended by Spark's own shutdown hook. Safe for any thread.
 */
public final class SparkReader {
    private SparkReader() {}

    /** All rows of the table's latest version, sorted by their text. */
    public static List<TableRow> rows(Path table) {
        return rows(load(table));
    }

    /**
     * The rows for which a SQL condition holds, sorted by their text. Unlike {@link #rows(Path)} this lets Spark skip files by their
     * statistics and partition values, and so finds those that are narrower than the data.
     */
    public static List<TableRow> rows(Path table, String condition) {
        return rows(load(table).where(condition));
    }

    /** The result of any SQL statement, in its own order; {@link #nameOf} names a table in it. */
    public static List<TableRow> sql(String statement) {
        return collect(session().sql(statement));
    }

    /** How a table is named in {@link #sql}. */
    public static String nameOf(Path table) {
        return "delta.`" + table.toAbsolutePath() + "`";
    }

    /** How many data files a scan under that condition reads. */
    public static int filesRead(Path table, String condition) {
        return load(table)
                .where(condition)
                .select("_metadata.file_path")
                .distinct()
                .collectAsList()
                .size();
    }

    public static SparkSession session() {
        return Session.SPARK;
    }

    private static Dataset<Row> load(Path table) {
        return session().read().format("delta").load(table.toAbsolutePath().toString());
    }

    private static List<TableRow> rows(Dataset<Row> dataset) {
        return TableRow.sorted(collect(dataset));
    }

    private static List<TableRow> collect(Dataset<Row> dataset) {
        return dataset.collectAsList().stream().map(SparkReader::row).toList();
    }

    private static TableRow row(Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            values.add(value(row.get(i)));
        }
        return new TableRow(values);
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Row struct) {
            return row(struct);
        }
        if (value instanceof scala.collection.Seq<?> array) {
            List<@Nullable Object> elements = new ArrayList<>();
            CollectionConverters.asJava(array).forEach(element -> elements.add(value(element)));
            return elements;
        }
        if (value instanceof scala.collection.Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> entries = new HashMap<>();
            CollectionConverters.asJava(map).forEach((key, held) -> entries.put(key, value(held)));
            return entries;
        }
        return value;
    }

    /** Holds the session, so that it starts with the first use. */
    private static final class Session {
        static final SparkSession SPARK = start();

        private static SparkSession start() {
            Path scratch = scratchFolder();
            return SparkSession.builder()
                    .appName("sluice-tests")
                    .master("local[1]")
                    .config("spark.ui.enabled", false)
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.local.dir", scratch.toString())
                    .config(
                            "spark.sql.warehouse.dir",
                            scratch.resolve("warehouse").toString())
                    .config("spark.sql.shuffle.partitions", 1)
                    .config("spark.databricks.delta.snapshotPartitions", 1)
                    // tables of a few rows: compiling and adapting plans costs more than it saves
                    .config("spark.sql.codegen.wholeStage", false)
                    .config("spark.sql.adaptive.enabled", false)
                    // VACUUM would otherwise run 10,000 tasks, a minute's work, for a table of two files
                    .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", 1)
                    .config("spark.sql.session.timeZone", "UTC")
                    .config("spark.sql.datetime.java8API.enabled", true)
                    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                    .getOrCreate();
        }

        private static Path scratchFolder() {
            try {
                return Files.createTempDirectory("sluice-spark");
            } catch (IOException e) {
                throw new UncheckedIOException("no scratch folder for Spark", e);
            }
        }
    }
}
