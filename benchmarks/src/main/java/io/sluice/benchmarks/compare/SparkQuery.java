package io.sluice.benchmarks.compare;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.window;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;

/**
 * The query in Spark Structured Streaming, local[2], one available-now run: {@code SparkQuery BOOTSTRAP_SERVERS TOPIC TABLE
 * CHECKPOINT SCRATCH [append|filtered]}; with {@code append} without windows: each reading as it is; with {@code filtered} without
 * those that have not all values, as is usual, since from_json makes nulls of what it cannot read. Shuffle partitions and Delta's
 * snapshot partitions are set to what two cores need; the defaults, made for clusters, are much slower here.
 */
public final class SparkQuery {
    private SparkQuery() {}

    public static void main(String[] arguments) throws Exception {
        SparkSession spark = session(arguments[4]);
        spark.sparkContext().setLogLevel("ERROR");
        StructType schema = new StructType()
                .add("UnitId", "string")
                .add("TemperatureC", "double")
                .add("ReadingTime", "timestamp");
        Dataset<Row> readings = spark.readStream()
                .format("kafka")
                .option("kafka.bootstrap.servers", arguments[0])
                .option("subscribe", arguments[1])
                .option("startingOffsets", "earliest")
                .load()
                .select(from_json(col("value").cast("string"), schema).as("reading"))
                .select("reading.*");
        rows(readings, arguments.length > 5 ? arguments[5] : "")
                .writeStream()
                .format("delta")
                .outputMode("append")
                .option("checkpointLocation", arguments[3])
                .trigger(Trigger.AvailableNow())
                .start(arguments[2])
                .awaitTermination();
        spark.stop();
        System.exit(0);
    }

    private static Dataset<Row> rows(Dataset<Row> readings, String shape) {
        return switch (shape) {
            case "append" -> readings;
            case "filtered" ->
                statistics(
                        readings.where("UnitId IS NOT NULL AND ReadingTime IS NOT NULL AND TemperatureC IS NOT NULL"));
            default -> statistics(readings);
        };
    }

    private static Dataset<Row> statistics(Dataset<Row> readings) {
        return readings.withWatermark("ReadingTime", "15 minutes")
                .groupBy(window(col("ReadingTime"), "10 minutes"), col("UnitId"))
                .agg(
                        min("TemperatureC").as("MinC"),
                        max("TemperatureC").as("MaxC"),
                        avg("TemperatureC").as("AvgC"),
                        count(lit(1)).as("Readings"))
                .select(
                        col("window.start").as("WindowStart"),
                        col("UnitId"),
                        col("MinC"),
                        col("MaxC"),
                        col("AvgC"),
                        col("Readings"));
    }

    private static SparkSession session(String scratch) {
        return SparkSession.builder()
                .master("local[2]")
                .appName("peer")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.databricks.delta.snapshotPartitions", "2")
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .config("spark.sql.warehouse.dir", scratch + "/warehouse")
                .config("spark.local.dir", scratch)
                .getOrCreate();
    }
}
