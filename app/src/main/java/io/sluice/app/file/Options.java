package io.sluice.app.file;

import static io.sluice.app.file.Option.optional;
import static io.sluice.app.file.Option.required;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every setting there is. The reader knows no other, and docs/configuration.md is written from this list. */
public final class Options {
    static final String QUERY = "query";
    static final String TEXT = "text";
    static final String MAP = "map";
    static final String DURATION = "duration";

    /** In the order of the documentation. */
    public static final List<Option> ALL = List.of(
            required(
                    "name",
                    TEXT,
                    "The query's name, which is also its identity: the Kafka Streams application id and the prefix of its internal topics. "
                            + "Instances with one name share the work.",
                    "freezer_10min"),
            required(
                    "kafka",
                    "map or the word embedded",
                    "Properties of the Kafka cluster, in Kafka's own names, passed to every client. The word embedded runs a one-node Kafka "
                            + "inside the process, with its data in the checkpoint location.",
                    "{bootstrap.servers: \"${env:KAFKA}\"}"),
            optional(
                    "kafka.<property>",
                    TEXT,
                    "Kafka's",
                    "Any property of Kafka's clients, such as security.protocol and sasl.jaas.config; bootstrap.servers must be there. "
                            + "A start waits default.api.timeout.ms for a broker, here 30 seconds unless it is set.",
                    "bootstrap.servers: localhost:9092"),
            required(
                    "sources",
                    MAP,
                    "What the query reads, by the name that the SQL uses. One source for now.",
                    "{readings: {...}}"),
            required(
                    "sources.<source>",
                    MAP,
                    "One source. Its name is a table in the SQL.",
                    "readings: {kafka: {...}, schema: {...}}"),
            required("sources.<source>.kafka", MAP, "Reads a Kafka topic.", "{topic: freezer-readings}"),
            required("sources.<source>.kafka.topic", TEXT, "The topic. It must exist.", "freezer-readings"),
            optional(
                    "sources.<source>.kafka.startingOffsets",
                    "earliest, latest or a map",
                    "latest",
                    "Where the very first run begins; later runs go on where the last one stopped. In Spark's form a partition's offset "
                            + "may be -2 for earliest and -1 for latest, and partitions that are not named begin at the earliest.",
                    "{\"freezer-readings\": {\"0\": 23, \"1\": -2}}"),
            optional(
                    "sources.<source>.kafka.failOnDataLoss",
                    "true or false",
                    "true",
                    "Whether the query stops when records that it has not read yet were deleted from the topic.",
                    "false"),
            optional(
                    "sources.<source>.format",
                    "json",
                    "json",
                    "How a record's value is read. Only json for now.",
                    "json"),
            optional(
                    "sources.<source>.key",
                    "list of columns",
                    "none",
                    "Columns that together are the Kafka record's key. A query that groups by at least these needs no shuffle.",
                    "[UnitId]"),
            required(
                    "sources.<source>.schema",
                    MAP,
                    "The columns, by name.",
                    "{UnitId: string not null, TemperatureC: double, ReadingTime: timestamp}"),
            required(
                    "sources.<source>.schema.<column>",
                    "type or map",
                    "A column's type: boolean, int, long, float, double, decimal(p,s), string, timestamp, date or binary, with 'not null' "
                            + "behind it when a record without a value is a bad record.",
                    "TemperatureC: double not null"),
            required(
                    "sources.<source>.schema.<column>.type",
                    TEXT,
                    "The type, when the column is written as a map.",
                    "decimal(10,2)"),
            optional(
                    "sources.<source>.schema.<column>.nullable",
                    "true or false",
                    "true",
                    "Whether null is a legal value, when the column is written as a map.",
                    "false"),
            optional(
                    "sources.<source>.watermark",
                    MAP,
                    "none",
                    "How late records may be. A query that aggregates in outputMode append needs it.",
                    "{column: ReadingTime, delay: 15 minutes}"),
            required(
                    "sources.<source>.watermark.column",
                    TEXT,
                    "The column with the event time, of type timestamp.",
                    "ReadingTime"),
            required(
                    "sources.<source>.watermark.delay",
                    DURATION,
                    "The watermark is the largest event time so far less this. A window closes when the watermark reaches its end; "
                            + "records of closed windows are dropped and counted.",
                    "15 minutes"),
            optional(
                    "sources.<source>.watermark.maxFutureSkew",
                    DURATION,
                    "1 hour",
                    "A record whose event time is this much after the time when Kafka got it, or more, is a bad record and does not move the watermark.",
                    "10 minutes"),
            optional(
                    "sources.<source>.watermark.idleTimeout",
                    "duration or never",
                    "5 minutes",
                    "A partition that has had no record for so long, and of which nothing is unread, holds the others back no more: its "
                            + "watermark follows that of the whole query, and what comes below it afterwards is late.",
                    "2 minutes"),
            optional(
                    "sources.<source>.watermark.closeWhenIdle",
                    "duration or never",
                    "never",
                    "When no partition has had a record for so long, the windows that are still open are closed in all of them. What "
                            + "comes for these windows afterwards is late.",
                    "30 minutes"),
            required(
                    QUERY,
                    "SQL",
                    "The query. Write it as a block after |, so that errors can name their line and column.",
                    "SELECT UnitId, COUNT(*) AS Readings FROM ..."),
            required("sink", MAP, "Where the rows go.", "{delta: {path: lakehouse/Tables/freezer_10min}}"),
            required(
                    "sink.delta",
                    MAP,
                    "Writes a Delta table, each row exactly once.",
                    "{path: lakehouse/Tables/freezer_10min}"),
            required(
                    "sink.delta.path",
                    "folder or URI",
                    "The table's folder, relative to the working directory, or a URI with a scheme. The table is made when there is none.",
                    "lakehouse/Tables/freezer_10min"),
            optional(
                    "sink.delta.partitionBy",
                    "list of columns",
                    "none",
                    "Columns of the result that a new table is partitioned by.",
                    "[Day]"),
            optional(
                    "sink.delta.tableProperties",
                    MAP,
                    "none",
                    "Delta table properties of a new table.",
                    "{delta.logRetentionDuration: interval 30 days}"),
            optional(
                    "sink.delta.tableProperties.<property>",
                    TEXT,
                    "Delta's",
                    "One Delta table property, in Delta's own name.",
                    "delta.appendOnly: true"),
            optional("sink.delta.compression", "snappy or zstd", "snappy", "How Parquet files are compressed.", "zstd"),
            optional(
                    "outputMode",
                    "append",
                    "append",
                    "append writes a window's rows once, when they are final. update and complete are not there yet.",
                    "append"),
            optional(
                    "trigger",
                    "map or word",
                    "as soon as there are rows",
                    "When rows are committed to the sink: exactly one of the triggers below.",
                    "{processingTime: 1 minute}"),
            optional(
                    "trigger.processingTime",
                    DURATION,
                    "none",
                    "Commits once in each such interval, aligned to the clock.",
                    "1 minute"),
            optional(
                    "trigger.availableNow",
                    "true",
                    "none",
                    "Processes what is there when the run begins, writes what can be closed, and ends with exit code 0. "
                            + "Also as a word: trigger: availableNow.",
                    "true"),
            optional(
                    "trigger.once",
                    "true",
                    "none",
                    "Spark's old name; the same as availableNow, with a notice.",
                    "true"),
            required(
                    "checkpointLocation",
                    "folder",
                    "A local folder of this query alone, for its identity, state and offsets. Losing it loses no rows: they come back from Kafka and the table.",
                    "checkpoints/freezer_10min"),
            optional(
                    "state",
                    MAP,
                    "none",
                    "How the state of open windows is kept on this instance.",
                    "{standbyReplicas: 1, memory: 128 MB}"),
            optional(
                    "state.standbyReplicas",
                    "whole number",
                    "0",
                    "How many other instances keep a copy of each partition's state, so that one of them goes on at once when an "
                            + "instance is lost with its disk. Needs as many more instances; each copy costs its disk and the reading of the changelog.",
                    "1"),
            optional(
                    "state.memory",
                    "size",
                    "64 MB",
                    "What RocksDB may take outside the heap, for the cache and the write buffers of all partitions of this process together. "
                            + "Open windows are on the heap, so that little is enough. What it takes is in the progress report.",
                    "128 MB"),
            optional(
                    "streams",
                    MAP,
                    "none",
                    "Properties of Kafka Streams, in Kafka's own names.",
                    "{num.stream.threads: 2}"),
            optional(
                    "streams.<property>",
                    TEXT,
                    "Kafka's",
                    "Any property of Kafka Streams, except those that this program sets itself. group.protocol: streams lets the brokers "
                            + "assign the work, where they have that; a start after a crash then waits for their session timeout.",
                    "num.stream.threads: 2"),
            optional(
                    "shutdownTimeout",
                    DURATION,
                    "30 seconds",
                    "How long a stop waits for the last commit before it gives up, with exit code 8; nothing is lost then, the next run repeats it.",
                    "1 minute"));

    private static final Map<String, Option> BY_PATH =
            ALL.stream().collect(Collectors.toMap(Option::path, Function.identity()));

    private Options() {}

    /** @throws IllegalStateException when the reader asks for a setting that is not listed: a mistake in this program */
    static Option of(String path) {
        Option option = BY_PATH.get(path);
        if (option == null) {
            throw new IllegalStateException("option " + path + " is read but not listed in Options");
        }
        return option;
    }

    static List<Option> children(String parent) {
        return ALL.stream().filter(option -> option.parent().equals(parent)).toList();
    }

    /** The child of that parent whose name the user chooses, when there is one. */
    static Optional<Option> openChild(String parent) {
        return children(parent).stream().filter(Option::isNameOfTheUser).findFirst();
    }
}
