package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code restart} as {@code sluice run} obeys it, with a broker that is away for a while. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RestartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(80);

    @TempDir
    private Path folder;

    private int port;
    private Path query;
    private final StringWriter said = new StringWriter();

    @BeforeEach
    void writeQuery() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        query = Files.writeString(
                folder.resolve("query.yaml"),
                Files.readString(Path.of("../examples/freezer-10min.yaml"))
                        .replace("\nkafka: embedded", "\nkafka: {bootstrap.servers: \"127.0.0.1:" + port + "\"}")
                        .replace("path: lakehouse", "path: " + folder + "/lakehouse")
                        .replace("checkpointLocation: ", "checkpointLocation: " + folder + "/")
                        .replace("{processingTime: 1 minute}", "availableNow"));
    }

    /** @param timeoutMs how long Kafka is waited for */
    private int run(String restart, int timeoutMs) {
        CommandLine line = SluiceCommand.commandLine();
        PrintWriter writer = new PrintWriter(said, true);
        line.setOut(writer);
        line.setErr(writer);
        return line.execute(
                "run",
                query.toString(),
                "--set",
                "restart=" + restart,
                "--set",
                "kafka.default.api.timeout.ms=" + timeoutMs);
    }

    private EmbeddedBroker broker() throws Exception {
        return EmbeddedBroker.start(
                folder.resolve("kafka"), EmbeddedBroker.Options.defaults().withPort(port));
    }

    private void send() throws Exception {
        Map<String, Object> client = Map.of("bootstrap.servers", "127.0.0.1:" + port);
        try (Admin admin = Admin.create(client);
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            admin.createTopics(List.of(new NewTopic("freezer-readings", 1, (short) 1)))
                    .all()
                    .get();
            Leaders.await(admin, "freezer-readings", 1, PATIENCE);
            for (Reading reading : FreezerModel.lesson()) {
                var unused = producer.send(new ProducerRecord<>("freezer-readings", reading.key(), reading.json()));
            }
        }
    }

    @Test
    void queryIsStartedAgainUntilItsBrokerIsThere() throws Exception {
        try (EmbeddedBroker before = broker()) {
            assertThat(before.bootstrapServers()).endsWith(":" + port);
            send();
        }
        CompletableFuture<Integer> run = CompletableFuture.supplyAsync(
                () -> run("{policy: onFailure, maxRetries: 50, backoff: 1 second}", 5_000));
        Await.until("the first retry", PATIENCE, () -> said.toString().contains("retry 1 of 50 in 1 second"));
        try (EmbeddedBroker after = broker()) {
            assertThat(after.bootstrapServers()).endsWith(":" + port);
            assertThat(run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(said.toString())
                    .isZero();
        }
        assertThat(said.toString())
                .contains("no answer within 5 s")
                .containsPattern("180 read, 1 row written, table at version 1; [0-9.]+ s, [0-9.]+ s of CPU\n$");
    }

    @Test
    void queryThatFailsEachTimeEndsWithItsOwnCodeAfterTheLastRetry() {
        assertThat(run("{policy: onFailure, maxRetries: 2, backoff: 1 second}", 1_000))
                .isEqualTo(ExitCode.KAFKA.code());
        assertThat(said.toString())
                .containsSubsequence("retry 1 of 2 in 1 second", "retry 2 of 2 in 2 seconds", "no answer within 1 s")
                .doesNotContain("retry 3");
    }
}
