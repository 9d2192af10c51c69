package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCompilerTest {
    private static final String FILE = """
            name: freezer
            kafka: {bootstrap.servers: "localhost:9092"}
            sources:
              readings:
                kafka: {topic: readings}
                format: json
                key: [UnitId]
                schema: {UnitId: string, TemperatureC: double, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 15 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: table}
            checkpointLocation: checkpoint
            """;

    @TempDir
    Path folder;

    private QueryDefinition compile(String text) throws IOException, QueryFileException {
        Path file = Files.writeString(folder.resolve("freezer.yaml"), text);
        return QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
    }

    @Test
    void fileBecomesAQueryWithFingerprint() throws Exception {
        QueryDefinition query = compile(FILE);
        assertThat(Fingerprint.of(query, query.plan()))
                .containsEntry("sources.readings.kafka.topic", "readings")
                .containsEntry("sources.readings.watermark.delay", "15 minutes")
                .containsEntry("sink.delta.path", "table")
                .hasEntrySatisfying("query", text -> assertThat(text).contains("PT10M", "UnitId"));
    }

    @Test
    void triggerAndConnectionAreNoPartOfTheFingerprint() throws Exception {
        QueryDefinition before = compile(FILE);
        QueryDefinition after = compile(
                FILE.replace("localhost", "elsewhere") + "trigger: availableNow\nstreams: {num.stream.threads: 2}\n");
        assertThat(Fingerprint.of(after, after.plan())).isEqualTo(Fingerprint.of(before, before.plan()));
    }

    @Test
    void declaredKeyAmongTheGroupKeysNeedsNoShuffle() throws Exception {
        assertThat(QueryDescription.of(compile(FILE)).needsShuffle()).isFalse();
        assertThat(QueryDescription.of(compile(FILE.replace("    key: [UnitId]\n", "")))
                        .needsShuffle())
                .isTrue();
    }

    @Test
    void sqlProblemStandsAtItsPlaceInTheFile() {
        assertThatThrownBy(() -> compile(FILE.replace("COUNT(*)", "COUNT(Temperature)")))
                .isInstanceOf(QueryFileException.class)
                .hasMessageContaining("freezer.yaml:11:")
                .hasMessageContaining("TemperatureC");
    }

    private static String withEventTime(String expression) {
        return FILE.replace("column: ReadingTime", "column: \"" + expression + "\"")
                .replace("DESCRIPTOR(ReadingTime)", "DESCRIPTOR(_event_time)");
    }

    @Test
    void eventTimeMayBeAnExpressionThatIsPartOfTheFingerprint() throws Exception {
        QueryDefinition query = compile(withEventTime("ReadingTime - INTERVAL '1' HOUR"));
        QueryDefinition spelled = compile(withEventTime("readingtime  -  interval '1' hour"));
        QueryDefinition other = compile(withEventTime("ReadingTime - INTERVAL '2' HOUR"));
        Map<String, String> fingerprint = Fingerprint.of(query, query.plan());
        assertThat(fingerprint)
                .hasEntrySatisfying(
                        "sources.readings.watermark.column",
                        text -> assertThat(text).contains("ReadingTime"))
                .hasEntrySatisfying("query", text -> assertThat(text).contains("PT10M on _event_time"))
                .containsEntry("sources.readings.schema", "UnitId string, TemperatureC double, ReadingTime timestamp");
        assertThat(Fingerprint.of(spelled, spelled.plan())).isEqualTo(fingerprint);
        assertThat(Fingerprint.of(other, other.plan()).get("sources.readings.watermark.column"))
                .isNotEqualTo(fingerprint.get("sources.readings.watermark.column"));
        assertThat(Fingerprint.of(compile(FILE), compile(FILE).plan()))
                .containsEntry("sources.readings.watermark.column", "ReadingTime");
    }

    @Test
    void problemsOfTheEventTimeStandAtItsSettingBesidesThoseOfTheQuery() throws Exception {
        assertThat(problems(withEventTime("COALESCE(ReadingTme, _kafka.timestamp)"))
                        .get(0))
                .contains("f:9:", "sources.readings.watermark.column", "_kafka.timestamp", "path:");
        assertThat(problems(withEventTime("UPPER(UnitId)")))
                .singleElement()
                .satisfies(problem -> assertThat(problem)
                        .contains("sources.readings.watermark.column", "must be a timestamp, and this is string"));
        assertThat(problems(withEventTime("ReadingTime - INTERVAL '1' HOUR")
                        .replace("DESCRIPTOR(_event_time)", "DESCRIPTOR(ReadingTime)")))
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("use _event_time unchanged"));
        assertThat(problems(withEventTime("ReadingTime - INTERVAL '1' HOUR")
                        .replace("UnitId: string,", "UnitId: string, _EVENT_TIME: timestamp,")))
                .anySatisfy(problem -> assertThat(problem).contains("the schema has a column of that name"));
    }

    @Test
    void partitionColumnMustBeInTheResult() {
        assertThatThrownBy(() -> compile(FILE.replace("{path: table}", "{path: table, partitionBy: [Day]}")))
                .isInstanceOf(QueryFileException.class)
                .hasMessageContaining("partitionBy")
                .hasMessageContaining("Day");
    }

    private List<String> problems(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("freezer.yaml"), text);
        try {
            var unused = QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
            return List.of();
        } catch (QueryFileException refused) {
            return QueryCompiler.completed(refused).problems().stream()
                    .map(problem -> problem.render(Path.of("f")))
                    .toList();
        }
    }

    @Test
    void problemsOfTheSqlStandBesideThoseOfTheSettings() throws Exception {
        assertThat(problems(FILE.replace("COUNT(*)", "COUNT(Temperature)") + "trigger: often\n"))
                .satisfiesExactly(
                        sql -> assertThat(sql).startsWith("f:11:").contains("there is no column 'Temperature'"),
                        trigger -> assertThat(trigger).startsWith("f:17:10: trigger = \"often\""));
        assertThat(problems(FILE.replaceAll("    watermark.*\n", "") + "trigger: often\n"))
                .satisfiesExactly(
                        sql -> assertThat(sql).startsWith("f:11:").contains("watermark"),
                        trigger -> assertThat(trigger).contains("trigger = \"often\""));
        assertThat(problems(FILE.replace("topic: readings", "topic: \"a b\"").replace("COUNT(*)", "COUNT(x)")))
                .hasSize(2);
    }

    @Test
    void problemsOfTheSchemaHideWhatFollowsFromThem() throws Exception {
        assertThat(problems(FILE.replace("TemperatureC: double", "TemperatureC: doubl")))
                .singleElement()
                .asString()
                .contains("schema.TemperatureC");
        assertThat(problems(FILE.replace("watermark:", "watermrk:")))
                .singleElement()
                .asString()
                .contains("did you mean watermark?");
    }

    @Test
    void problemsOfTheSinkStandAtTheirPlaces() throws Exception {
        assertThat(problems(FILE.replace(
                        "{path: table}", "{path: \"s3a://b/x\", partitionBy: [Day], tableProperties: {delta.x: 1}}")))
                .satisfiesExactly(
                        path -> assertThat(path)
                                .isEqualTo(
                                        "f:15:17: sink.delta.path = \"s3a://b/x\": in this store, writers in two processes"
                                                + " could overwrite each other's commits; use a file system, HDFS or Azure path"),
                        column -> assertThat(column)
                                .startsWith("f:15:43: sink.delta.partitionBy = [\"Day\"]: Day must be"),
                        property -> assertThat(property).startsWith("f:15:67: sink.delta.tableProperties"));
    }

    @Test
    void pathWithoutADriverIsRefused() throws Exception {
        assertThat(problems(FILE.replace("{path: table}", "{path: \"abfss://c@a.dfs.core.windows.net/t\"}")))
                .singleElement()
                .asString()
                .contains("no driver for 'abfss' on the class path; add hadoop-azure");
    }

    @Test
    void checkpointInsideTheTableIsRefused() throws Exception {
        assertThat(problems(FILE.replace("checkpointLocation: checkpoint", "checkpointLocation: table/_checkpoint")))
                .singleElement()
                .asString()
                .startsWith(
                        "f:16:21: checkpointLocation = \"table/_checkpoint\": must not lie in the folder of the table");
        assertThat(problems(FILE.replace("checkpointLocation: checkpoint", "checkpointLocation: table2")))
                .isEmpty();
    }

    @Test
    void settingsThatWantAWindowAreRefusedWhereThereIsNone() throws Exception {
        String stateless = FILE.substring(0, FILE.indexOf("query: |"))
                + "query: SELECT UnitId, TemperatureC FROM readings\n"
                + FILE.substring(FILE.indexOf("sink:"));
        String written = stateless
                        .replace("    format: json\n", "    format: json\n    lateRecords: topic\n")
                        .replace(
                                "delay: 15 minutes}",
                                "delay: 15 minutes, closeWhenIdle: 2 minutes, idleTimeout: 1 minute}")
                + """
                windowTimeZone: Europe/Oslo
                state: {memory: 128 MB}
                streams: {num.stream.threads: 2, commit.interval.ms: 50, topic.cleanup.policy: delete, consumer.max.poll.records: 9}
                """;
        assertThatCode(() -> compile(stateless)).doesNotThrowAnyException();
        assertThat(problems(written))
                .allSatisfy(problem -> assertThat(problem).contains("must not be set for a query without a window: "))
                .extracting(problem -> problem.replaceAll(".*?:.*?:.*?: (\\S+) = .*", "$1"))
                .containsExactly(
                        "sources.readings.lateRecords",
                        "sources.readings.watermark.closeWhenIdle",
                        "sources.readings.watermark.idleTimeout",
                        "windowTimeZone",
                        "state.memory",
                        "streams.commit.interval.ms",
                        "streams.topic.cleanup.policy");
        String windowed = written.replace("windowTimeZone: Europe/Oslo\n", "")
                .replace(
                        "query: SELECT UnitId, TemperatureC FROM readings\n",
                        FILE.substring(FILE.indexOf("query: |"), FILE.indexOf("sink:")));
        assertThat(problems(windowed)).isEmpty();
        assertThatCode(() -> compile(stateless.replace("delay: 15 minutes}", "delay: 15 minutes, idleTimeout: never}")))
                .doesNotThrowAnyException();
    }
}
