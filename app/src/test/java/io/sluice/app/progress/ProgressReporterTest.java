package io.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.app.sink.SinkProgress;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.progress.EventTimes;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.QueryWatermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted since the last report, while partitions come and go. */
class ProgressReporterTest {
    @TempDir
    Path folder;

    private final TopologyProgress topology = new TopologyProgress();
    private final FakeSigns signs = new FakeSigns();
    private ProgressReporter reporter;

    @BeforeEach
    void open() {
        reporter = new ProgressReporter(
                new ProgressReporter.Subject("id", "query", "topic", "table", true),
                topology,
                signs,
                () -> signs.now,
                folder.resolve("progress.json"));
    }

    /** Set by the tests. */
    private static final class FakeSigns implements ProgressReporter.Signs {
        Instant now = Instant.EPOCH;
        SinkProgress sink = SinkProgress.NONE;
        Optional<BacklogWatch.Offsets> offsets = Optional.empty();
        Duration cpuTime = Duration.ZERO;

        @Override
        public Optional<QueryWatermark> watermarks() {
            return Optional.empty();
        }

        @Override
        public QueryProgress.State state() {
            return new QueryProgress.State(0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        @Override
        public SinkProgress sink() {
            return sink;
        }

        @Override
        public QueryProgress.Backlog backlog() {
            return QueryProgress.Backlog.UNKNOWN;
        }

        @Override
        public Optional<BacklogWatch.Offsets> offsets() {
            return offsets;
        }

        @Override
        public Duration wallTime() {
            return cpuTime.multipliedBy(2);
        }

        @Override
        public Duration cpuTime() {
            return cpuTime;
        }
    }

    private static SourceProgress totals(int partition, long rows, long lateRows) {
        return new SourceProgress(partition, Watermark.NONE, Watermark.NONE, rows, 0, lateRows, 0, 0, Optional.empty());
    }

    /** Rows and late rows of a new report. */
    private List<Long> reported() {
        reporter.last(Optional.empty());
        QueryProgress last = reporter.recent().get(reporter.recent().size() - 1);
        return List.of(last.numInputRows(), last.stateOperators().get(0).numRowsDroppedByWatermark());
    }

    @Test
    void newestHundredReportsAreKept() {
        for (int report = 0; report < 103; report++) {
            reporter.last(Optional.empty());
        }
        assertThat(reporter.recent()).hasSize(100);
        assertThat(reporter.recent().get(0).batchId()).isEqualTo(3);
        assertThat(reporter.recent().get(99).batchId()).isEqualTo(102);
    }

    @Test
    void rowsBeforeTheFirstLookAreCountedAndThoseOfEarlierRunsAreNot() {
        topology.sourceOpened(totals(0, 1_000, 10));
        topology.source(totals(0, 1_007, 12));
        reporter.look();
        assertThat(reported()).containsExactly(7L, 2L);
        assertThat(reported()).containsExactly(0L, 0L);
    }

    @Test
    void partitionThatArrivesBringsOnlyWhatIsReadHere() {
        topology.sourceOpened(totals(0, 100, 0));
        assertThat(reported()).containsExactly(0L, 0L);
        topology.sourceOpened(totals(1, 5_000, 50));
        topology.source(totals(1, 5_003, 51));
        topology.source(totals(0, 101, 0));
        assertThat(reported()).containsExactly(4L, 1L);
    }

    @Test
    void partitionThatLeavesTakesNothingAwayAndHidesNothing() {
        topology.sourceOpened(totals(0, 100, 0));
        topology.sourceOpened(totals(1, 200, 0));
        topology.source(totals(0, 110, 1));
        topology.source(totals(1, 220, 2));
        assertThat(reported()).containsExactly(30L, 3L);
        topology.source(totals(1, 221, 2));
        topology.sourceClosed(1);
        topology.source(totals(0, 115, 1));
        assertThat(reported()).containsExactly(6L, 0L);
        assertThat(reporter.current().partitions())
                .extracting(QueryProgress.SourcePartition::partition)
                .containsExactly(0);
    }

    @Test
    void whatAnotherProcessReadMeanwhileIsNotCountedWhenThePartitionReturns() {
        topology.sourceOpened(totals(0, 0, 0));
        topology.source(totals(0, 10, 1));
        topology.sourceClosed(0);
        assertThat(reported()).containsExactly(10L, 1L);
        topology.sourceOpened(totals(0, 400, 40));
        topology.source(totals(0, 402, 41));
        assertThat(reported()).containsExactly(2L, 1L);
    }

    @Test
    void rowsOfAnAbortedTransactionCountOnceWhenTheyComeAgain() {
        topology.sourceOpened(totals(0, 0, 0));
        topology.source(totals(0, 10, 2));
        assertThat(reported()).containsExactly(10L, 2L);
        topology.sourceClosed(0);
        topology.sourceOpened(totals(0, 4, 1));
        assertThat(reported()).containsExactly(0L, 0L);
        topology.source(totals(0, 13, 2));
        assertThat(reported()).containsExactly(3L, 0L);
    }

    @Test
    void partitionsThatAreClosedAtTheEndStayInTheLastReport() {
        topology.sourceOpened(totals(0, 0, 0));
        topology.ending();
        topology.source(totals(0, 5, 0));
        topology.sourceClosed(0);
        assertThat(reported()).containsExactly(5L, 0L);
        assertThat(reporter.current().partitions()).hasSize(1);
    }

    @Test
    void deadLettersOfThisProcessAreCountedAsRowsAre() {
        topology.sourceOpened(new SourceProgress(0, Watermark.NONE, Watermark.NONE, 0, 0, 0, 40, 0, Optional.empty()));
        topology.source(new SourceProgress(0, Watermark.NONE, Watermark.NONE, 0, 0, 0, 47, 0, Optional.empty()));
        assertThat(topology.deadLettersHere()).isEqualTo(7);
        topology.sourceClosed(0);
        topology.sourceOpened(new SourceProgress(0, Watermark.NONE, Watermark.NONE, 0, 0, 0, 45, 0, Optional.empty()));
        assertThat(topology.deadLettersHere()).isEqualTo(5);
    }

    @Test
    void offsetsAreThoseOfSpark() {
        TopicPartition zero = new TopicPartition("topic", 0);
        TopicPartition one = new TopicPartition("topic", 1);
        topology.position(0, 10);
        reporter.last(Optional.empty());
        topology.position(0, 25);
        topology.position(1, 7);
        signs.offsets = Optional.of(new BacklogWatch.Offsets(Map.of(zero, 30L, one, 7L), Map.of(), 5, 0));
        assertThat(reporter.current().sources())
                .singleElement()
                .satisfies(source -> assertThat(source.startOffset()).isEqualTo(Map.of("topic", Map.of("0", 10L))))
                .satisfies(
                        source -> assertThat(source.endOffset()).isEqualTo(Map.of("topic", Map.of("0", 25L, "1", 7L))))
                .satisfies(source ->
                        assertThat(source.latestOffset()).isEqualTo(Map.of("topic", Map.of("0", 30L, "1", 7L))));
    }

    @Test
    void eventTimesAreThoseSinceTheLastReport() {
        EventTimes.Counter counter = new EventTimes.Counter();
        counter.add(3_000_000, 3_000_000);
        counter.add(1_000_000, 3_000_000);
        topology.eventTimes(counter.take());
        assertThat(reporter.current().eventTime())
                .containsEntry("min", "1970-01-01T00:00:01Z")
                .containsEntry("avg", "1970-01-01T00:00:02Z")
                .containsEntry("max", "1970-01-01T00:00:03Z");
        reporter.last(Optional.empty());
        assertThat(reporter.current().eventTime()).doesNotContainKeys("min", "avg");
        assertThat(topology.eventTimes().records()).isEqualTo(2);
    }

    @Test
    void listenersAreToldOfReportsAndOfTheEndAlthoughOneOfThemFails() {
        List<String> told = new ArrayList<>();
        reporter.add(new QueryListener() {
            @Override
            public void onProgress(QueryProgress progress) {
                throw new IllegalStateException("of a listener");
            }
        });
        reporter.add(new QueryListener() {
            @Override
            public void onProgress(QueryProgress progress) {
                told.add("report " + progress.batchId());
            }

            @Override
            public void onTerminated(Optional<Throwable> failure) {
                told.add("end " + failure.isPresent());
            }
        });
        signs.sink = new SinkProgress(1, 10, 1, new SinkProgress.CommitTimes(70, 10, 100), 0, Map.of());
        reporter.look();
        reporter.look();
        reporter.last(Optional.of(new IllegalStateException("of the query")));
        assertThat(told).containsExactly("report 0", "report 1", "end true");
    }

    @Test
    void phasesOfTheLastCommitHaveSparksNames() {
        signs.sink = new SinkProgress(1, 10, 1, new SinkProgress.CommitTimes(70, 10, 100), 0, Map.of());
        assertThat(reporter.current().durationMs())
                .containsExactly(entry("addBatch", 70L), entry("walCommit", 10L), entry("triggerExecution", 100L));
    }

    @Test
    void timesOfTheRunAreInSecondsAndThatOfTheBatchInMilliseconds() {
        signs.cpuTime = Duration.ofMillis(2_500);
        signs.now = Instant.ofEpochMilli(1_500);
        assertThat(reporter.current().cpuSeconds()).isEqualTo(2.5);
        assertThat(reporter.current().wallSeconds()).isEqualTo(5);
        assertThat(reporter.current().batchDuration()).isEqualTo(1_500);
    }

    @Test
    void reportsOfAnEarlierReleaseAreLeftOut() throws IOException {
        Path file = Files.writeString(
                folder.resolve("old.json"), "[{\"id\": \"id\", \"sources\": [{\"partition\": 0, \"rows\": 5}]}]");
        assertThat(ProgressReporter.read(file)).isEmpty();
    }
}
