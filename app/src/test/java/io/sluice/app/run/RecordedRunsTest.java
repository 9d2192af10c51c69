package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.cost.RecordedRun;
import io.sluice.app.cost.RecordedRun.Outcome;
import io.sluice.app.cost.RecordedRun.Trigger;
import io.sluice.app.cost.RunJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left beside the checkpoint of runs that end in different ways. */
class RecordedRunsTest {
    @TempDir
    private Path folder;

    @Test
    void everyEndIsRecordedWithWhatWasUsedAndDone() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("cost", 1);
            readings.send(0, 1, 2, 17);
            CountingQuery query = CountingQuery.of(readings, folder);
            StreamingQuery done = query.runToEnd();
            CountingQuery.stop(query.endless().start());
            readings.sendText(0, "no JSON");
            CountingQuery strict = query.replace("    key: [UnitId]\n", "    key: [UnitId]\n    badRecords: fail\n");
            assertThatThrownBy(strict::runToEnd).isInstanceOf(QueryFailedException.class);

            Path file = folder.resolve("checkpoint/runs.ndjson");
            RunJournal.Content recorded = new RunJournal(file).read();
            assertThat(recorded.damaged()).isEmpty();
            assertThat(recorded.runs())
                    .extracting(RecordedRun::trigger)
                    .containsExactly(Trigger.AVAILABLE_NOW, Trigger.CONTINUOUS, Trigger.AVAILABLE_NOW);
            assertThat(recorded.runs())
                    .extracting(RecordedRun::outcome)
                    .containsExactly(Outcome.DONE, Outcome.STOPPED, Outcome.FAILED);
            RecordedRun first = recorded.runs().get(0);
            assertThat(first.runId()).isEqualTo(done.lastProgress().runId());
            assertThat(List.of(first.records(), first.rows())).containsExactly(3L, 1L);
            assertThat(first.cpuSeconds()).isPositive();
            try (QueryReset reset = QueryReset.open(query.compile(), QueryReset.Table.KEEP)) {
                assertThat(reset.findings()).contains(file.toString());
            }
            assertThat(Files.readAllLines(file)).hasSize(3);
        }
    }
}
