package io.sluice.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.Certificate;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.HttpSettings;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import io.sluice.app.window.WindowPage;
import io.sluice.app.window.WindowQuestion;
import io.sluice.app.window.WindowsMovingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions about open windows: whichever instance is asked, and while the query runs. */
class OpenWindowsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int UNITS = 12;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static EmbeddedBroker broker;
    private static KafkaProducer<String, String> producer;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(folder.resolve("broker"), EmbeddedBroker.Options.defaults());
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()), new StringSerializer(), new StringSerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        broker.close();
    }

    /** One instance with its server. */
    private static final class Instance implements AutoCloseable {
        final QueryServer server;
        final StreamingQuery query;
        private final HttpClient client;
        private final CompletableFuture<Void> ended;

        Instance(String name, String key, int number) throws Exception {
            this(name, key, number, Optional.empty());
        }

        /** @param certificate to speak HTTPS with */
        Instance(String name, String key, int number, Optional<Certificate> certificate) throws Exception {
            client = certificate.isPresent() ? certificate.get().client() : HttpClient.newHttpClient();
            HttpSettings settings = new HttpSettings(
                    "127.0.0.1",
                    0,
                    Optional.empty(),
                    Optional.of(new HttpSettings.Access.Bearer("0123456789abcdef")),
                    certificate.map(own -> new HttpSettings.Tls(own.keystore(), own.password())));
            QueryDefinition definition = definition(name, key, number);
            server = QueryServer.start(settings, name);
            query = StreamingQuery.start(definition.withStreams("application.server", server.advertised()));
            server.show(query);
            ended = CompletableFuture.runAsync(this::await);
        }

        private void await() {
            try {
                query.awaitTermination();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        HttpResponse<String> get(String path) {
            try {
                return Asked.get(client, server.url() + path, "Authorization", "Bearer 0123456789abcdef");
            } catch (Exception failed) {
                throw new IllegalStateException(path, failed);
            }
        }

        JsonNode json(String path) {
            HttpResponse<String> answer = get(path);
            try {
                assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(200);
                return JSON.readTree(answer.body());
            } catch (IOException foreign) {
                throw new UncheckedIOException(foreign);
            }
        }

        @Override
        public void close() {
            query.requestStop();
            ended.join();
            server.close();
        }
    }

    private static QueryDefinition definition(String name, String key, int number) throws Exception {
        Path file = Files.writeString(folder.resolve(name + number + ".yaml"), """
                name: %1$s
                kafka: {bootstrap.servers: "%2$s"}
                sources:
                  readings:
                    kafka: {topic: %1$s-in, startingOffsets: earliest}
                    schema: {UnitId: string, Celsius: double, At: timestamp}
                    watermark: {column: At, delay: 2 hours}
                    %3$s
                query: |
                  SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings, MAX(Celsius) AS MaxC
                  FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(At), INTERVAL '10' MINUTE))
                  GROUP BY window_start, window_end, UnitId
                sink:
                  delta: {path: "%4$s/table-%1$s"}
                checkpointLocation: "%4$s/checkpoint-%1$s-%5$d"
                """.formatted(
                        name, broker.bootstrapServers(), key, folder, number));
        return QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError(body, e);
        }
    }

    private static void topic(String name, int partitions) {
        try (KafkaCluster cluster =
                new KafkaCluster(Map.of("bootstrap.servers", broker.bootstrapServers()), Duration.ofSeconds(30))) {
            cluster.ensureTopic(name, partitions, Map.of());
        }
        Leaders.await(Map.of("bootstrap.servers", broker.bootstrapServers()), name, partitions, PATIENCE);
    }

    private static void send(String topic, String unit, int minute, double celsius) {
        String time = "2026-11-13T0%d:%02d:00Z".formatted(8 + minute / 60, minute % 60);
        String json = "{\"UnitId\": \"%s\", \"Celsius\": %s, \"At\": \"%s\"}".formatted(unit, celsius, time);
        var unused = producer.send(new ProducerRecord<>(topic, unit, json));
    }

    /** A reading a minute of each unit for half an hour. */
    private static void sendHalfAnHour(String topic) {
        for (int minute = 0; minute < 30; minute++) {
            for (int unit = 0; unit < UNITS; unit++) {
                send(topic, "unit-%02d".formatted(unit), minute, unit + minute / 100.0);
            }
        }
        producer.flush();
    }

    /** {@code window unit} -> readings, of all pages. */
    private static Map<String, Long> counts(Instance instance, String parameters, int limit) {
        Map<String, Long> counts = new TreeMap<>();
        String next = "";
        do {
            JsonNode page = instance.json("/api/windows?limit=" + limit + parameters + next);
            assertThat(page.get("windows").size()).isLessThanOrEqualTo(limit);
            for (JsonNode row : page.get("windows")) {
                String key = row.get("windowStart").asText() + " "
                        + row.get("keys").get("UnitId").asText();
                assertThat(counts.put(key, row.get("aggregates").get("COUNT(*)").asLong()))
                        .as("a second row for " + key)
                        .isNull();
            }
            next = page.has("next") ? "&next=" + page.get("next").asText() : "";
        } while (!next.isEmpty());
        return counts;
    }

    private static Map<String, Long> expected() {
        Map<String, Long> expected = new TreeMap<>();
        for (int window = 0; window < 3; window++) {
            for (int unit = 0; unit < UNITS; unit++) {
                expected.put("2026-11-13T08:%02d:00Z unit-%02d".formatted(window * 10, unit), 10L);
            }
        }
        return expected;
    }

    private static void awaitAll(Instance instance, String what) {
        Await.until(what, PATIENCE, () -> {
            HttpResponse<String> answer = instance.get("/api/windows?limit=1000");
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
            if (answer.statusCode() == 503) {
                assertThat(answer.headers().firstValue("Retry-After")).contains("1");
                return false;
            }
            return counts(instance, "", 1_000).equals(expected());
        });
    }

    @ParameterizedTest
    @CsvSource({"shuffled, '', false", "direct, 'key: [UnitId]', true"})
    void everyInstanceAnswersForAll(String name, String key, boolean tls) throws Exception {
        Optional<Certificate> certificate =
                tls ? Optional.of(Certificate.make(folder.resolve("certificate"), "changeit")) : Optional.empty();
        topic(name + "-in", 4);
        sendHalfAnHour(name + "-in");
        try (Instance one = new Instance(name, key, 1, certificate)) {
            assertThat(one.server.url()).startsWith(tls ? "https://" : "http://");
            awaitAll(one, "one instance has all windows");
            try (Instance two = new Instance(name, key, 2, certificate)) {
                Await.until(
                        "both work",
                        PATIENCE,
                        () -> two.query.lastProgress().partitions().size() == 2
                                && one.query.lastProgress().partitions().size() == 2);
                awaitAll(one, "the first answers for the second");
                awaitAll(two, "the second answers for the first");
                questionsAreAnsweredAlike(one);
                questionsAreAnsweredAlike(two);
                // what another instance asks is answered for what is here only
                assertThat(one.get("/internal/windows?partitions=0,1,2,3").statusCode())
                        .isEqualTo(503);
                // without the way to others, nothing is answered by halves
                assertThatThrownBy(() -> one.query.openWindows().ask(WindowQuestion.all(10)))
                        .isInstanceOf(WindowsMovingException.class)
                        .hasMessageContaining("cannot be asked from here");
            }
            awaitAll(one, "the one that is left has all windows again");
            if (tls) {
                instanceWithAnotherCertificateIsNotTalkedTo(one, name, key);
            }
            WindowPage page = one.query.openWindows().ask(WindowQuestion.all(1_000));
            assertThat(page.windows()).hasSize(3 * UNITS);
        }
    }

    /** It answers for itself, but nobody hands it the token or takes its word for others' windows. */
    private static void instanceWithAnotherCertificateIsNotTalkedTo(Instance one, String name, String key)
            throws Exception {
        Certificate foreign = Certificate.make(folder.resolve("foreign"), "changeit");
        try (Instance other = new Instance(name, key, 3, Optional.of(foreign))) {
            Await.until(
                    "both work",
                    PATIENCE,
                    () -> other.query.lastProgress().partitions().size() == 2
                            && one.query.lastProgress().partitions().size() == 2);
            Await.until("the other is not accepted", PATIENCE, () -> {
                HttpResponse<String> answer = one.get("/api/windows?limit=1000");
                return answer.statusCode() == 503 && answer.body().contains("SSLHandshakeException");
            });
        }
        awaitAll(one, "the first has all windows when the foreign one is gone");
    }

    private static void questionsAreAnsweredAlike(Instance instance) {
        assertThat(counts(instance, "", 5)).as("in small pages").isEqualTo(expected());
        assertThat(counts(instance, "&key.UnitId=unit-07", 10).keySet())
                .containsExactly(
                        "2026-11-13T08:00:00Z unit-07", "2026-11-13T08:10:00Z unit-07", "2026-11-13T08:20:00Z unit-07");
        assertThat(counts(instance, "&key.unitid=unit-07&window=2026-11-13T08:10:00Z", 10))
                .isEqualTo(Map.of("2026-11-13T08:10:00Z unit-07", 10L));
        assertThat(counts(instance, "&window=2026-11-13T08:20:00Z", 5)).hasSize(UNITS);
        assertThat(counts(instance, "&from.UnitId=unit-03&to.UnitId=unit-05&window=2026-11-13T08:00:00Z", 1)
                        .keySet())
                .containsExactly("2026-11-13T08:00:00Z unit-03", "2026-11-13T08:00:00Z unit-04");
        JsonNode row = instance.json("/api/windows/2026-11-13T08:00:00Z?key.UnitId=unit-11")
                .get("windows")
                .get(0);
        assertThat(row.get("windowEnd").asText()).isEqualTo("2026-11-13T08:10:00Z");
        assertThat(row.get("closesAt").asText()).isEqualTo("2026-11-13T10:10:00Z");
        assertThat(row.get("aggregates").get("MAX(Celsius)").asDouble()).isEqualTo(11.09);
        assertThat(instance.get("/api/windows?key.UnitId=nobody").statusCode()).isEqualTo(404);
        assertThat(instance.get("/api/windows/2026-11-13T07:00:00Z").statusCode())
                .isEqualTo(404);
        assertThat(instance.get("/api/windows?key.Colour=red").statusCode()).isEqualTo(400);
    }

    /**
     * The readings of a and b come in turn into one partition: at no moment is one more than one ahead of the other.
     * What was seen pays for what is sent, so that readings come for as long as the test asks, at whatever speed.
     */
    @Test
    void pageIsOfOneMomentWhileTheQueryRuns() throws Exception {
        topic("running-in", 1);
        AtomicBoolean ended = new AtomicBoolean();
        Semaphore unseen = new Semaphore(20_001);
        Thread sender = new Thread(() -> {
            for (int i = 0; !ended.get(); i++) {
                unseen.acquireUninterruptibly();
                send("running-in", i % 2 == 0 ? "a" : "b", 1, i);
            }
        });
        SortedSet<Long> seen = new TreeSet<>(Set.of(0L));
        try (Instance instance = new Instance("running", "key: [UnitId]", 1)) {
            sender.start();
            Await.until("ten different counts", PATIENCE, () -> {
                HttpResponse<String> answer = instance.get("/api/windows");
                if (answer.statusCode() == 200) {
                    JsonNode rows = parsed(answer.body()).get("windows");
                    if (rows.size() == 2) {
                        long a = rows.get(0).get("aggregates").get("COUNT(*)").asLong();
                        long b = rows.get(1).get("aggregates").get("COUNT(*)").asLong();
                        assertThat(a - b).as("of " + a + " and " + b).isBetween(0L, 1L);
                        long before = seen.last();
                        assertThat(a).as("a count never falls").isGreaterThanOrEqualTo(before);
                        seen.add(a);
                        unseen.release(Math.toIntExact(2 * (a - before)));
                    }
                }
                return seen.size() > 10;
            });
        } finally {
            ended.set(true);
            unseen.release();
            sender.join();
        }
    }
}
