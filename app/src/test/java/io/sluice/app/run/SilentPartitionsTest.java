package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.progress.QueryProgress;
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
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partitions that are empty or fall silent, in one and in two instances, from the source to the table. Windows of ten minutes. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class SilentPartitionsTest {
    private static final String FILE = """
            name: NAME
            kafka: {bootstrap.servers: "SERVERS"}
            sources:
              readings:
                kafka: {topic: NAME-readings, startingOffsets: earliest}
                key: [UnitId]
                schema: {UnitId: string, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes, idleTimeout: 2 seconds}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: "FOLDER/table"}
            trigger: {processingTime: 200 milliseconds}
            checkpointLocation: "FOLDER/checkpoint"
            """;
    private static final String SHUFFLED = FILE.replace("    key: [UnitId]\n", "");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    private static Path shared;

    private static EmbeddedBroker broker;
    private static KafkaProducer<byte[], byte[]> producer;

    @TempDir
    private Path folder;

    private String name = "";

    @BeforeAll
    static void startBroker() throws Exception {
        broker = EmbeddedBroker.start(shared.resolve("kafka"), EmbeddedBroker.Options.defaults());
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stopBroker() {
        producer.close();
        broker.close();
    }

    @BeforeEach
    void createTopic() throws Exception {
        name = "silent" + NUMBER.incrementAndGet();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name + "-readings", 3, (short) 1)))
                    .all()
                    .get();
        }
    }

    private void send(int partition, int minute) throws Exception {
        send(partition, minute, Instant.now());
    }

    private void send(int partition, int minute, Instant sent) throws Exception {
        sendLater(partition, minute, sent).get();
    }

    private void sendLater(int partition, int minute) {
        var unused = sendLater(partition, minute, Instant.now());
    }

    private Future<RecordMetadata> sendLater(int partition, int minute, Instant sent) {
        String reading = "{\"UnitId\": \"unit-" + partition + "\", \"ReadingTime\": \""
                + Instant.EPOCH.plus(Duration.ofMinutes(minute)) + "\"}";
        return producer.send(new ProducerRecord<>(
                name + "-readings", partition, sent.toEpochMilli(), null, reading.getBytes(StandardCharsets.UTF_8)));
    }

    private StreamingQuery start(String file) throws Exception {
        String filled = file.replace("NAME", name)
                .replace("SERVERS", broker.bootstrapServers())
                .replace("FOLDER", folder.toString());
        Path written = Files.writeString(Files.createTempFile(folder, "query", ".yaml"), filled);
        return StreamingQuery.start(QueryCompiler.compile(QueryFileReader.read(written, Map.of())));
    }

    private QueryProgress runToEnd(String file) throws Exception {
        StreamingQuery query = start(file.replace("{processingTime: 200 milliseconds}", "availableNow"));
        query.awaitTermination();
        return query.lastProgress();
    }

    private static void stop(StreamingQuery query) throws InterruptedException {
        query.requestStop();
        query.awaitTermination();
    }

    /** Window's start in minutes, unit and number of readings. */
    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults())
                .read(row -> rows.add(row.longAt(0) / 60_000_000 + " " + row.stringAt(1) + " " + row.longAt(2)));
        rows.sort(null);
        return rows;
    }

    /** Sends one reading after the other to a partition until the table holds so many rows. */
    private void talkUntilRows(int partition, int minute, int rows) throws Exception {
        while (rows().size() < rows) {
            send(partition, minute);
            oneMoment();
        }
    }

    private void awaitRows(int rows) {
        while (rows().size() < rows) {
            oneMoment();
        }
    }

    private static void oneMoment() {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS))
                .join();
    }

    @Test
    void windowsOfASilentPartitionAreClosedWhenTheRestOfTheQueryHasPassedThem() throws Exception {
        send(0, 1);
        send(1, 1);
        StreamingQuery query = start(FILE);
        talkUntilRows(0, 32, 2);
        assertThat(rows()).containsExactly("0 unit-0 1", "0 unit-1 1");
        // event time 32 puts the watermark of all at 27: minute 19 is late, minute 20 is not
        send(1, 19);
        send(1, 20);
        send(1, 45);
        talkUntilRows(0, 45, 4);
        stop(query);
        assertThat(rows()).contains("20 unit-1 1");
        assertThat(query.lastProgress().sources().get(1).lateRows()).isEqualTo(1);
    }

    @Test
    void emptyAndSilentPartitionsHoldTheShuffleOfTwoInstancesBackForTheTimeoutOnly() throws Exception {
        send(0, 1);
        send(1, 2);
        StreamingQuery one = start(SHUFFLED);
        StreamingQuery two = start(SHUFFLED.replace("/checkpoint", "/checkpoint-2"));
        talkUntilRows(0, 32, 2);
        assertThat(rows()).containsExactly("0 unit-0 1", "0 unit-1 1");
        QueryProgress progress = one.lastProgress();
        assertThat(progress.eventTime())
                .containsEntry("queryWatermark", "1970-01-01T00:27:00Z")
                .containsEntry("heldBackBy", "0");
        assertThat(progress.shuffle()).containsKeys("records", "bytes", "totalRecords", "totalBytes");
        // the partition that comes back is active at once: what it has is waited for
        send(1, 31);
        send(0, 200);
        send(1, 32);
        talkUntilRows(0, 200, 4);
        stop(one);
        stop(two);
        assertThat(rows()).hasSize(4).contains("30 unit-1 2");
        assertThat(List.of(one, two))
                .allSatisfy(query -> assertThat(query.lastProgress().sources())
                        .allSatisfy(source -> assertThat(source.lateRows()).isZero()));
    }

    /** Partition 0 has a hundred times as much to catch up with as partition 2 for the same time. */
    @Test
    void partitionFarBehindLosesNothingToOthersThatRanAhead() throws Exception {
        int end = 1_000;
        for (int partition = 0; partition < 3; partition++) {
            int perMinute = partition == 0 ? 10 : 1;
            int step = partition == 2 ? 10 : 1;
            for (int minute = 0; minute < end; minute += step) {
                for (int i = 0; i < perMinute; i++) {
                    sendLater(partition, minute);
                }
            }
            send(partition, end + 4);
        }
        QueryProgress progress = runToEnd(SHUFFLED.replace("2 seconds}", "5 minutes}")
                + "streams: {num.stream.threads: \"2\", main.consumer.max.poll.records: \"200\"}\n");
        assertThat(progress.sources())
                .allSatisfy(source -> assertThat(source.lateRows()).isZero());
        List<String> expected = new ArrayList<>();
        // the watermark is at minute 999
        for (int window = 0; window < end - 10; window += 10) {
            expected.addAll(List.of(window + " unit-0 100", window + " unit-1 10", window + " unit-2 1"));
        }
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(expected);
        long read = progress.sources().stream()
                .mapToLong(QueryProgress.SourcePartition::rows)
                .sum();
        assertThat(progress.shuffle().get("totalRecords"))
                .as("partial aggregates and watermarks of %s readings", read)
                .isBetween(303L, read / 2);
    }

    @Test
    void availableNowClosesWhatTheQueryAllowsInEveryPartition() throws Exception {
        Instant longAgo = Instant.now().minus(Duration.ofHours(2));
        send(0, 1, longAgo);
        send(0, 32, Instant.now().plus(Duration.ofMinutes(1)));
        send(1, 2, longAgo);
        QueryProgress first = runToEnd(SHUFFLED);
        assertThat(rows()).containsExactly("0 unit-0 1", "0 unit-1 1");
        assertThat(first.sink().totalOutputRows()).isEqualTo(2);

        QueryProgress second = runToEnd(SHUFFLED);
        assertThat(second.sink().totalOutputRows())
                .as("rows of a run without new records")
                .isZero();
        assertThat(second.sink().version()).isEqualTo(first.sink().version());
    }

    @Test
    void availableNowClosesTheLastWindowsWhenAllHasBeenSilentForLong() throws Exception {
        String closing = SHUFFLED.replace("2 seconds}", "2 seconds, closeWhenIdle: 30 minutes}");
        send(0, 1, Instant.now().minus(Duration.ofHours(2)));
        send(0, 32, Instant.now().minus(Duration.ofMinutes(10)));
        runToEnd(closing);
        assertThat(rows()).containsExactly("0 unit-0 1");
        runToEnd(closing.replace("30 minutes}", "5 minutes}"));
        assertThat(rows()).containsExactly("0 unit-0 1", "30 unit-0 1");
    }

    @Test
    void lastWindowsOfARunningQueryAreClosedAfterTheSilence() throws Exception {
        String closing = SHUFFLED.replace("2 seconds}", "never, closeWhenIdle: 3 seconds}");
        send(0, 1);
        send(1, 44);
        StreamingQuery query = start(closing);
        awaitRows(2);
        send(2, 49);
        send(2, 50);
        awaitRows(3);
        stop(query);
        assertThat(rows()).containsExactly("0 unit-0 1", "40 unit-1 1", "50 unit-2 1");
    }
}
