package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.MissingRowsException;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.BadRecordStopException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A query without a window, from the source to the table, each row being {@code MINUTE UNIT 1}. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class AppendQueryTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String WINDOWED = """
            SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
            FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
            GROUP BY window_start, window_end, UnitId
            """.indent(2);
    private static final String BAD = "{\"UnitId\": 7, \"ReadingTime\": \"1970-01-01T00:03:00Z\"}";

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
    void describe() {
        readings = broker.readings("append", 2);
        query = CountingQuery.of(readings, folder)
                .replace("    watermark: {column: ReadingTime, delay: 5 minutes}\n", "")
                .replace(WINDOWED, "  SELECT ReadingTime AS At, UnitId, 1 AS One FROM readings\n");
    }

    private OptionalLong version() {
        return DeltaTable.at(query.table().toString(), DeltaOptions.defaults()).version();
    }

    private void delete(int partition, long below) throws Exception {
        broker.admin()
                .deleteRecords(
                        Map.of(new TopicPartition(readings.topic(), partition), RecordsToDelete.beforeOffset(below)))
                .all()
                .get();
    }

    @Test
    void eachRunAppendsWhatIsNewAndARunWithoutNewsMakesNoVersion() throws Exception {
        readings.send(0, 1, 2);
        readings.send(1, 3);
        StreamingQuery first = query.runToEnd();
        assertThat(query.rows()).containsExactly("1 unit-0 1", "2 unit-0 1", "3 unit-1 1");
        assertThat(first.totals().records()).isEqualTo(3);
        assertThat(first.totals().committedRows()).isEqualTo(3);
        readings.send(1, 4);
        query.runToEnd();
        assertThat(query.rows()).containsExactly("1 unit-0 1", "2 unit-0 1", "3 unit-1 1", "4 unit-1 1");
        OptionalLong version = version();
        query.runToEnd();
        assertThat(version()).isEqualTo(version);
    }

    @Test
    void progressHealthAndLagAreTold() throws Exception {
        readings.send(0, 1);
        readings.send(1, 2, 3);
        StreamingQuery running = query.replace("FROM readings", "FROM readings WHERE UnitId = 'unit-0'")
                .endless()
                .start();
        Await.until("the row is in the table", SOON, () -> running.totals().committedRows() == 1);
        Await.until("the lag is gone", SOON, () -> running.lag() == 0);
        Await.until("it is ready", SOON, () -> running.health().ready());
        QueryProgress progress = running.lastProgress();
        assertThat(progress.sources().get(0).endOffset().get(readings.topic())).containsEntry("1", 2L);
        assertThat(progress.partitions())
                .filteredOn(partition -> partition.partition() == 1)
                .singleElement()
                .returns(2L, QueryProgress.SourcePartition::rows)
                .returns(2L, QueryProgress.SourcePartition::filteredRows)
                .returns("", QueryProgress.SourcePartition::watermark);
        assertThat(progress.sink().version()).isEqualTo(version().orElseThrow());
        assertThat(progress.stateOperators()).isEmpty();
        CountingQuery.stop(running);
    }

    @Test
    void latestCountsAtTheFirstStartOnlyAlsoForAnEmptyPartition() throws Exception {
        readings.send(0, 1);
        CountingQuery latest = query.replace("earliest", "latest");
        latest.runToEnd();
        readings.send(0, 2);
        readings.send(1, 3);
        latest.runToEnd();
        assertThat(query.rows()).containsExactly("2 unit-0 1", "3 unit-1 1");
    }

    @Test
    void whatTheConditionsDropIsPassedForGood() throws Exception {
        CountingQuery none = query.replace("FROM readings", "FROM readings WHERE UnitId = 'nobody'");
        readings.send(0, 1, 2);
        none.runToEnd();
        delete(0, 2);
        readings.send(0, 3);
        none.runToEnd();
        assertThat(query.rows()).isEmpty();
    }

    @Test
    void recordsThatAgedOutBeforeTheyWereReadAreAnErrorUnlessPermitted() throws Exception {
        readings.send(0, 1);
        query.runToEnd();
        readings.send(0, 2, 3);
        delete(0, 2);
        assertThatThrownBy(query::runToEnd)
                .isInstanceOf(DataLossException.class)
                .hasMessageContaining(
                        "wanted offset 1, the earliest is 2: 1 offsets were deleted before they were read");
        query.replace("startingOffsets: earliest", "startingOffsets: earliest, failOnDataLoss: false")
                .runToEnd();
        assertThat(query.rows()).containsExactly("1 unit-0 1", "3 unit-0 1");
    }

    @Test
    void abortedRecordsAndMarkersArePassed() throws Exception {
        inTransaction(true, 1);
        inTransaction(false, 2);
        query.runToEnd();
        inTransaction(false, 3);
        query.runToEnd();
        inTransaction(true, 4);
        query.runToEnd();
        assertThat(query.rows()).containsExactly("1 unit 1", "4 unit 1");
    }

    private void inTransaction(boolean committed, int minute) {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", broker.servers(), "transactional.id", readings.topic());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            String text = "{\"UnitId\": \"unit\", \"ReadingTime\": \"1970-01-01T00:0" + minute + ":00Z\"}";
            var unused = producer.send(
                    new ProducerRecord<>(readings.topic(), 0, null, text.getBytes(StandardCharsets.UTF_8)));
            if (committed) {
                producer.commitTransaction();
            } else {
                producer.flush();
                producer.abortTransaction();
            }
        }
    }

    @Test
    void partitionThatIsAddedIsReadFromItsBeginning() throws Exception {
        CountingQuery latest = query.replace("earliest", "latest");
        latest.runToEnd();
        broker.admin()
                .createPartitions(Map.of(readings.topic(), NewPartitions.increaseTo(3)))
                .all()
                .get();
        Leaders.await(broker.admin(), readings.topic(), 3, SOON);
        readings.send(2, 5);
        latest.runToEnd();
        assertThat(query.rows()).containsExactly("5 unit-2 1");
    }

    @Test
    void twoThreadsAndTwoInstancesWriteEachRowOnce() throws Exception {
        readings.send(0, 1, 2);
        readings.send(1, 3);
        StreamingQuery one =
                query.withLine("streams: {num.stream.threads: 2}").endless().start();
        Await.until("the first rows", SOON, () -> query.rows().size() == 3);
        StreamingQuery other = query.instance("second").endless().start();
        readings.send(0, 4);
        readings.send(1, 5);
        Await.until("rows of both", SOON, () -> query.rows().size() == 5);
        CountingQuery.stop(one);
        readings.send(0, 6);
        readings.send(1, 7);
        Await.until("rows of the one that is left", SOON, () -> query.rows().size() == 7);
        CountingQuery.stop(other);
        assertThat(query.rows())
                .containsExactly(
                        "1 unit-0 1",
                        "2 unit-0 1",
                        "3 unit-1 1",
                        "4 unit-0 1",
                        "5 unit-1 1",
                        "6 unit-0 1",
                        "7 unit-1 1");
    }

    @Test
    void windowThatNothingIsGroupedByIsAColumn() throws Exception {
        readings.send(0, 1, 19);
        query.replace("ReadingTime AS At", "window_start AS At")
                .replace(
                        "FROM readings",
                        "FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))")
                .runToEnd();
        assertThat(query.rows()).containsExactly("0 unit-0 1", "10 unit-0 1");
    }

    @Test
    void badRecordIsADeadLetterOnce() throws Exception {
        readings.send(0, 1);
        readings.sendText(0, BAD);
        assertThat(query.runToEnd().leftOut().deadLetters()).isEqualTo(1);
        readings.send(0, 2);
        StreamingQuery second = query.runToEnd();
        assertThat(query.rows()).containsExactly("1 unit-0 1", "2 unit-0 1");
        assertThat(second.leftOut().deadLetters()).isZero();
        try (KafkaAccess kafka = KafkaAccess.openAnswering(query.compile())) {
            List<String> places = new ArrayList<>();
            new DeadLetters(query.compile(), kafka)
                    .visit(letter -> places.add(
                            letter.told().place() + " " + letter.told().column()));
            assertThat(places)
                    .singleElement()
                    .asString()
                    .contains(readings.topic())
                    .endsWith("UnitId");
        }
    }

    @Test
    void queryThatStopsAtABadRecordAppendsNothingBehindItAndGoesOnWhenItIsMended() throws Exception {
        readings.send(0, 1);
        readings.sendText(0, BAD);
        readings.send(0, 2);
        CountingQuery failing = query.replace("    key: [UnitId]\n", "    key: [UnitId]\n    badRecords: fail\n");
        assertThat(catchThrowableOfType(QueryFailedException.class, failing::runToEnd))
                .hasCauseInstanceOf(BadRecordStopException.class)
                .hasMessageContaining("partition 0, offset 1: column 'UnitId'");
        assertThat(query.rows()).doesNotContain("2 unit-0 1");
        query.replace("    key: [UnitId]\n", "    key: [UnitId]\n    badRecords: toNull\n")
                .runToEnd();
        assertThat(query.rows()).containsExactly("1 unit-0 1", "2 unit-0 1", "3 null 1");
    }

    @Test
    void eventTimeFarInTheFutureIsABadRecordWhereItIsDeclared() throws Exception {
        readings.sendText(0, "{\"UnitId\": \"ahead\", \"ReadingTime\": \"2999-01-01T00:00:00Z\"}");
        readings.send(0, 1);
        CountingQuery timed = query.replace(
                "    key: [UnitId]\n", "    key: [UnitId]\n    watermark: {column: ReadingTime, delay: 0 seconds}\n");
        StreamingQuery run = timed.runToEnd();
        assertThat(run.leftOut().deadLetters()).isEqualTo(1);
        assertThat(query.rows()).containsExactly("1 unit-0 1");
        assertThat(run.lastProgress().eventTime()).containsKey("max");
    }

    @Test
    void changedQueryIsRefusedAndSoIsOneWithAWindowUnderItsName() throws Exception {
        readings.send(0, 1);
        query.runToEnd();
        assertThatThrownBy(query.replace("1 AS One", "2 AS One")::runToEnd)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("query: was");
        CountingQuery windowed = CountingQuery.of(readings, folder);
        assertThatThrownBy(windowed::runToEnd)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("query: window: was none, is 10 minutes");
    }

    @Test
    void sourceThatWasMadeAnewIsRefused() throws Exception {
        readings.send(0, 1);
        query.runToEnd();
        broker.deleteTopic(readings.topic());
        broker.createTopic(readings.topic(), 2);
        assertThatThrownBy(query::runToEnd)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("id of topic " + readings.topic());
    }

    @Test
    void deletedTableIsRefusedAlsoWithoutTheCheckpointAndCanBeBegunAnew() throws Exception {
        readings.send(0, 1);
        query.runToEnd();
        deleteAll(query.table());
        assertThatThrownBy(query::runToEnd)
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("sluice reset");
        deleteAll(folder.resolve("checkpoint"));
        assertThatThrownBy(query::runToEnd).isInstanceOf(MissingRowsException.class);
        try (TableAcceptance acceptance = TableAcceptance.open(query.compile())) {
            acceptance.run();
        }
        readings.send(0, 2);
        query.runToEnd();
        assertThat(query.rows()).containsExactly("2 unit-0 1");
    }

    @Test
    void resetComputesEverythingAgain() throws Exception {
        readings.send(0, 1);
        readings.sendText(0, BAD);
        query.runToEnd();
        try (QueryReset reset = QueryReset.open(query.compile(), QueryReset.Table.DELETE)) {
            assertThat(reset.findings())
                    .contains(
                            "topic " + query.name() + "-identity",
                            "consumer group " + query.name() + "-sink",
                            "consumer group " + query.name() + "-dead-letters");
            reset.run();
        }
        assertThat(query.runToEnd().leftOut().deadLetters()).isEqualTo(1);
        assertThat(query.rows()).containsExactly("1 unit-0 1");
    }

    private static void deleteAll(Path tree) throws Exception {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
