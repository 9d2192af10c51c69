package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.checkpoint.CheckpointException;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileReader;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may change of a query that has state and rows, and what may not; and state that is no longer what the query left. */
class IdentityTest {
    private static final String FILE = """
            name: NAME
            kafka: {bootstrap.servers: "SERVERS"}
            sources:
              readings:
                kafka: {topic: NAME-readings, startingOffsets: earliest}
                key: [UnitId]
                schema: {UnitId: string, Place: string, Celsius: double, ReadingTime: timestamp, SentTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings, MAX(Celsius) AS MaxC
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              WHERE Celsius < 100
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: "FOLDER/table"}
            trigger: availableNow
            checkpointLocation: "FOLDER/checkpoint"
            """;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    private static Path shared;

    private static EmbeddedBroker broker;
    private static Admin admin;

    @TempDir
    private Path folder;

    private String name = "";

    @BeforeAll
    static void startBroker() throws Exception {
        broker = EmbeddedBroker.start(shared.resolve("kafka"), EmbeddedBroker.Options.defaults());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stopBroker() {
        admin.close();
        broker.close();
    }

    @BeforeEach
    void createTopic() throws Exception {
        name = "identity" + NUMBER.incrementAndGet();
        for (String topic : List.of(name + "-readings", name + "-others")) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    /** What the error must say, and parts of the file each with what takes its place. */
    private record Change(String difference, List<String> replacements) {

        static Change of(String difference, String... replacements) {
            return new Change(difference, List.of(replacements));
        }

        String file() {
            String file = FILE;
            for (int part = 0; part < replacements.size(); part += 2) {
                assertThat(file).contains(replacements.get(part));
                file = file.replace(replacements.get(part), replacements.get(part + 1));
            }
            return file;
        }
    }

    private static final List<Change> REFUSED = List.of(
            Change.of("query: window: was 10 minutes, is 1 hour", "INTERVAL '10' MINUTE", "INTERVAL '1' HOUR"),
            Change.of(
                    "sources.readings.watermark.delay: was 5 minutes, is 6 minutes",
                    "delay: 5 minutes",
                    "delay: 6 minutes"),
            Change.of(
                    "sources.readings.watermark.column: was ReadingTime, is SentTime",
                    "column: ReadingTime",
                    "column: SentTime",
                    "DESCRIPTOR(ReadingTime)",
                    "DESCRIPTOR(SentTime)"),
            Change.of("Place", "window_end, UnitId", "window_end, UnitId, Place"),
            Change.of("MAX(Celsius)", "MAX(Celsius) AS", "MIN(Celsius) AS"),
            Change.of("100", "Celsius < 100", "Celsius < 90"),
            Change.of("sources.readings.key: was [UnitId], is []", "    key: [UnitId]\n", ""),
            Change.of(
                    "sources.readings.kafka.topic: was NAME-readings, is NAME-others",
                    "topic: NAME-readings",
                    "topic: NAME-others"),
            Change.of("sources.readings.schema: was ", "Place: string", "Place: long"),
            Change.of("sink.delta.path: was FOLDER/table, is FOLDER/other", "FOLDER/table", "FOLDER/other"),
            Change.of("sink.delta.partitionBy: was [], is [UnitId]", "/table\"}", "/table\", partitionBy: [UnitId]}"));

    @Test
    void changeThatStateOrRowsDoNotAllowIsRefusedBeforeAnythingIsReadOrWritten() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        send(30);
        Map<String, String> before = everything();
        for (Change change : REFUSED) {
            assertRefused(change, change.file());
            assertThat(everything()).as("after %s", change).isEqualTo(before);
        }
        // an instance without a checkpoint hears the same from Kafka
        for (Change change : REFUSED.subList(0, 3)) {
            assertRefused(change, change.file().replace("/checkpoint", "/other-instance"));
            assertThat(folder.resolve("other-instance")).doesNotExist();
            assertThat(everything()).as("after %s", change).isEqualTo(before);
        }
        runToEnd(FILE);
        assertThat(rows()).containsExactly("0 2", "10 1");
    }

    private void assertRefused(Change change, String file) {
        assertThatThrownBy(() -> runToEnd(file))
                .as("%s", change)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("belongs to another query or to another version of this one")
                .hasMessageContaining(filled(change.difference))
                .hasMessageContaining("Change these back")
                .hasMessageContaining("another name, checkpointLocation and table")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void whatNeitherStateNorRowsDependOnMayChange() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        send(30);
        String changed = FILE.replace("startingOffsets: earliest", "startingOffsets: latest, failOnDataLoss: false")
                .replace("trigger: availableNow", """
                        trigger: once
                        shutdownTimeout: 5 seconds
                        streams: {num.stream.threads: "2", commit.interval.ms: "50"}
                        """)
                .replace("\"SERVERS\"", "\"SERVERS\", client.id: other")
                .replace("/checkpoint", "/another-instance")
                .replace("AS Readings, MAX", "  AS   Readings,  MAX");
        assertThat(changed).contains("latest", "once", "client.id", "another-instance", "  AS   Readings");
        runToEnd(changed);
        assertThat(rows()).containsExactly("0 2", "10 1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTopicThatWasDeletedIsMissed(boolean shuffled) throws Exception {
        String file = shuffled ? FILE.replace("    key: [UnitId]\n", "") : FILE;
        send(1, 2, 17);
        runToEnd(file);
        List<String> deleted = new ArrayList<>(List.of("-closed-windows", "-watermarks", "-ledger-changelog"));
        if (shuffled) {
            deleted.addAll(List.of("-source-clock-changelog", "-shuffle-repartition"));
        }
        for (String topic : deleted) {
            deleteTopic(name + topic);
            assertThatThrownBy(() -> runToEnd(file))
                    .hasMessageContaining("id of topic " + name + topic + ": was ")
                    .hasMessageContaining("sluice reset");
        }
        deleteTopic(name + "-readings");
        admin.createTopics(List.of(new NewTopic(name + "-readings", 1, (short) 1)))
                .all()
                .get();
        send(1, 2, 30);
        delete(folder.resolve("checkpoint"));
        for (String topic : List.of("-readings", "-closed-windows", "-ledger-changelog")) {
            assertThatThrownBy(() -> runToEnd(file)).hasMessageContaining("id of topic " + name + topic + ": was ");
        }
        assertThat(rows()).containsExactly("0 2");
    }

    @Test
    void partitionsAddedToTheSourceAreNamed() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        admin.createPartitions(Map.of(name + "-readings", NewPartitions.increaseTo(3)))
                .all()
                .get();
        assertThatThrownBy(() -> runToEnd(FILE))
                .hasMessageContaining("partitions of topic " + name + "-readings: was 1, is 3");
    }

    @Test
    void partitionsAddedUnderARunningQueryEndItAndAreNamed() throws Exception {
        send(1, 2, 17);
        String file = FILE.replace("trigger: availableNow", "trigger: {processingTime: 1 second}")
                .replace("\"SERVERS\"", "\"SERVERS\", metadata.max.age.ms: \"500\"");
        StreamingQuery query = start(file);
        admin.createPartitions(Map.of(name + "-readings", NewPartitions.increaseTo(3)))
                .all()
                .get();
        assertThatThrownBy(query::awaitTermination)
                .cause()
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("the number of the source's partitions: was 1, is 3")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void stateOfAQueryWhoseIdentityWasDeletedIsNotTakenForOurs() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        deleteTopic(name + "-identity");
        assertThatThrownBy(() -> runToEnd(FILE)).hasMessageContaining("knows nothing");
        delete(folder.resolve("checkpoint"));
        assertThatThrownBy(() -> runToEnd(FILE))
                .hasMessageContaining("records in topic " + name + "-ledger-changelog")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void positionsOfAnotherApplicationsGroupAreNotTakenForOurs() throws Exception {
        send(1, 2, 17);
        admin.alterConsumerGroupOffsets(
                        name, Map.of(new TopicPartition(name + "-readings", 0), new OffsetAndMetadata(2)))
                .all()
                .get();
        assertThatThrownBy(() -> runToEnd(FILE))
                .hasMessageContaining("positions of consumer group " + name)
                .hasMessageContaining("Take another name");
        admin.deleteConsumerGroups(List.of(name)).all().get();
        runToEnd(FILE);
        assertThat(rows()).containsExactly("0 2");
    }

    private String filled(String text) {
        return text.replace("NAME", name)
                .replace("SERVERS", broker.bootstrapServers())
                .replace("FOLDER", folder.toString());
    }

    private void runToEnd(String file) throws Exception {
        start(file).awaitTermination();
    }

    private StreamingQuery start(String file) throws Exception {
        Path written = Files.writeString(folder.resolve("query.yaml"), filled(file));
        return StreamingQuery.start(QueryCompiler.compile(QueryFileReader.read(written, Map.of())));
    }

    private void send(int... minutes) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int minute : minutes) {
                Instant time = Instant.EPOCH.plus(Duration.ofMinutes(minute));
                String reading = """
                        {"UnitId": "unit", "Place": "1", "Celsius": 1.5, "ReadingTime": "%1$s", "SentTime": "%1$s"}""".formatted(time);
                var unused = producer.send(new ProducerRecord<>(
                        name + "-readings",
                        "unit".getBytes(StandardCharsets.UTF_8),
                        reading.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    /** Minute of the window and number of readings. */
    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults())
                .read(row -> rows.add(row.longAt(0) / 60_000_000 + " " + row.longAt(2)));
        rows.sort(Comparator.naturalOrder());
        return rows;
    }

    /** All that a start could change: topics, positions and files. */
    private Map<String, String> everything() throws Exception {
        Map<String, String> all = new TreeMap<>();
        admin.listTopics().names().get().stream()
                .filter(topic -> topic.startsWith(name + "-"))
                .forEach(topic -> all.put("topic " + topic, "exists"));
        all.put(
                "positions",
                admin.listConsumerGroupOffsets(name)
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .toString());
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                if (!path.endsWith("query.yaml")) {
                    all.put(path.toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
                }
            }
        }
        return all;
    }

    private void deleteTopic(String topic) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (admin.listTopics().names().get().contains(topic)) {
            assertThat(System.nanoTime()).as("topic %s lives on", topic).isLessThan(deadline);
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
