package io.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.sink.SinkProgress;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.progress.TopologyProgress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted since the last report, while partitions come and go. */
class ProgressReporterTest {
    @TempDir
    Path folder;

    private final TopologyProgress topology = new TopologyProgress();
    private ProgressReporter reporter;

    @BeforeEach
    void open() {
        reporter = new ProgressReporter(
                "id",
                "query",
                "table",
                topology,
                Optional::empty,
                () -> new QueryProgress.State(0, 0, 0, 0, 0, 0, 0),
                () -> SinkProgress.NONE,
                () -> Instant.EPOCH,
                folder.resolve("progress.json"));
    }

    private static SourceProgress totals(int partition, long rows, long lateRows) {
        return new SourceProgress(partition, Watermark.NONE, Watermark.NONE, rows, 0, lateRows, 0);
    }

    /** Rows and late rows of a new report. */
    private List<Long> reported() {
        reporter.last();
        QueryProgress last = reporter.recent().get(reporter.recent().size() - 1);
        return List.of(last.numInputRows(), last.stateOperators().get(0).numRowsDroppedByWatermark());
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
        assertThat(reporter.current().sources())
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
        assertThat(reporter.current().sources()).hasSize(1);
    }

    @Test
    void deadLettersOfThisProcessAreCountedAsRowsAre() {
        topology.sourceOpened(new SourceProgress(0, Watermark.NONE, Watermark.NONE, 0, 0, 0, 40));
        topology.source(new SourceProgress(0, Watermark.NONE, Watermark.NONE, 0, 0, 0, 47));
        assertThat(topology.deadLettersHere()).isEqualTo(7);
        topology.sourceClosed(0);
        topology.sourceOpened(new SourceProgress(0, Watermark.NONE, Watermark.NONE, 0, 0, 0, 45));
        assertThat(topology.deadLettersHere()).isEqualTo(5);
    }
}
