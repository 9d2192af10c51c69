package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.app.progress.QueryProgress;
import io.sluice.topology.BadRecordStopException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of records that cannot be used, from the source to the table. Windows of ten minutes, half a window of delay. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class BadRecordsTest {
    private static final String NUMBER_FOR_A_NAME = "{\"UnitId\": 7, \"ReadingTime\": \"1970-01-01T00:03:00Z\"}";

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
    void sendABadRecordBetweenGoodOnes() {
        readings = broker.readings("bad", 1);
        readings.send(0, 1);
        readings.sendText(0, NUMBER_FOR_A_NAME);
        readings.send(0, 2, 15);
        query = CountingQuery.of(readings, folder);
    }

    private CountingQuery badRecords(String policy) {
        return query.replace("    key: [UnitId]\n", "    key: [UnitId]\n    badRecords: " + policy + "\n");
    }

    private static RuntimeException failure(CountingQuery failing) {
        return catchThrowableOfType(QueryFailedException.class, failing::runToEnd);
    }

    @Test
    void queryThatStopsAtABadRecordCommitsNothingBehindItAndGoesOnWhenItIsMended() throws Exception {
        for (int run = 1; run <= 2; run++) {
            RuntimeException failure = failure(badRecords("fail"));
            assertThat(failure)
                    .hasCauseInstanceOf(BadRecordStopException.class)
                    .hasMessageContaining(
                            "topic " + readings.topic() + ", partition 0, offset 1: column 'UnitId': 7 where");
            assertThat(new RestartPolicy(5, Duration.ZERO).pauseAfter(failure, Duration.ofSeconds(1)))
                    .as("another attempt")
                    .isEmpty();
            assertThat(committed()).isLessThanOrEqualTo(1);
            assertThat(query.rows()).isEmpty();
        }
        StreamingQuery mended = badRecords("deadLetter").runToEnd();
        assertThat(query.rows()).containsExactly("0 unit-0 2");
        assertThat(mended.leftOut().deadLetters()).isEqualTo(1);
    }

    private long committed() throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = broker.admin()
                .listConsumerGroupOffsets(query.name())
                .partitionsToOffsetAndMetadata()
                .get();
        OffsetAndMetadata offset = offsets.get(new TopicPartition(readings.topic(), 0));
        return offset == null ? 0 : offset.offset();
    }

    @Test
    void columnThatCannotBeReadIsNullAndCounted() throws Exception {
        StreamingQuery run = badRecords("toNull").runToEnd();
        assertThat(query.rows()).containsExactly("0 null 1", "0 unit-0 2");
        assertThat(run.leftOut().deadLetters()).isZero();
        assertThat(run.lastProgress().partitions())
                .singleElement()
                .returns(1L, QueryProgress.SourcePartition::nulledRecords);
    }

    @Test
    void windowWithoutAResultStopsTheQueryToo() {
        // the bad record is good for this query, and has no place: its group is another one
        RuntimeException failure = failure(badRecords("fail")
                .replace("UnitId: string,", "UnitId: {type: string, path: Place},")
                .replace("COUNT(*) AS", "10 / (COUNT(*) - 2) AS"));
        assertThat(failure)
                .hasCauseInstanceOf(BadRecordStopException.class)
                .hasMessageContaining("the closed window {")
                .hasMessageContaining("offset 3");
    }
}
