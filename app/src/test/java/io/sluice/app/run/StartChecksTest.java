package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.app.sink.MissingRowsException;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.progress.TopologyProgress;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start says of checkpoints, tables and positions that do not belong together, and what a reset takes away. */
class StartChecksTest {
    private static final String FILE = """
            name: NAME
            kafka: {bootstrap.servers: "SERVERS"}
            sources:
              readings:
                kafka: {topic: NAME-readings, startingOffsets: earliest}
                key: [UnitId]
                schema: {UnitId: string, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
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
        name = "checks" + NUMBER.incrementAndGet();
        admin.createTopics(List.of(new NewTopic(name + "-readings", 2, (short) 1)))
                .all()
                .get();
    }

    private void send(int... minutes) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int minute : minutes) {
                String reading = """
                        {"UnitId": "unit", "ReadingTime": "%s"}""".formatted(Instant.EPOCH.plus(Duration.ofMinutes(minute)));
                var unused = producer.send(
                        new ProducerRecord<>(name + "-readings", 0, null, reading.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    private void sendText(String text) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            var unused = producer.send(new ProducerRecord<>(name + "-readings", text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private QueryDefinition query(String text) throws IOException, QueryFileException {
        String filled = text.replace("NAME", name)
                .replace("SERVERS", broker.bootstrapServers())
                .replace("FOLDER", folder.toString());
        Path file = Files.writeString(folder.resolve("query.yaml"), filled);
        return QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
    }

    private StreamingQuery runToEnd(String text) throws Exception {
        StreamingQuery query = StreamingQuery.start(query(text));
        query.awaitTermination();
        return query;
    }

    /** What a start that is prepared, and goes no further, has to say. */
    private List<String> notices(String text) throws Exception {
        QueryDefinition query = query(text);
        try (Checkpoint checkpoint = Checkpoint.open(query.checkpointLocation());
                KafkaAccess kafka = KafkaAccess.open(query)) {
            return new Preparation(query, kafka.cluster(), kafka.connection(), checkpoint)
                    .run(new TopologyProgress())
                    .notices();
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

    private static String other(String text) {
        return text.replace("name: NAME", "name: NAME-other").replace("/checkpoint", "/other");
    }

    @Test
    void firstRunIntoATableWithRowsOfAnotherQueryIsToldOf() throws Exception {
        assertThat(notices(FILE)).isEmpty();
        send(1, 2, 17);
        runToEnd(FILE);
        assertThat(notices(FILE)).isEmpty();
        assertThat(notices(other(FILE)))
                .singleElement()
                .asString()
                .contains("table " + folder.resolve("table") + " has rows of another query (id ")
                .contains("windows are now in the table twice", "sink.delta.path of its own");
        assertThat(notices(other(FILE))).as("the second run").isEmpty();
    }

    @Test
    void anotherNameOnACheckpointIsSaidFirst() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        assertThatThrownBy(() -> runToEnd(FILE.replace("name: NAME", "name: NAME-other")))
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("name: was " + name + ", is " + name + "-other")
                .hasMessageContaining("Change the name back")
                .hasMessageNotContaining("another cluster");
    }

    @Test
    void checkpointOfBeforeAResetIsToBeDeletedAndNothingIsToBeChangedBack() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        String second = FILE.replace("/checkpoint", "/second");
        assertThat(notices(second)).isEmpty();
        try (QueryReset reset = QueryReset.open(query(FILE), QueryReset.Table.DELETE)) {
            reset.run();
        }
        runToEnd(FILE);
        assertThatThrownBy(() -> runToEnd(second))
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("Delete this folder")
                .hasMessageNotContaining("Change these back")
                .hasMessageNotContaining("sluice reset");
        assertThat(rows()).containsExactly("0 2");
    }

    @Test
    void startingPartitionThatThereIsNotIsNamed() throws Exception {
        assertThatThrownBy(() -> runToEnd(FILE.replace(
                        "startingOffsets: earliest", "startingOffsets: {NAME-readings: {\"1\": 0, \"9\": 3}}")))
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("names partition 9, and topic " + name + "-readings has partitions 0 to 1");
    }

    @Test
    void startingOffsetBeyondTheEndIsBlamedOnTheSetting() throws Exception {
        send(1, 2);
        assertThatThrownBy(() -> runToEnd(
                        FILE.replace("startingOffsets: earliest", "startingOffsets: {NAME-readings: {\"0\": 7}}")))
                .isInstanceOf(DataLossException.class)
                .hasMessageContaining("startingOffsets says 7, but the topic ends at 2: write an offset from 0 to 2")
                .hasMessageNotContaining("made anew");
    }

    @Test
    void versionOfTheTableIsKnownBeforeTheFirstCommit() throws Exception {
        send(1, 2, 17);
        assertThat(runToEnd(FILE).totals().committedRows()).isEqualTo(1);
        StreamingQuery idle = runToEnd(FILE);
        assertThat(idle.totals()).isEqualTo(new RunTotals(0, 0, 1));
        assertThat(idle.lastProgress().sink().version()).isEqualTo(1);
    }

    @Test
    void tableThatWasMovedAwayCanBeBroughtBack() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        Path table = folder.resolve("table");
        Path away = Files.move(table, folder.resolve("away"));
        assertThatThrownBy(() -> runToEnd(FILE))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("Bring the table back");
        assertThat(table).doesNotExist();
        Files.move(away, table);
        send(30);
        runToEnd(FILE);
        assertThat(rows()).containsExactly("0 2", "10 1");
    }

    @Test
    void resetDeletesWhatIsThereAndTellsWhatStays() throws Exception {
        send(1, 2, 17);
        sendText("no JSON");
        runToEnd(FILE);
        Path notes = Files.writeString(folder.resolve("table/notes.txt"), "mine");
        try (QueryReset reset = QueryReset.open(query(FILE), QueryReset.Table.DELETE)) {
            assertThat(reset.refusal()).isEmpty();
            assertThat(reset.findings())
                    .contains(
                            "consumer group " + name,
                            "table " + folder.resolve("table") + ": its log and 1 file of data");
            assertThat(reset.kept())
                    .satisfiesExactly(
                            letters -> assertThat(letters).startsWith("topic " + name + "-dead-letters with "),
                            foreign -> assertThat(foreign)
                                    .startsWith("notes.txt in ")
                                    .contains("move that away"));
            reset.run();
        }
        assertThat(notes).exists();
        assertThat(folder.resolve("table/_delta_log")).doesNotExist();
    }

    @Test
    void resetOfAQueryThatNeverRanFindsNothingAndLeavesNothing() throws Exception {
        try (QueryReset reset = QueryReset.open(query(FILE), QueryReset.Table.UNDECIDED)) {
            assertThat(reset.findings()).isEmpty();
            assertThat(reset.kept()).isEmpty();
        }
        assertThat(folder.resolve("checkpoint")).doesNotExist();
    }

    @Test
    void resetUnderAnotherNameIsRefused() throws Exception {
        send(1, 2, 17);
        runToEnd(FILE);
        QueryDefinition other = query(FILE.replace("name: NAME", "name: NAME-other"));
        try (QueryReset reset = QueryReset.open(other, QueryReset.Table.KEEP)) {
            assertThat(reset.refusal().orElse(""))
                    .contains("belongs to the query " + name + ", not to " + name + "-other");
        }
    }

    @Test
    void openWindowsOfAMisspeltTopicAreNotTakenForNoState() throws Exception {
        QueryDefinition query = query(FILE);
        try (KafkaAccess kafka = KafkaAccess.open(query)) {
            assertThat(OpenWindowsQuestion.ask(query, kafka)).isEmpty();
            QueryDefinition misspelt = query(FILE.replace("NAME-readings", "NAME-reading"));
            assertThatThrownBy(() -> OpenWindowsQuestion.ask(misspelt, kafka))
                    .isInstanceOf(QueryStartException.class)
                    .hasMessageContaining("there is no such topic")
                    .hasMessageContaining(name + "-readings");
        }
    }
}
