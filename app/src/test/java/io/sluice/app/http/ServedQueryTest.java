package io.sluice.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running query as it is seen from outside: the freezer of the lesson, half an hour of it. */
class ServedQueryTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    private static KafkaAccess kafka;
    private static ServedQuery server;
    private static StreamingQuery query;

    @BeforeAll
    static void run() throws Exception {
        QueryDefinition definition = QueryCompiler.compile(QueryFileReader.read(
                Path.of("../examples/freezer-10min.yaml"),
                Map.of(
                        "checkpointLocation", folder.resolve("checkpoint").toString(),
                        "sink.delta.path", folder.resolve("table").toString(),
                        "trigger", "{processingTime: 1 second}")));
        kafka = KafkaAccess.open(definition);
        kafka.cluster().ensureTopic(definition.source().topic(), 2, Map.of());
        Leaders.await(kafka.connection(), definition.source().topic(), 2, Duration.ofMinutes(1));
        send(definition.source().topic());
        server = ServedQuery.start(definition);
        query = server.query();
        Await.until(
                "the first window is in the table",
                PATIENCE,
                () -> query.lastProgress().sink().totalOutputRows() == 1);
        Await.until(
                "nothing is unread",
                PATIENCE,
                () -> query.lastProgress().backlog().lag() == 0);
    }

    private static void send(String topic) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                new HashMap<>(kafka.connection()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (Reading reading : FreezerModel.lesson()) {
                var unused = producer.send(new ProducerRecord<>(
                        topic, null, reading.arrivalTime().toEpochMilli(), reading.key(), reading.json()));
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        kafka.close();
    }

    @Test
    void healthIsGood() throws Exception {
        assertThat(Asked.get(server.url() + "/health/live").statusCode()).isEqualTo(200);
        assertThat(Asked.get(server.url() + "/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void progressIsThatOfTheJavaApiInSparksShape() throws Exception {
        JsonNode progress = Asked.json(server.url() + "/api/progress");
        assertThat(progress.get("id").asText()).isEqualTo(query.lastProgress().id());
        assertThat(progress.get("sources").get(0).get("endOffset").get("freezer-readings"))
                .isNotNull();
        assertThat(progress.get("sink").get("totalOutputRows").asLong()).isEqualTo(1);
        assertThat(progress.get("backlog").get("summary").asText()).isEqualTo("keeps up");
        JsonNode recent = Asked.json(server.url() + "/api/progress/recent?limit=1");
        assertThat(recent).hasSize(1);
        JsonNode times = recent.get(0).get("eventTime");
        assertThat(times.get("min").asText()).isEqualTo("2026-11-13T08:00:00Z");
        assertThat(times.get("avg").asText()).isBetween("2026-11-13T08:10:00Z", "2026-11-13T08:20:00Z");
    }

    @Test
    void limitThatIsNoneIsRefused() throws Exception {
        HttpResponse<String> answer = Asked.get(server.url() + "/api/progress/recent?limit=-1");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("must be a number from 1 to 100");
    }

    @Test
    void queryIsDescribed() throws Exception {
        JsonNode described = Asked.json(server.url() + "/api/query");
        assertThat(described.get("sql").asText()).contains("MIN(TemperatureC)");
        assertThat(described.get("plan").asText()).contains("WindowAggregate");
        assertThat(described.get("keys").get(0).asText()).isEqualTo("UnitId");
        assertThat(described.get("windowSeconds").asDouble()).isEqualTo(600);
    }

    @Test
    void metricsAreThereForTheQueryKafkaAndTheVirtualMachine() throws Exception {
        String metrics = Asked.get(server.url() + "/metrics").body();
        assertThat(metrics)
                .contains("sluice_rows_read_total{query=\"freezer_10min\"} 180.0")
                .contains("sluice_rows_written_total{query=\"freezer_10min\"} 1.0")
                .contains("sluice_ready{query=\"freezer_10min\"} 1.0")
                .contains("sluice_rows_by_lateness_total{query=\"freezer_10min\",seconds=\"0\"} 168.0")
                .contains("sluice_rows_by_lateness_total{query=\"freezer_10min\",seconds=\"+Inf\"} 180.0")
                .containsPattern("sluice_watermark_seconds\\{partition=\"[01]\",query=\"freezer_10min\"} 1\\.7")
                .contains("kafka_stream_thread_commit_rate", "jvm_memory_used_bytes", "process_cpu_usage");
    }

    /** Dashboard, alarms and documentation name what is exported, and the documentation names all of ours. */
    @Test
    void namesOfMetricsAreThoseThatAreExported() throws Exception {
        Set<String> exported = new TreeSet<>();
        Asked.get(server.url() + "/metrics")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .forEach(exported::add);
        String documented = Files.readString(Path.of("../docs/operations.md"));
        for (String file :
                List.of("docker/grafana/dashboards/sluice.json", "docker/alarms.yml", "docs/operations.md")) {
            assertThat(names(Files.readString(Path.of("..", file)), "(sluice|jvm|process)_[a-z_]+[a-z]"))
                    .as(file)
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(exported).contains(name));
        }
        assertThat(exported)
                .filteredOn(name -> name.startsWith("sluice_"))
                .allSatisfy(name -> assertThat(documented).contains("`" + name));
    }

    private static Set<String> names(String text, String pattern) {
        return Pattern.compile("(?<![A-Za-z_/.-])" + pattern + "(?![A-Za-z_./*-])")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyPathIsDescribed() throws Exception {
        JsonNode paths = Asked.json(server.url() + "/openapi.json").get("paths");
        paths.fieldNames().forEachRemaining(path -> {
            assertThat(paths.get(path).get("get").get("summary").asText()).isNotEmpty();
            assertThat(paths.get(path).get("get").get("responses").has("200")).isTrue();
        });
        assertThat(paths.has("/api/progress")).isTrue();
    }
}
