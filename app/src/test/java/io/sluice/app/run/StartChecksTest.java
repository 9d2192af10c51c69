package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.app.sink.MissingRowsException;
import io.sluice.topology.progress.TopologyProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start says of checkpoints, tables and positions that do not belong together, and what a reset takes away. */
class StartChecksTest {
    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    private ReadingsBroker.Readings readings;
    private CountingQuery query;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopic() {
        readings = broker.readings("checks", 2);
        query = CountingQuery.of(readings, folder);
    }

    /** What a start that is prepared, and goes no further, has to say. */
    private static List<String> notices(CountingQuery file) throws Exception {
        QueryDefinition definition = file.compile();
        try (Checkpoint checkpoint = Checkpoint.open(definition.checkpointLocation());
                KafkaAccess kafka = KafkaAccess.open(definition)) {
            return new Preparation(definition, kafka.cluster(), kafka.connection(), checkpoint)
                    .run(new TopologyProgress())
                    .notices();
        }
    }

    private CountingQuery starting(String offsets) {
        return query.replace(
                "startingOffsets: earliest", "startingOffsets: {" + readings.topic() + ": " + offsets + "}");
    }

    private CountingQuery other() {
        return query.named(query.name() + "-other");
    }

    @Test
    void firstRunIntoATableWithRowsOfAnotherQueryIsToldOf() throws Exception {
        assertThat(notices(query)).isEmpty();
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        assertThat(notices(query)).isEmpty();
        assertThat(notices(other().instance("other")))
                .singleElement()
                .asString()
                .contains("table " + query.table() + " has rows of another query (id ")
                .contains("windows are now in the table twice", "sink.delta.path of its own");
        assertThat(notices(other().instance("other"))).as("the second run").isEmpty();
    }

    @Test
    void anotherNameOnACheckpointIsSaidFirst() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        assertThatThrownBy(other()::runToEnd)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("name: was " + query.name() + ", is " + query.name() + "-other")
                .hasMessageContaining("Change the name back")
                .hasMessageNotContaining("another cluster");
    }

    @Test
    void checkpointOfBeforeAResetIsToBeDeletedAndNothingIsToBeChangedBack() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        CountingQuery second = query.instance("second");
        assertThat(notices(second)).isEmpty();
        try (QueryReset reset = QueryReset.open(query.compile(), QueryReset.Table.DELETE)) {
            reset.run();
        }
        query.runToEnd();
        assertThatThrownBy(second::runToEnd)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("Delete this folder")
                .hasMessageNotContaining("Change these back")
                .hasMessageNotContaining("sluice reset");
        assertThat(query.rows()).containsExactly("0 unit-0 2");
    }

    @Test
    void startingPartitionThatThereIsNotIsNamed() throws Exception {
        assertThatThrownBy(starting("{\"1\": 0, \"9\": 3}")::runToEnd)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining(
                        "names partition 9, and topic " + query.name() + "-readings has partitions 0 to 1");
    }

    @Test
    void startingOffsetBeyondTheEndIsBlamedOnTheSetting() throws Exception {
        readings.send(0, 1, 2);
        assertThatThrownBy(starting("{\"0\": 7}")::runToEnd)
                .isInstanceOf(DataLossException.class)
                .hasMessageContaining("startingOffsets says 7, but the topic ends at 2: write an offset from 0 to 2")
                .hasMessageNotContaining("made anew");
    }

    @Test
    void versionOfTheTableIsKnownBeforeTheFirstCommit() throws Exception {
        readings.send(0, 1, 2, 17);
        assertThat(query.runToEnd().totals().committedRows()).isEqualTo(1);
        StreamingQuery idle = query.runToEnd();
        assertThat(idle.totals()).isEqualTo(new RunTotals(0, 0, 1));
        assertThat(idle.lastProgress().sink().version()).isEqualTo(1);
    }

    @Test
    void tableThatWasMovedAwayCanBeBroughtBack() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        Path table = query.table();
        Path away = Files.move(table, folder.resolve("away"));
        assertThatThrownBy(query::runToEnd)
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("Bring the table back");
        assertThat(table).doesNotExist();
        Files.move(away, table);
        readings.send(0, 30);
        query.runToEnd();
        assertThat(query.rows()).containsExactly("0 unit-0 2", "10 unit-0 1");
    }

    @Test
    void resetDeletesWhatIsThereAndTellsWhatStays() throws Exception {
        readings.send(0, 1, 2, 17);
        readings.sendText(0, "no JSON");
        query.runToEnd();
        Path notes = Files.writeString(query.table().resolve("notes.txt"), "mine");
        try (QueryReset reset = QueryReset.open(query.compile(), QueryReset.Table.DELETE)) {
            assertThat(reset.refusal()).isEmpty();
            assertThat(reset.findings())
                    .contains(
                            "consumer group " + query.name(),
                            "table " + query.table() + ": its log and 1 file of data");
            assertThat(reset.kept())
                    .satisfiesExactly(
                            letters -> assertThat(letters).startsWith("topic " + query.name() + "-dead-letters with "),
                            foreign -> assertThat(foreign)
                                    .startsWith("notes.txt in ")
                                    .contains("move that away"));
            reset.run();
        }
        assertThat(notes).exists();
        assertThat(query.table().resolve("_delta_log")).doesNotExist();
    }

    @Test
    void resetOfAQueryThatNeverRanFindsNothingAndLeavesNothing() throws Exception {
        try (QueryReset reset = QueryReset.open(query.compile(), QueryReset.Table.UNDECIDED)) {
            assertThat(reset.findings()).isEmpty();
            assertThat(reset.kept()).isEmpty();
        }
        assertThat(folder.resolve("checkpoint")).doesNotExist();
    }

    @Test
    void resetUnderAnotherNameIsRefused() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        QueryDefinition other = other().compile();
        try (QueryReset reset = QueryReset.open(other, QueryReset.Table.KEEP)) {
            assertThat(reset.refusal().orElse(""))
                    .contains("belongs to the query " + query.name() + ", not to " + query.name() + "-other");
        }
    }

    @Test
    void openWindowsOfAMisspeltTopicAreNotTakenForNoState() throws Exception {
        QueryDefinition definition = query.compile();
        try (KafkaAccess kafka = KafkaAccess.open(definition)) {
            assertThat(OpenWindowsQuestion.ask(definition, kafka)).isEmpty();
            QueryDefinition misspelt = query.replace("-readings,", "-reading,").compile();
            assertThatThrownBy(() -> OpenWindowsQuestion.ask(misspelt, kafka))
                    .isInstanceOf(QueryStartException.class)
                    .hasMessageContaining("there is no such topic")
                    .hasMessageContaining(readings.topic());
        }
    }
}
