package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryFileReaderTest {
    @TempDir
    Path folder;

    @Test
    void everySettingIsRead() throws Exception {
        QueryFile query = QueryFiles.read(folder, QueryFiles.FULL);
        assertThat(query.name()).isEqualTo("freezer_10min");
        assertThat(query.kafka())
                .isEqualTo(new KafkaSettings(
                        false, Map.of("bootstrap.servers", "localhost:9092", "security.protocol", "PLAINTEXT")));
        SourceSettings source = Objects.requireNonNull(query.sources().get("readings"));
        assertThat(source.kafka())
                .isEqualTo(new SourceSettings.Topic("freezer-readings", StartingOffsets.Edge.EARLIEST, false));
        assertThat(source.key()).containsExactly("UnitId");
        assertThat(source.schema())
                .isEqualTo(Schema.of(
                        Column.required("UnitId", Primitive.STRING),
                        Column.nullable("TemperatureC", Primitive.DOUBLE),
                        Column.nullable("ReadingTime", Primitive.TIMESTAMP)));
        assertThat(source.watermark())
                .contains(new SourceSettings.Watermark(
                        "ReadingTime",
                        Optional.empty(),
                        Duration.ofMinutes(15),
                        Duration.ofMinutes(10),
                        Optional.empty(),
                        Optional.of(Duration.ofMinutes(30))));
        assertThat(query.query().text())
                .isEqualTo("SELECT window_start, UnitId, COUNT(*) AS Readings\nFROM readings\n");
        assertThat(query.sink())
                .isEqualTo(new DeltaSinkSettings(
                        "lakehouse/Tables/freezer_10min",
                        List.of("UnitId"),
                        Map.of("delta.appendOnly", "true"),
                        DeltaSinkSettings.Compression.ZSTD));
        assertThat(query.trigger()).isEqualTo(new TriggerSettings.ProcessingTime(Duration.ofMinutes(1)));
        assertThat(query.checkpointLocation()).isEqualTo(Path.of("checkpoints/freezer_10min"));
        assertThat(query.state()).isEqualTo(new StateSettings(1, 32 << 20, 100 << 20));
        assertThat(query.streams()).isEqualTo(Map.of("num.stream.threads", "2"));
        assertThat(query.shutdownTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(query.notices()).isEmpty();
    }

    @Test
    void groupProtocolOfStreamsIsTaken() throws Exception {
        QueryFile query = QueryFiles.read(
                folder, QueryFiles.FULL.replace("{num.stream.threads: 2}", "{group.protocol: streams}"));
        assertThat(query.streams()).containsEntry("group.protocol", "streams");
    }

    @Test
    void whatIsLeftOutHasItsDefault() throws Exception {
        QueryFile query = QueryFiles.read(folder, """
                name: q
                kafka: embedded
                sources: {r: {kafka: {topic: t}, schema: {a: int, t: timestamp}, watermark: {column: T, delay: PT0S}}}
                query: SELECT a FROM r
                sink: {delta: {path: "abfss://c@a.dfs.core.windows.net/t"}}
                checkpointLocation: c
                """);
        SourceSettings source = Objects.requireNonNull(query.sources().get("r"));
        assertThat(query.kafka()).isEqualTo(new KafkaSettings(true, Map.of()));
        assertThat(source.kafka()).isEqualTo(new SourceSettings.Topic("t", StartingOffsets.Edge.LATEST, true));
        assertThat(source.format()).isEqualTo(RecordFormat.json(source.schema()));
        assertThat(source.key()).isEmpty();
        assertThat(source.watermark())
                .contains(new SourceSettings.Watermark(
                        "t",
                        Optional.empty(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        Optional.of(Duration.ofMinutes(5)),
                        Optional.empty()));
        assertThat(query.trigger()).isEqualTo(new TriggerSettings.Default());
        assertThat(query.outputMode()).isEqualTo(OutputMode.APPEND);
        assertThat(query.state())
                .isEqualTo(new StateSettings(0, 64 << 20, Runtime.getRuntime().maxMemory() / 100 * 33));
        assertThat(query.streams()).isEmpty();
        assertThat(query.shutdownTimeout()).isEqualTo(Duration.ofSeconds(30));
        DeltaSinkSettings sink = (DeltaSinkSettings) query.sink();
        assertThat(sink.uri()).hasScheme("abfss").hasPath("/t");
        assertThat(sink.compression()).isEqualTo(DeltaSinkSettings.Compression.SNAPPY);
        assertThat(sink.partitionBy()).isEmpty();
    }

    @Test
    void pathWithoutSchemeLiesInTheWorkingDirectory() throws Exception {
        DeltaSinkSettings sink =
                (DeltaSinkSettings) QueryFiles.read(folder, QueryFiles.FULL).sink();
        assertThat(sink.uri())
                .isEqualTo(Path.of("")
                        .toAbsolutePath()
                        .resolve("lakehouse/Tables/freezer_10min")
                        .toUri());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            trigger: availableNow              | AvailableNow[]
            trigger: {availableNow: true}      | AvailableNow[]
            trigger: {processingTime: 10 s}    | ProcessingTime[interval=PT10S]
            trigger: {processingTime: PT1H}    | ProcessingTime[interval=PT1H]
            trigger: {processingTime: 0 seconds} | Default[]
            """)
    void triggersAreReadInAllSpellings(String written, String trigger) throws Exception {
        QueryFile query = QueryFiles.read(folder, QueryFiles.fullWith("trigger: {processingTime: 1 minute}", written));
        assertThat(query.trigger()).hasToString(trigger);
        assertThat(query.notices()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trigger: once", "trigger: {once: true}"})
    void onceIsAvailableNowWithANotice(String written) throws Exception {
        QueryFile query = QueryFiles.read(folder, QueryFiles.fullWith("trigger: {processingTime: 1 minute}", written));
        assertThat(query.trigger()).isEqualTo(new TriggerSettings.AvailableNow());
        assertThat(query.notices()).singleElement().asString().contains("once", "availableNow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "startingOffsets: {freezer-readings: {\"0\": 23, \"1\": -2}}",
                "startingOffsets: '{\"freezer-readings\": {\"0\": 23, \"1\": -2}}'",
                "startingOffsets: {freezer-readings: {0: 23, 1: -2}}"
            })
    void startingOffsetsAreReadInSparksForm(String written) throws Exception {
        QueryFile query = QueryFiles.read(folder, QueryFiles.fullWith("startingOffsets: earliest", written));
        assertThat(Objects.requireNonNull(query.sources().get("readings"))
                        .kafka()
                        .startingOffsets())
                .isEqualTo(new StartingOffsets.Specific(Map.of(0, 23L, 1, -2L)));
    }

    @Test
    void placeholdersAreResolvedByKafkasProviders() throws Exception {
        Files.writeString(folder.resolve("secrets.properties"), "password=p:w}\\u0020\nuser=ann\n");
        Files.writeString(folder.resolve("servers"), "b:9092");
        String yaml = QueryFiles.fullWith(
                "{bootstrap.servers: \"localhost:9092\", security.protocol: PLAINTEXT}", """
                {bootstrap.servers: "a:9092,${dir:%1$s:servers}", ssl.key.password: "${file:%1$s/secrets.properties:password}",
                  client.id: "${env:WHO}-${file:%1$s/secrets.properties:user}", ssl.endpoint.identification.algorithm: "${env:ODD}"}""".formatted(folder));
        QueryFile query =
                QueryFiles.read(folder, yaml, Map.of(), Map.of("WHO", "me", "ODD", "${env:NOT_REPLACED_AGAIN}"));
        assertThat(query.kafka().properties())
                .containsEntry("bootstrap.servers", "a:9092,b:9092")
                .containsEntry("ssl.key.password", "p:w} ")
                .containsEntry("client.id", "me-ann")
                .containsEntry("ssl.endpoint.identification.algorithm", "${env:NOT_REPLACED_AGAIN}");
    }

    @Test
    void providersThatTheUserDeclaresToKafkaAreLeftToKafka() throws Exception {
        String yaml = QueryFiles.fullWith(
                "security.protocol: PLAINTEXT",
                "config.providers: vault, config.providers.vault.class: org.example.Vault, ssl.key.password: \"${vault:a:b}\"");
        assertThat(QueryFiles.read(folder, yaml).kafka().properties())
                .containsEntry("ssl.key.password", "${vault:a:b}");
    }

    @Test
    void sqlIsNotSearchedForPlaceholders() throws Exception {
        String yaml = QueryFiles.fullWith("COUNT(*) AS Readings", "'${env:X}' AS Readings");
        assertThat(QueryFiles.read(folder, yaml).query().text()).contains("${env:X}");
    }

    @Test
    void wordsThatYamlReadsAsTruthReachKafkaAsTrue() throws Exception {
        String yaml = QueryFiles.fullWith(
                "security.protocol: PLAINTEXT", "allow.auto.create.topics: off, request.timeout.ms: 30_000");
        assertThat(QueryFiles.read(folder, yaml).kafka().properties())
                .containsEntry("allow.auto.create.topics", "false")
                .containsEntry("request.timeout.ms", "30000");
    }

    @Test
    void overridesReplaceAndAdd() throws Exception {
        QueryFile query = QueryFiles.read(
                folder,
                QueryFiles.FULL.replace("shutdownTimeout: 10 seconds\n", ""),
                Map.of(
                        "kafka", "embedded",
                        "sources.readings.watermark.delay", "2 minutes",
                        "sources.readings.schema.Extra", "int",
                        "trigger", "{processingTime: 5 seconds}",
                        "shutdownTimeout", "1 minute",
                        "streams.consumer.max.poll.records", "7",
                        "query", "SELECT 1"),
                QueryFiles.NO_VARIABLES);
        SourceSettings source = Objects.requireNonNull(query.sources().get("readings"));
        assertThat(query.kafka().embedded()).isTrue();
        assertThat(source.watermark().orElseThrow().delay()).isEqualTo(Duration.ofMinutes(2));
        assertThat(source.schema().width()).isEqualTo(4);
        assertThat(query.trigger()).isEqualTo(new TriggerSettings.ProcessingTime(Duration.ofSeconds(5)));
        assertThat(query.shutdownTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(query.streams())
                .containsEntry("consumer.max.poll.records", "7")
                .containsKey("num.stream.threads");
        assertThat(query.query().text()).isEqualTo("SELECT 1");
        assertThat(query.query().locate(1, 3)).isEqualTo(Position.COMMAND_LINE);
    }

    @Test
    void overrideOfAPropertyReplacesTheEmbeddedBroker() throws Exception {
        String yaml = QueryFiles.fullWith(
                "{bootstrap.servers: \"localhost:9092\", security.protocol: PLAINTEXT}", "embedded");
        QueryFile query = QueryFiles.read(
                folder, yaml, Map.of("kafka.bootstrap.servers", "${env:KAFKA}"), Map.of("KAFKA", "host:9092"));
        assertThat(query.kafka()).isEqualTo(new KafkaSettings(false, Map.of("bootstrap.servers", "host:9092")));
    }

    @Test
    void misspeltKafkaPropertyIsANotice() throws Exception {
        QueryFile query = QueryFiles.read(folder, QueryFiles.fullWith("security.protocol", "security.protocoll"));
        assertThat(query.notices())
                .containsExactly(
                        "kafka.security.protocoll is not a property that Kafka knows: did you mean security.protocol?");
    }
}
