package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.progress.QueryProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two instances that keep copies of each other's state. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class StandbyTest {
    private static final String TOPIC = "readings";
    private static final String FILE = """
            name: standby
            kafka: {bootstrap.servers: "%1$s"}
            sources:
              readings:
                kafka: {topic: readings, startingOffsets: earliest}
                key: [UnitId]
                schema: {UnitId: string, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: "%2$s/table"}
            checkpointLocation: "%2$s/checkpoint-%3$s"
            state: {standbyReplicas: 1}
            """;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int UNITS = 2_000;

    @TempDir
    Path folder;

    @Test
    void instanceThatTakesOverGoesOnFromItsCopy() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("kafka"), EmbeddedBroker.Options.defaults())) {
            String servers = broker.bootstrapServers();
            try (KafkaCluster cluster =
                    new KafkaCluster(Map.of("bootstrap.servers", servers), Duration.ofSeconds(30))) {
                cluster.ensureTopic(TOPIC, 2, Map.of());
            }
            write(servers);
            StreamingQuery first = start(servers, "first");
            StreamingQuery second = start(servers, "second");
            try {
                await(() -> readings(first) + readings(second) == 2 * UNITS);
                await(() -> copied(first) && copied(second));
                end(first);
                long restored = second.lastProgress().state().restoredRecords();
                await(() -> second.lastProgress().sources().size() == 2);
                await(() -> openGroups(second) == 2 * UNITS);
                assertThat(second.lastProgress().state().restoredRecords() - restored)
                        .as("records restored besides what was copied")
                        .isLessThan(UNITS / 10);
            } finally {
                end(first);
                end(second);
            }
        }
    }

    private StreamingQuery start(String servers, String name) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), FILE.formatted(servers, folder, name));
        return StreamingQuery.start(QueryCompiler.compile(QueryFileReader.read(file, Map.of())));
    }

    private static void end(StreamingQuery query) throws InterruptedException {
        query.requestStop();
        query.awaitTermination();
    }

    private static long readings(StreamingQuery query) {
        return query.lastProgress().sources().stream()
                .mapToLong(QueryProgress.SourcePartition::rows)
                .sum();
    }

    private static boolean copied(StreamingQuery query) {
        QueryProgress now = query.lastProgress();
        return now.sources().size() == 1
                && now.state().standbyCopies() == 1
                && now.state().standbyRecordsBehind() == 0;
    }

    private static long openGroups(StreamingQuery query) {
        return query.lastProgress().stateOperators().get(0).numRowsTotal();
    }

    private static void await(BooleanSupplier condition) {
        Await.until("the instances get on", SOON, condition);
    }

    private static void write(String servers) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int unit = 0; unit < UNITS; unit++) {
                for (int partition = 0; partition < 2; partition++) {
                    String name = "unit-" + partition + "-" + unit;
                    byte[] reading = """
                            {"UnitId": "%s", "ReadingTime": "2026-02-01T06:00:00Z"}""".formatted(name).getBytes(StandardCharsets.UTF_8);
                    var unused = producer.send(
                            new ProducerRecord<>(TOPIC, partition, name.getBytes(StandardCharsets.UTF_8), reading));
                }
            }
        }
    }
}
