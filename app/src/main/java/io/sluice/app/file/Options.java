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
                    "json, csv, text, raw or avro",
                    "json",
                    "How a record's value is written. text and raw take it whole into the one column that is no part of the Kafka record.",
                    "csv"),
            optional("sources.<source>.csv", MAP, "none", "How csv is written.", "{delimiter: \";\"}"),
            optional(
                    "sources.<source>.csv.delimiter",
                    "character",
                    ",",
                    "What stands between fields; \\t is a tab.",
                    "\";\""),
            optional(
                    "sources.<source>.csv.quote",
                    "character",
                    "\"",
                    "What stands around a field that holds delimiters or line breaks, and twice for itself inside.",
                    "\"'\""),
            optional(
                    "sources.<source>.csv.header",
                    "true or false",
                    "false",
                    "Whether the first line of each message names the fields. Otherwise they are the columns in their order, or have paths such as [2].",
                    "true"),
            optional(
                    "sources.<source>.csv.nullText",
                    TEXT,
                    "none",
                    "A text that means null, besides a field with nothing in it.",
                    "NA"),
            optional("sources.<source>.avro", MAP, "none", "How Avro is written.", "{schema: reading.avsc}"),
            optional(
                    "sources.<source>.avro.schema",
                    "file",
                    "none",
                    "The schema of all messages, as JSON in a file, its path relative to the working directory.",
                    "reading.avsc"),
            optional(
                    "sources.<source>.avro.schemas",
                    MAP,
                    "none",
                    "A schema file for each id of the registry; needs framing: registry.",
                    "{7: reading-v1.avsc, 9: reading-v2.avsc}"),
            optional(
                    "sources.<source>.avro.schemas.<id>",
                    "file",
                    "none",
                    "The schema of that id.",
                    "7: reading-v1.avsc"),
            optional(
                    "sources.<source>.timeZone",
                    "time zone",
                    "UTC",
                    "The zone of timestamps that have no offset, for columns without a zone of their own.",
                    "Europe/Oslo"),
            optional(
                    "sources.<source>.coercion",
                    "strict or lenient",
                    "strict",
                    "strict takes a value only as its type is written. lenient also takes numbers and booleans from strings and back, "
                            + "whole numbers from 5.0, booleans from 0 and 1, and objects and arrays as text, as long as nothing of the value is lost.",
                    "lenient"),
            optional(
                    "sources.<source>.nonFinite",
                    "reject, accept or toNull",
                    "reject",
                    "What becomes of NaN and Infinity, as words or as strings, in columns of type double and float: a bad record, a value, "
                            + "or null.",
                    "accept"),
            optional(
                    "sources.<source>.badRecords",
                    "deadLetter, fail or toNull",
                    "deadLetter",
                    "What becomes of a record that is no row of the schema, or that the query cannot use. deadLetter keeps it in the topic "
                            + "of dead letters; fail stops the query at it; toNull takes null for a column that cannot be read, unless it is the "
                            + "event time or declared not null.",
                    "fail"),
            optional(
                    "sources.<source>.lateRecords",
                    "drop or topic",
                    "drop",
                    "What becomes of a record whose window is closed. Its late rows are counted in either case; topic also keeps the record as "
                            + "it came in a topic of late records, with its event time, its window and the watermark in headers.",
                    "topic"),
            optional(
                    "sources.<source>.explode",
                    "path with [*] at its end, or *",
                    "none",
                    "Makes a row of each element of that array; the columns' paths begin inside the element. [*] is a message that is an "
                            + "array; '*' a message of several JSON values, one behind the other or one a line.",
                    "readings[*]"),
            optional(
                    "sources.<source>.envelope",
                    "cloudEvents, azureIotHub, debezium or a map",
                    "none",
                    "What is around the payload. The columns' paths begin at the payload, those with $. in front at the message.",
                    "{path: data}"),
            required("sources.<source>.envelope.path", "path", "Where the payload is in the message.", "event.body"),
            optional(
                    "sources.<source>.envelope.encoding",
                    "json, text or base64",
                    "json",
                    "How the payload lies there: as a JSON value, or as a string that holds JSON, plain or in base64.",
                    "base64"),
            optional(
                    "sources.<source>.framing",
                    "none or registry",
                    "none",
                    "registry reads behind the frame of a schema registry, the byte 0x00 and a schema id of 4 bytes, and wants it there.",
                    "registry"),
            optional(
                    "sources.<source>.limits",
                    MAP,
                    "none",
                    "What a message may hold; a larger one is a bad record.",
                    "{depth: 50}"),
            optional(
                    "sources.<source>.limits.depth",
                    "whole number",
                    "1000",
                    "How deep objects and arrays may lie in each other.",
                    "50"),
            optional(
                    "sources.<source>.limits.stringLength",
                    "whole number",
                    "20000000",
                    "Characters of a string.",
                    "100000"),
            optional("sources.<source>.limits.numberLength", "whole number", "1000", "Characters of a number.", "100"),
            optional(
                    "sources.<source>.limits.messageBytes",
                    "whole number",
                    "Kafka's",
                    "Bytes of a message.",
                    "1000000"),
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
                    "A column's type: boolean, int, long, float, double, decimal(p,s), string, timestamp, date or binary, or of these "
                            + "struct<id: string, temp: double not null>, array<double> or map<string, long>, also in each other; with 'not null' "
                            + "behind it when a record without a value is a bad record. In YAML a type with a colon and a blank in it stands in quotes.",
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
                    "sources.<source>.schema.<column>.path",
                    "path",
                    "the column's name",
                    "Where the value is in the message: device.id, values[0].temp, ['a.b'].c, with $. in front from the message rather than "
                            + "the payload. A path that begins with _kafka. is a part of the Kafka record: _kafka.key, _kafka.value, _kafka.topic, "
                            + "_kafka.partition, _kafka.offset, _kafka.timestamp, _kafka.headers.<name>.",
                    "device.id"),
            optional(
                    "sources.<source>.schema.<column>.format",
                    "pattern",
                    "iso",
                    "How a timestamp or date, also one inside of a nested type, is written, in the letters of Java and Spark. iso takes 2026-11-30T08:15:00Z with T or a blank, 0 to 9 "
                            + "fraction digits, and Z, +01:00, +0100, +01 or nothing.",
                    "dd.MM.yyyy HH:mm:ss"),
            optional(
                    "sources.<source>.schema.<column>.unit",
                    "s, ms, us or ns",
                    "none",
                    "A timestamp that is a number since 1970 in UTC, and what it counts; also for those inside of a nested type. What is finer than a microsecond is cut off.",
                    "ms"),
            optional(
                    "sources.<source>.schema.<column>.zone",
                    "time zone",
                    "the source's timeZone",
                    "The zone of a timestamp that has no offset.",
                    "Europe/Oslo"),
            optional(
                    "sources.<source>.schema.<column>.earliest",
                    "timestamp",
                    "1971-01-01T00:00:00Z",
                    "With unit: an earlier time is a bad record, since today's seconds come out in 1970 when they are read as milliseconds.",
                    "1950-01-01T00:00:00Z"),
            optional(
                    "sources.<source>.watermark",
                    MAP,
                    "none",
                    "How late records may be. A query with windows needs it; one without takes nothing of it but maxFutureSkew.",
                    "{column: ReadingTime, delay: 15 minutes}"),
            required(
                    "sources.<source>.watermark.column",
                    "column or SQL expression",
                    "The column with the event time, of type timestamp; or an expression over the columns that gives one, such as "
                            + "COALESCE(DeviceTime, SentTime). The value of an expression is the column _event_time in the SQL, and the time of "
                            + "its window.",
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
                            + "watermark follows that of the whole query, and what comes below it afterwards is late. Not for a query without a window.",
                    "2 minutes"),
            optional(
                    "sources.<source>.watermark.closeWhenIdle",
                    "duration or never",
                    "never",
                    "When no partition has had a record for so long, the windows that are still open are closed in all of them. What "
                            + "comes for these windows afterwards is late. Not for a query without a window.",
                    "30 minutes"),
            required(
                    QUERY,
                    "SQL",
                    "The query. Write it as a block after |, so that errors can name their line and column.",
                    "SELECT UnitId, COUNT(*) AS Readings FROM ..."),
            optional(
                    "windowTimeZone",
                    "time zone",
                    "none",
                    "Whose days the windows are, with 23 or 25 hours when its clocks are set. The SQL's window must be of days then, such as "
                            + "INTERVAL '1' DAY, and its offset is a time on the zone's clocks. Without it windows lie in UTC, as Spark's do.",
                    "Europe/Oslo"),
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
                    "How the state of open windows is kept on this instance. Not for a query without a window.",
                    "{standbyReplicas: 1, memory: 128 MB, heap: 2 GB}"),
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
                            + "Open windows are on the heap, as far as state.heap goes, so that little is enough. What it takes is in the progress report.",
                    "128 MB"),
            optional(
                    "state.heap",
                    "size, or percent",
                    "33%",
                    "What open windows may take of the heap in this process, all partitions together, as a size or as a share of the JVM's "
                            + "heap. What is beyond it lies in RocksDB only, on disk, and is read back when a row for it comes: more groups "
                            + "than memory, at a lower speed.",
                    "2 GB"),
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
                            + "assign the work, where they have that; a start after a crash then waits for their session timeout. A query without a window "
                            + "runs without Kafka Streams and takes num.stream.threads, consumer.*, main.consumer.* and producer.* only.",
                    "num.stream.threads: 2"),
            optional(
                    "shutdownTimeout",
                    DURATION,
                    "30 seconds",
                    "How long a stop waits for the last commit before it gives up, with exit code 8; nothing is lost then, the next run repeats it.",
                    "1 minute"),
            optional(
                    "health",
                    MAP,
                    "none",
                    "When the query counts as ill, for /health/live and for the process itself.",
                    "{stalledAfter: 5 minutes, stopWhenStalled: true}"),
            optional(
                    "health.stalledAfter",
                    "duration or never",
                    "10 minutes",
                    "When there is something to read and none of this instance's positions has moved for so long, the query counts as stalled. "
                            + "Time in which Kafka is silent, state is restored or partitions are being assigned does not count.",
                    "5 minutes"),
            optional(
                    "health.stopWhenStalled",
                    "true or false",
                    "false",
                    "Whether a stalled query ends, with exit code 9, so that whatever starts it can start it again.",
                    "true"),
            optional(
                    "restart",
                    MAP,
                    "none",
                    "Whether sluice run starts a query that fails again by itself. What somebody has to mend first ends the process at once: "
                            + "a checkpoint, table, schema, credentials or settings that do not fit, and records that are gone.",
                    "{policy: onFailure, maxRetries: 10, backoff: 30 seconds}"),
            optional(
                    "restart.policy",
                    "onFailure or never",
                    "onFailure",
                    "Whether there are retries at all.",
                    "onFailure"),
            optional(
                    "restart.maxRetries",
                    "whole number",
                    "3",
                    "How often in a row. A query that has run for ten times the last pause counts as recovered.",
                    "10"),
            optional(
                    "restart.backoff",
                    DURATION,
                    "10 seconds",
                    "The pause before the first retry. Each further one is twice as long, up to 5 minutes.",
                    "30 seconds"),
            optional(
                    "http",
                    MAP,
                    "none",
                    "Serves the page, the API, health checks and metrics over HTTP. Without it, and without --http, no port is opened.",
                    "{port: 8080}"),
            required("http.port", "port", "The port to listen at. 0 takes one that is free.", "8080"),
            optional(
                    "http.host",
                    "address or name",
                    "127.0.0.1",
                    "The address to listen at. Only this machine reaches the default. For any other one, a token or a user and password must be set.",
                    "0.0.0.0"),
            optional(
                    "http.advertised",
                    "host:port",
                    "what host and port say",
                    "Where other instances reach this one, which they need to answer for its windows. Where nothing is set, it is this "
                            + "machine's name with the port, or localhost with the port when host is this machine only.",
                    "sluice-0.sluice:8080"),
            optional(
                    "http.user",
                    TEXT,
                    "none",
                    "Name for HTTP's basic authentication, together with password. Health checks need no credentials.",
                    "operator"),
            optional("http.password", "secret", "none", "The user's password.", "\"${env:SLUICE_PASSWORD}\""),
            optional(
                    "http.token",
                    "secret",
                    "none",
                    "A bearer token, in place of user and password. All instances of a query have the same.",
                    "\"${file:/run/secrets/sluice.properties:token}\""),
            optional(
                    "http.tls",
                    MAP,
                    "none",
                    "Speaks HTTPS. Certificates of other instances are accepted when the keystore or Java's own store vouches for them.",
                    "{keystore: sluice.p12, password: \"${env:KEYSTORE_PASSWORD}\"}"),
            required(
                    "http.tls.keystore",
                    "file",
                    "A PKCS12 or JKS keystore with the server's key and certificate.",
                    "sluice.p12"),
            required("http.tls.password", "secret", "The keystore's password.", "\"${env:KEYSTORE_PASSWORD}\""),
            optional(
                    "http.insecure",
                    "true or false",
                    "false",
                    "Allows an address that others reach without a token or password. The same as --insecure.",
                    "true"));

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
