package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances of one available-now query, each of which owns the partition of which the other saw more: without an end to their
 * waiting they wait for each other for ever.
 */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class CrossingEndsTest {
    private static final String TOPIC = "readings";
    private static final String FILE = """
            name: crossing
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
            trigger: availableNow
            checkpointLocation: "%2$s/checkpoint-%3$d"
            streams:
              group.protocol: classic
              task.assignor.class: io.sluice.app.run.PinnedTasks
              client.tag.owns: "%3$d"
            """;
    private static final int READINGS = 100;

    @TempDir
    Path folder;

    @Test
    void instancesThatWaitForEachOtherReadOnAndEnd() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("kafka"), EmbeddedBroker.Options.defaults())) {
            String servers = broker.bootstrapServers();
            try (KafkaCluster cluster =
                    new KafkaCluster(Map.of("bootstrap.servers", servers), Duration.ofSeconds(30))) {
                cluster.ensureTopic(TOPIC, 2, Map.of());
            }
            write(servers);
            StreamingQuery ownerOfZero = start(servers, 0, Map.of(partition(0), 80L, partition(1), 100L));
            StreamingQuery ownerOfOne = start(servers, 1, Map.of(partition(0), 100L, partition(1), 90L));
            CompletableFuture<?> ends = CompletableFuture.allOf(end(ownerOfZero), end(ownerOfOne));
            try {
                ends.get(40, TimeUnit.SECONDS);
            } finally {
                ownerOfZero.requestStop();
                ownerOfOne.requestStop();
                ends.join();
            }
            assertThat(rows()).containsExactlyInAnyOrderElementsOf(closedWindows());
        }
    }

    /** @param first the ends that the first question is answered with; later ones get the truth */
    private StreamingQuery start(String servers, int owned, Map<TopicPartition, Long> first) throws Exception {
        Path file =
                Files.writeString(folder.resolve("query-" + owned + ".yaml"), FILE.formatted(servers, folder, owned));
        AtomicInteger questions = new AtomicInteger();
        ReadingEnds ends = new ReadingEnds(
                (cluster, source) -> questions.getAndIncrement() == 0 ? first : cluster.settledEndOffsets(source),
                Duration.ofSeconds(1));
        return StreamingQuery.start(QueryCompiler.compile(QueryFileReader.read(file, Map.of())), ends);
    }

    private static CompletableFuture<Void> end(StreamingQuery query) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        query.awaitTermination();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                },
                task -> new Thread(task, "awaits-the-end").start());
    }

    private static TopicPartition partition(int number) {
        return new TopicPartition(TOPIC, number);
    }

    /** One reading a minute and partition. */
    private static void write(String servers) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int minute = 0; minute < READINGS; minute++) {
                for (int partition = 0; partition < 2; partition++) {
                    String reading = """
                            {"UnitId": "unit-%d", "ReadingTime": "%s"}""".formatted(partition, Instant.EPOCH.plus(Duration.ofMinutes(minute)));
                    var unused = producer.send(new ProducerRecord<>(
                            TOPIC,
                            partition,
                            ("unit-" + partition).getBytes(StandardCharsets.UTF_8),
                            reading.getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
    }

    /** The last reading puts the watermark at minute 94. */
    private static List<String> closedWindows() {
        List<String> windows = new ArrayList<>();
        for (int minute = 0; minute < 90; minute += 10) {
            windows.add(minute + " unit-0 10");
            windows.add(minute + " unit-1 10");
        }
        return windows;
    }

    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults())
                .read(row -> rows.add(row.longAt(0) / 60_000_000 + " " + row.stringAt(1) + " " + row.longAt(2)));
        return rows;
    }
}
