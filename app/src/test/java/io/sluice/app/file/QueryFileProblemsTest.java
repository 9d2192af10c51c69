package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryFileProblemsTest {
    @TempDir
    Path folder;

    @Test
    void allProblemsComeAtOnceInTheOrderOfTheFile() throws Exception {
        List<String> problems = QueryFiles.problems(folder, """
                name: "my query"
                kafka: {bootstrap.servers: nowhere}
                sources:
                  readings:
                    kafka: {topic: "a b", startingOffset: earliest}
                    format: protobuf
                    key: [UnitID, Unit]
                    schema: {UnitId: strin, TemperatureC: double, unitid: string, ReadingTime: timestamp}
                    watermark: {column: TemperatureC, delay: -5 minutes}
                sink:
                  delta: {path: x, compression: gzip}
                outputMode: update
                trigger: {processingTime: 5}
                checkpointLocation: "s3://bucket/x"
                tmeout: 5
                """);
        assertThat(problems)
                .containsExactly(
                        "query.yaml:1:1: query: is required; write for example query: SELECT UnitId, COUNT(*) AS Readings FROM ...",
                        "query.yaml:1:7: name = \"my query\": must be up to 100 letters, digits, dots, underscores and hyphens, a letter or digit first; write for example freezer_10min",
                        "query.yaml:2:28: kafka.bootstrap.servers = \"nowhere\": must be host:port, several with commas between them; write for example \"host1:9092,host2:9092\"",
                        "query.yaml:5:20: sources.readings.kafka.topic = \"a b\": must be one topic: up to 249 letters, digits, dots, underscores and hyphens; write for example topic: freezer-readings",
                        "query.yaml:5:27: sources.readings.kafka.startingOffset: is not known; did you mean startingOffsets? sources.readings.kafka has failOnDataLoss, startingOffsets, topic",
                        "query.yaml:6:13: sources.readings.format = \"protobuf\": is not a format that can be read; write one of json, csv, text, raw, avro",
                        "query.yaml:7:19: sources.readings.key = \"Unit\": is not a column of the schema; columns are TemperatureC, unitid, ReadingTime",
                        "query.yaml:8:22: sources.readings.schema.UnitId = \"strin\": is no type; did you mean string? types are boolean, int, long, float, double, decimal(10,2), string, timestamp, date, binary, and of these struct<id: string>, array<double>, map<string, long>, each with or without 'not null'",
                        "query.yaml:9:25: sources.readings.watermark.column = \"TemperatureC\": must be a column of type timestamp, and TemperatureC is double; name the column with the event time, or change its type in the schema",
                        "query.yaml:9:46: sources.readings.watermark.delay = \"-5 minutes\": must be 0 or more; write for example \"15 minutes\"",
                        "query.yaml:11:33: sink.delta.compression = \"gzip\": is not a compression that can be written; write snappy or zstd",
                        "query.yaml:12:13: outputMode = \"update\": is not supported; it would write a window again each time it changes, by a merge into the table, which is not there yet: write append, which writes each window once, when it is final",
                        "query.yaml:13:27: trigger.processingTime = \"5\": is no duration: the number 5 has no unit; write for example processingTime: 1 minute",
                        "query.yaml:14:21: checkpointLocation = \"s3://bucket/x\": must be a local folder; write a path such as checkpoints/freezer_10min: losing it loses no rows, they come back from Kafka and the table",
                        "query.yaml:15:1: tmeout: is not known; a query file has checkpointLocation, health, http, kafka, name, outputMode, query, restart, shutdownTimeout, sink, sources, state, streams, trigger, windowTimeZone");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            format: json                          | format: xml                                | query.yaml:6:13: sources.readings.format = "xml": is not a format that can be read
            startingOffsets: earliest             | startingOffsets: newest                    | must be earliest, latest or a map
            startingOffsets: earliest             | startingOffsets: {other: {"0": 1}}         | names the topic other, and the source reads freezer-readings
            startingOffsets: earliest             | startingOffsets: {freezer-readings: {"0": -3}} | partition 0 with offset "-3"
            startingOffsets: earliest             | startingOffsets: {}                        | must name the topic and its partitions
            failOnDataLoss: false                 | failOnDataLoss: perhaps                    | must be true or false
            key: [UnitId]                         | key: UnitId                                | sources.readings.key = "UnitId": must be a list
            key: [UnitId]                         | key: []                                    | must name at least one column
            key: [UnitId]                         | key: [UnitId, unitid]                      | sources.readings.key = "unitid": stands twice
            {type: double, nullable: true}        | {type: double, nulable: true}              | did you mean nullable?
            {type: double, nullable: true}        | {nullable: true}                           | query.yaml:17:21: sources.readings.schema.TemperatureC.type: is required
            {type: double, nullable: true}        | decimal(50,2)                              | decimal precision = 50: must be from 1 to 38
            {type: double, nullable: true}        |                                            | sources.readings.schema.TemperatureC: has no value
            {type: double, nullable: true}        | {type: double, path: a..b}                 | schema.TemperatureC.path = "a..b": is no path: it cannot be read from character 2 on
            {type: double, nullable: true}        | {type: double, path: "a[*].b"}             | leads to many values, and a column takes one
            {type: double, nullable: true}        | {type: double, path: _kafka.ofset}         | is no part of a Kafka record, which has _kafka.key
            {type: double, nullable: true}        | {type: double, path: _kafka.offset}        | is read as long, and the column is double
            {type: double, nullable: true}        | {type: double, path: UnitId}               | path data.readings[*].UnitId: another column reads it, or a part of it
            {type: double, nullable: true}        | {type: double, path: UnitId.x}             | path data.readings[*].UnitId: another column reads a part of it
            {type: double, nullable: true}        | {type: double, unit: ms}                   | is for timestamp columns only, and the column is double
            {type: double, nullable: true}        | {type: timestamp, unit: min}               | TemperatureC.unit = "min": must be s, ms, us or ns
            {type: double, nullable: true}        | {type: timestamp, format: "HH:mm"}         | is no pattern: pattern 'HH:mm': does not tell a day
            {type: double, nullable: true}        | {type: timestamp, format: "dd.MM.yyyy", unit: s} | has no use beside unit
            {type: double, nullable: true}        | {type: timestamp, format: "yyyy-MM-dd HH:mmX", zone: UTC} | has no use beside a format that has an offset or a zone
            {type: double, nullable: true}        | {type: timestamp, zone: Europe/Olso}       | is no time zone; did you mean Europe/Oslo?
            {type: double, nullable: true}        | {type: timestamp, unit: s, zone: UTC}      | has no use beside unit: such a number counts from 1970 in UTC
            {type: double, nullable: true}        | {type: timestamp, earliest: 1950-01-01}    | has no use without unit
            {type: double, nullable: true}        | {type: timestamp, unit: s, earliest: once} | TemperatureC.earliest = "once": is no timestamp
            {type: double, nullable: true}        | {type: "array<doubel>"}                    | is no type: 'doubel' is no type, at character 7; write for example struct<id: string
            {type: double, nullable: true}        | "struct<id: string, temp: double"          | is no type: '>' is missing, at character 32
            {type: double, nullable: true}        | "map<int, string>"                         | keys of a map must be of type string
            {type: double, nullable: true}        | {type: "array<double>", unit: ms}          | is for timestamp columns only, and the column is array<double>
            {type: double, nullable: true}        | {type: "array<double>", path: _kafka.key}  | is read as text or bytes, and the column is array<double>
            {type: double, nullable: true}        | {type: "struct<a: int>", path: .}          | path data.readings[*]: another column reads it, or a part of it
            UnitId: string not null               | UnitId: "array<string>"                    | is of type array<string>, which is no record key
            ReadingTime: timestamp                | ReadingTime: "array<timestamp>"            | must be a column of type timestamp, and ReadingTime is array<timestamp>
            timeZone: UTC                         | timeZone: CEST                             | sources.readings.timeZone = "CEST": is no time zone
            coercion: lenient                     | coercion: loose                            | sources.readings.coercion = "loose": must be one of strict, lenient
            nonFinite: accept                     | nonFinite: keep                            | must be one of reject, accept, toNull
            badRecords: toNull                    | badRecords: null                           | sources.readings.badRecords: has no value; write for example badRecords: fail
            badRecords: toNull                    | badRecords: skip                           | must be one of deadLetter, fail, toNull
            windowTimeZone: Europe/Oslo           | windowTimeZone: Europe/Olso                | windowTimeZone = "Europe/Olso": is no time zone; did you mean Europe/Oslo?
            windowTimeZone: Europe/Oslo           | windowTimeZone:                            | windowTimeZone: has no value
            lateRecords: topic                    | lateRecords: keep                          | sources.readings.lateRecords = "keep": must be one of drop, topic
            explode: readings[*]                  | explode: readings                          | must be the path of an array in the payload, with [*] at its end
            explode: readings[*]                  | explode: a[*].b[*]                         | must be the path of an array in the payload
            envelope: {path: data, encoding: base64} | envelope: cloudEvent                    | is not an envelope that is known by name
            envelope: {path: data, encoding: base64} | envelope: {encoding: base64}            | sources.readings.envelope.path: is required
            envelope: {path: data, encoding: base64} | envelope: {path: "a[*]"}                | must be a path in the message
            framing: registry                     | framing: confluent                         | must be one of none, registry
            depth: 50                             | depth: 0                                   | must be a whole number from 1 to 100000
            readings:                             | my-readings:                               | 'my-readings' must be a name that SQL reads
            column: ReadingTime                   | column: ReadingTme                         | did you mean ReadingTime?
            delay: 15 minutes                     | delay: 15 minuts                           | there is no unit 'minuts'
            delay: 15 minutes                     | delay: 1 month                             | has no fixed length: write days instead
            maxFutureSkew: 10 minutes             | maxFutureSkew: 0 seconds                   | must be more than 0
            idleTimeout: never                    | idleTimeout: 0 seconds                     | idleTimeout = "0 seconds": must be at least a millisecond, or the word never
            idleTimeout: never                    | idleTimeout: off                           | watermark.idleTimeout = "off": is no duration
            closeWhenIdle: 30 minutes             | closeWhenIdle: -1 minute                   | must be at least a millisecond, or the word never
            tableProperties: {delta.appendOnly: true} | tableProperties: delta                 | must be a map
            partitionBy: [UnitId]                 | partitionBy: [UnitId, UNITID]              | sink.delta.partitionBy = "UNITID": stands twice
            path: lakehouse/Tables/freezer_10min  | path: "abfss://a b/c"                      | is no URI: Illegal character
            outputMode: append                    | outputMode: complete                       | over the table
            outputMode: append                    | outputMode: Apend                          | write append, the only one for now
            {processingTime: 1 minute}            | {realTime: 5 minutes}                      | trigger.realTime: is not supported; it needs a sink
            {processingTime: 1 minute}            | {continuous: 1 second}                     | trigger.continuous: is not supported; Spark's continuous mode
            {processingTime: 1 minute}            | continuous                                 | trigger = "continuous": is not supported
            {processingTime: 1 minute}            | {processingTime: 1 minute, once: true}     | must be exactly one trigger
            {processingTime: 1 minute}            | {availableNow: false}                      | trigger.availableNow = "false": must be true
            {processingTime: 1 minute}            | {}                                         | must be exactly one trigger
            {processingTime: 1 minute}            | now                                        | trigger = "now": is no trigger
            {processingTime: 1 minute}            | {processingTime: -1 minute}                | must be 0 or more
            {num.stream.threads: 2}               | {num.stream.threads: two}                  | streams.num.stream.threads = "two": is refused by Kafka: Not a number of type INT
            {num.stream.threads: 2}               | {num.stream.threads: 0}                    | streams.num.stream.threads = "0": is no number of threads; write 1 or more
            {num.stream.threads: 2}               | {num.stream.threads: -3}                   | streams.num.stream.threads = "-3": is no number of threads
            {num.stream.threads: 2}               | {application.id: x}                        | is set by this program: it is the query's name; delete it
            {num.stream.threads: 2}               | {main.consumer.isolation.level: read_uncommitted} | it is always read_committed
            {num.stream.threads: 2}               | {state.dir: /x}                            | state lies in the checkpointLocation
            {num.stream.threads: 2}               | {bootstrap.servers: "a:1"}                 | belongs to the cluster; write it under kafka
            security.protocol: PLAINTEXT          | security.protocol: SSSL                    | kafka.security.protocol = "SSSL": is refused by Kafka
            security.protocol: PLAINTEXT          | auto.offset.reset: latest                  | startingOffsets and failOnDataLoss of the source say it
            security.protocol: PLAINTEXT          | client.id: "${env:NOT_SET}"                | ${env:NOT_SET} has no value; set the environment variable NOT_SET
            security.protocol: PLAINTEXT          | client.id: "${file:/no/such:key}"          | ${file:/no/such:key} cannot be read
            security.protocol: PLAINTEXT          | client.id: "${dir:/no:file}"               | ${dir:/no:file}
            security.protocol: PLAINTEXT          | client.id: "${vault:a:b}"                  | ${vault:a:b} names no known provider
            bootstrap.servers: "localhost:9092",  | bootstrap.server: "localhost:9092",        | must have bootstrap.servers
            shutdownTimeout: 10 seconds           | shutdownTimeout: PT0S                      | shutdownTimeout = "PT0S": must be more than 0
            checkpointLocation: checkpoints       | checkpointLocation: hdfs://checkpoints     | must be a local folder
            standbyReplicas: 1                    | standbyReplicas: -1                        | state.standbyReplicas = "-1": must be a whole number from 0 to 99
            standbyReplicas: 1                    | standbyReplicas: one                       | must be a whole number from 0 to 99
            memory: 32 MB                         | memory: 32                                 | state.memory = "32": must be a size of 8 MB or more
            memory: 32 MB                         | memory: 8191 KB                            | must be a size of 8 MB or more
            {num.stream.threads: 2}               | {num.standby.replicas: 1}                  | state.standbyReplicas says it
            {num.stream.threads: 2}               | {group.protocol: consumer}                 | streams.group.protocol = "consumer": is refused by Kafka
            sink:                                 | sinks:                                     | sinks: is not supported; a query has one sink
            delta:                                | console:                                   | sink.console: is not supported; rows go to a Delta table only for now
            """)
    void badValueIsNamedWithRuleAndRemedy(String written, String replacement, String expected) throws Exception {
        List<String> problems =
                QueryFiles.problems(folder, QueryFiles.fullWith(written, replacement == null ? "" : replacement));
        assertThat(problems).anySatisfy(problem -> assertThat(problem).contains(expected));
        assertThat(problems).hasSizeLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            csv  | csv: {delimiter: ";;"}             | a: int          | csv.delimiter = ";;": must be one character
            csv  | csv: {delimiter: "\\n"}             | a: int          | must be one character, and no line break
            csv  | csv: {delimiter: "\\t"}             | a: int          | none
            csv  | csv: {delimiter: " "}              | a: int          | none
            csv  | csv: {delimiter: '"'}              | a: int          | must have a quote that is not the delimiter
            csv  | csv: {delimeter: ";"}              | a: int          | did you mean delimiter?
            csv  | explode: "r[*]"                    | a: int          | has no use in the format csv: it is for json and avro
            csv  | coercion: strict                   | a: {type: int, path: b.c} | a line of csv has positions, as in path: [2]
            csv  | csv: {header: true}                | a: {type: int, path: "[2]"} | a line of csv has names, as in path: temp
            json | csv: {header: true}                | a: int          | sources.s.csv = {header}: has no use in the format json: it is for csv
            csv  | coercion: strict                   | a: "array<int>" | column a: is of type array<int>, which has no form as plain text
            text | coercion: strict                   | a: "map<string, int>" | column a: is of type map<string,int>, which has no form as plain text
            text | coercion: strict                   | {a: int, b: int} | columns = 2: a format of text or raw bytes has one column
            text | coercion: strict                   | {a: int, k: {type: string, path: _kafka.key}} | none
            raw  | coercion: strict                   | a: string       | column a: must be of type binary
            avro | coercion: strict                   | a: int          | sources.s.format = "avro": needs a schema
            avro | avro: {schema: none.avsc}          | a: int          | avro.schema = "none.avsc": cannot be read: java.nio.file.NoSuchFileException
            avro | avro: {schema: QUERY}              | a: int          | holds no Avro schema: it is no JSON: Unrecognized token
            avro | avro: {}                           | a: int          | must have either schema or schemas
            avro | avro: {schema: AVSC}               | a: {type: int, path: r.a}  | none
            avro | avro: {schema: AVSC}               | a: {type: int, path: r.b}  | path r.b: the Avro schema has nothing there
            avro | avro: {schema: AVSC}               | r: "struct<a: int>"        | none
            avro | avro: {schema: AVSC}               | r: "struct<a: int, b: struct<c: int>>" | path r: the Avro schema has no .b in it
            avro | avro: {schema: AVSC}               | l: "array<int>"            | none
            avro | {avro: {schema: AVSC}, explode: "l[*]"} | a: {type: int, path: .} | none
            avro | {avro: {schema: AVSC}, explode: "r[*]"} | a: {type: int, path: .} | explode r[*]: the Avro schema has nothing there
            avro | {avro: {schema: AVSC}, framing: registry} | a: {type: int, path: r.a} | has no ids, which the frame of a registry has
            avro | avro: {schemas: {7: AVSC}}         | a: {type: int, path: r.a} | avro.schemas = {7}: needs the frame that holds the ids
            avro | {avro: {schemas: {v1: AVSC}}, framing: registry} | a: {type: int, path: r.a} | 'v1' must be a schema's id in the registry
            avro | {avro: {schemas: {}}, framing: registry} | a: int | must have at least one schema
            avro | {avro: {schemas: {7: AVSC, 8: AVSC}}, framing: registry} | a: {type: int, path: r.a} | none
            """)
    void settingThatTheFormatCannotTakeIsNamed(String format, String settings, String schema, String expected)
            throws Exception {
        Path avsc = Files.writeString(
                folder.resolve("r.avsc"),
                "{'type':'record','name':'m','fields':[{'name':'r','type':{'type':'record','name':'i','fields':[{'name':'a','type':'int'}]}},{'name':'l','type':{'type':'array','items':'int'}}]}"
                        .replace('\'', '"'));
        String source =
                "kafka: {topic: t}, format: " + format + ", " + inner(settings) + ", schema: {" + inner(schema) + "}";
        String file =
                "name: q\nkafka: embedded\nquery: SELECT 1\nsink: {delta: {path: t}}\ncheckpointLocation: c\nsources: {s: {"
                        + source.replace("AVSC", "\"" + avsc + "\"")
                                .replace("QUERY", "\"" + folder.resolve("query.yaml") + "\"")
                        + "}}\n";
        List<String> problems = QueryFiles.problems(folder, file);
        if (expected.equals("none")) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems).singleElement().asString().contains(expected);
        }
    }

    private static String inner(String map) {
        return map.startsWith("{") ? map.substring(1, map.length() - 1) : map;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka:\\n\\tx: 1          | query.yaml:2:1: is no YAML: found character '\\t(TAB)'
            kafka: [1, 2              | query.yaml:1:13: is no YAML
            name: @x                  | query.yaml:1:7: is no YAML: found character '@'
            name: a: b                | query.yaml:1:8: is no YAML: mapping values are not allowed here
            name: "x                  | is no YAML: found unexpected end of stream
            - name                    | query.yaml:1:1: must be a map of settings; begin with
            just words                | must be a map of settings
            ''                        | must be a map of settings
            name: a\\n---\\nname: b   | query.yaml:3:1: a second document begins here
            name: a\\nname: b         | query.yaml:2:1: name: stands twice, first in line 1; delete one of the two
            kafka: &k {a: b}\\nstreams: *k | query.yaml:2:10: streams = *k: aliases are not read; write the value of &k out here
            kafka: {a: 1, a: 2}       | query.yaml:1:15: kafka.a: stands twice, first in line 1
            ? [a, b]\\n: c            | is no YAML: Expected a field name
            """)
    void brokenYamlIsReportedWithItsPlace(String yaml, String expected) throws Exception {
        String text = yaml.replace("\\n", "\n").replace("\\t", "\t");
        assertThat(QueryFiles.problems(folder, text))
                .anySatisfy(problem -> assertThat(problem).contains(expected));
    }

    @Test
    void windowsLineEndsAndByteOrderMarkAreNoProblem() throws Exception {
        assertThat(QueryFiles.problems(folder, "\uFEFF" + QueryFiles.FULL.replace("\n", "\r\n")))
                .isEmpty();
    }

    @Test
    void fileThatCannotBeReadIsNamed() throws Exception {
        Path latin = Files.write(folder.resolve("latin.yaml"), "name: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(message(folder.resolve("no.yaml"))).contains("no.yaml", "does not exist");
        assertThat(message(folder)).contains("is a folder; name the query file in it");
        assertThat(message(latin)).contains("latin.yaml", "is not in UTF-8");
    }

    private static String message(Path file) {
        return String.valueOf(catchThrowableOfType(QueryFileException.class, () -> QueryFileReader.read(file, Map.of()))
                .getMessage());
    }

    @Test
    void problemsOfTheCommandLineSaySo() throws Exception {
        Map<String, String> overrides = Map.of(
                "sources.readings.watermark.delay", "5 minuts",
                "sink.dleta.path", "x",
                "trigger", "{processingTime");
        assertThat(QueryFiles.problems(folder, QueryFiles.FULL, overrides))
                .satisfiesExactlyInAnyOrder(
                        problem -> assertThat(problem)
                                .startsWith("--set: sources.readings.watermark.delay = \"5 minuts\": is no duration"),
                        problem ->
                                assertThat(problem).startsWith("--set: sink.dleta: is not known; did you mean delta?"),
                        problem -> assertThat(problem).startsWith("--set: trigger = \"{processingTime\": is no YAML"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void numberOfSourcesOtherThanOneIsRefused(int sources) throws Exception {
        String source = "{kafka: {topic: t}, schema: {a: int}}";
        Map<String, String> overrides =
                Map.of("sources", sources == 0 ? "{}" : "{a: " + source + ", b: " + source + "}");
        assertThat(QueryFiles.problems(folder, QueryFiles.FULL, overrides))
                .singleElement()
                .asString()
                .contains("must be exactly one source for now, and there are " + sources);
    }

    @Test
    void missingPartsAreReportedOnceWithAnExample() throws Exception {
        assertThat(QueryFiles.problems(folder, "outputMode: append\n"))
                .extracting(problem -> problem.substring(0, problem.indexOf(';')))
                .containsExactlyInAnyOrder(
                        "query.yaml:1:1: name: is required",
                        "query.yaml:1:1: kafka: is required",
                        "query.yaml:1:1: sources: is required",
                        "query.yaml:1:1: query: is required",
                        "query.yaml:1:1: sink: is required",
                        "query.yaml:1:1: checkpointLocation: is required");
    }
}
