package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.SecuredBroker;
import io.sluice.app.file.HttpSettings;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.http.QueryServer;
import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Whole queries through a broker that wants TLS and SASL, as the command line runs them; and that no secret is seen anywhere. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SecuredKafkaTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TOPIC = "freezer-readings";
    private static final List<Logger> TALKERS = Stream.of(
                    "io.sluice", "org.apache.kafka.clients", "org.apache.kafka.common", "org.apache.kafka.streams")
            .map(name -> (Logger) LoggerFactory.getLogger(name))
            .toList();

    @TempDir
    private static Path shared;

    private static SecuredBroker broker;

    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = SecuredBroker.start(shared);
        HashMap<String, Object> client =
                new HashMap<>(broker.client("PLAIN", SecuredBroker.plain(SecuredBroker.USER, SecuredBroker.PASSWORD)));
        try (Admin admin = Admin.create(client);
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
            Leaders.await(admin, TOPIC, 1, Duration.ofMinutes(1));
            List<Future<?>> sent = new ArrayList<>();
            for (Reading reading : FreezerModel.lesson()) {
                sent.add(producer.send(new ProducerRecord<>(TOPIC, reading.key(), reading.json())));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** All that a fault-finder can turn on, and not to the console. */
    @BeforeEach
    void listen() {
        log.start();
        TALKERS.forEach(logger -> {
            logger.setLevel(Level.DEBUG);
            logger.setAdditive(false);
            logger.addAppender(log);
        });
    }

    @AfterEach
    void listenNoMore() {
        TALKERS.forEach(logger -> {
            logger.setLevel(null);
            logger.setAdditive(true);
            logger.detachAppender(log);
        });
    }

    /** @param connection lines of the section {@code kafka} */
    private record Secured(String name, String connection) {
        static Secured of(String name, String mechanism, String jaas) {
            return new Secured(name, "sasl.mechanism: " + mechanism + "\n  sasl.jaas.config: '" + jaas + "'");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** PLAIN in the form of Azure Event Hubs. */
    private static List<Secured> ways() {
        return List.of(
                Secured.of("plain", "PLAIN", SecuredBroker.plain("$ConnectionString", SecuredBroker.CONNECTION_STRING)),
                Secured.of("scram", "SCRAM-SHA-512", SecuredBroker.scram(SecuredBroker.USER, SecuredBroker.PASSWORD)),
                Secured.of("token", "OAUTHBEARER", SecuredBroker.unsecuredToken(SecuredBroker.USER)));
    }

    private Path query(Secured way) throws IOException {
        String text = Files.readString(Path.of("../examples/freezer-10min.yaml"))
                .replace("name: freezer_10min", "name: freezer_" + way.name)
                .replace(
                        "\nkafka: embedded", """

                        kafka:
                          bootstrap.servers: "%s"
                          security.protocol: SASL_SSL
                          ssl.truststore.type: PEM
                          ssl.truststore.location: "%s"
                          %s""".formatted(broker.bootstrapServers(), broker.trusted(), way.connection))
                .replace("path: lakehouse", "path: " + folder + "/lakehouse")
                .replace("checkpointLocation: ", "checkpointLocation: " + folder + "/")
                .replace("{processingTime: 1 minute}", "availableNow");
        return Files.writeString(folder.resolve("query.yaml"), text);
    }

    private int execute(String... arguments) {
        CommandLine line = SluiceCommand.commandLine();
        PrintWriter writer = new PrintWriter(said, true);
        line.setOut(writer);
        line.setErr(writer);
        return line.execute(arguments);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void queryRunsThroughASecuredBrokerAndNoSecretIsSeen(Secured way) throws IOException {
        String query = query(way).toString();
        assertThat(execute("run", query)).as(said.toString()).isZero();
        assertThat(said.toString()).contains("180 read, 1 row written");
        listenNoMore();
        assertThat(execute("check", query)).isZero();
        assertThat(execute("progress", query)).isZero();
        assertThat(execute("table", folder + "/lakehouse/Tables/freezer_10min")).isZero();
        assertThat(said.toString()).contains("freezer-01", "kafka.sasl.jaas.config = (hidden)");
        assertNoSecret(said.toString());
        assertThat(log.list).hasSizeGreaterThan(100);
        log.list.forEach(event -> assertNoSecret(event.getFormattedMessage()));
        try (Stream<Path> files = Files.walk(folder.resolve("checkpoints"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertNoSecret(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static void assertNoSecret(String text) {
        assertThat(text).doesNotContain(SecuredBroker.PASSWORD);
    }

    @Test
    void noSecretIsServed() throws Exception {
        QueryDefinition query = QueryCompiler.compile(QueryFileReader.read(
                query(ways().get(0)), Map.of("trigger", "{processingTime: 1 second}", "name", "served")));
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty());
        try (QueryServer server = QueryServer.start(settings, query.name())) {
            StreamingQuery running = StreamingQuery.start(query);
            server.show(running);
            CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> awaitTermination(running));
            Await.until(
                    "a row in the table",
                    PATIENCE,
                    () -> running.lastProgress().sink().totalOutputRows() == 1);
            Set<String> paths = new TreeSet<>(List.of("/", "/openapi.json"));
            new ObjectMapper()
                    .readTree(get(server, "/openapi.json"))
                    .path("paths")
                    .fieldNames()
                    .forEachRemaining(paths::add);
            assertThat(paths).hasSizeGreaterThan(8);
            for (String path : paths) {
                assertNoSecret(get(
                        server,
                        path.replace("{window_start}", "2026-11-13T08:10:00Z").replace("{name}", "page.js")));
            }
            // the other commands that ask Kafka, while the query runs
            for (String command : List.of("windows", "watermark")) {
                assertThat(execute(command, folder + "/query.yaml", "--set", "name=served"))
                        .as(command + said)
                        .isZero();
            }
            assertNoSecret(said.toString());
            running.requestStop();
            ended.join();
        }
    }

    private static void awaitTermination(StreamingQuery query) {
        try {
            query.awaitTermination();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String get(QueryServer server, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void wrongCredentialsEndTheRunWithAClearWord(Secured way) throws IOException {
        Secured wrong = new Secured(
                way.name,
                way.connection.replace(SecuredBroker.PASSWORD, "wrong-s3cret").replace(SecuredBroker.SCOPE, "other"));
        assertThat(execute("run", query(wrong).toString(), "--set", "restart.policy=onFailure"))
                .as(said.toString())
                .isEqualTo(ExitCode.KAFKA.code());
        assertThat(said.toString())
                .startsWith("sluice: kafka.bootstrap.servers = " + broker.bootstrapServers())
                .contains("credentials", "sasl.jaas.config")
                .hasLineCount(1)
                .doesNotContain("wrong-s3cret", "retry");
        log.list.forEach(event -> assertThat(event.getFormattedMessage()).doesNotContain("wrong-s3cret"));
        assertThat(folder.resolve("lakehouse")).doesNotExist();
    }

    @Test
    void certificateThatIsNotTrustedEndsTheRunWithAClearWord() throws IOException {
        String query = query(ways().get(0)).toString();
        String text = Files.readString(Path.of(query)).replaceAll("  ssl.truststore.[a-z]+: .*\n", "");
        Files.writeString(Path.of(query), text);
        assertThat(execute("run", query)).as(said.toString()).isEqualTo(ExitCode.KAFKA.code());
        assertThat(said.toString())
                .startsWith("sluice: kafka.bootstrap.servers = " + broker.bootstrapServers())
                .contains("TLS", "ssl.truststore.location")
                .hasLineCount(1);
    }
}
