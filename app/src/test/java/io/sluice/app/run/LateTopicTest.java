package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.kafka.TopicReader;
import io.sluice.app.progress.QueryProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Late records from the source to the topic of their own. Windows of ten minutes, half a window of delay. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class LateTopicTest {
    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** What readers of committed records find in the topic of late records: offset and lateness of each. */
    private static List<String> late(CountingQuery query) throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaAccess kafka = KafkaAccess.open(query.compile())) {
            TopicReader.read(
                    kafka.cluster(),
                    kafka.connection(),
                    List.of(new TopicPartition(query.name() + "-late", 0)),
                    records::add);
        }
        return records.stream()
                .map(record -> header(record, "sluice.offset") + " " + header(record, "sluice.lateBy"))
                .toList();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lateRecordLiesThereOnceWhateverWasAborted(boolean keyed) throws Exception {
        ReadingsBroker.Readings readings = broker.readings("late", 1);
        CountingQuery keeping = CountingQuery.of(readings, folder)
                .replace("    key: [UnitId]\n", "    key: [UnitId]\n    lateRecords: topic\n    badRecords: fail\n");
        CountingQuery failing = keyed ? keeping : keeping.shuffled();
        readings.send(0, 1, 17, 2);
        readings.sendText(0, "no JSON");
        readings.send(0, 3, 30);
        assertThatThrownBy(failing::runToEnd).isInstanceOf(QueryFailedException.class);
        CountingQuery query = failing.replace("badRecords: fail", "badRecords: deadLetter");
        StreamingQuery run = query.runToEnd();
        assertThat(late(query)).containsExactly("2 PT2M", "4 PT2M");
        assertThat(run.leftOut().lateTopic()).contains(query.name() + "-late");
        assertThat(run.lastProgress().partitions())
                .singleElement()
                .returns(2L, QueryProgress.SourcePartition::lateRows)
                .returns(
                        new QueryProgress.LateRecord(
                                4,
                                "1970-01-01T00:03:00Z",
                                "1970-01-01T00:00:00Z",
                                "1970-01-01T00:10:00Z",
                                "1970-01-01T00:12:00Z",
                                120),
                        QueryProgress.SourcePartition::lastLate);
        query.runToEnd();
        assertThat(late(query)).as("after another run").hasSize(2);
        try (QueryReset reset = QueryReset.open(query.compile(), QueryReset.Table.KEEP)) {
            assertThat(reset.findings()).noneMatch(found -> found.contains("-late"));
            assertThat(reset.kept()).anyMatch(kept -> kept.startsWith("topic " + query.name() + "-late with "));
        }
    }
}
