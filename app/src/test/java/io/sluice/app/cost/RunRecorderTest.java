package io.sluice.app.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecorderTest {
    @TempDir
    private Path folder;

    private Duration wall = Duration.ZERO;
    private Duration cpu = Duration.ZERO;
    private long records;

    private RunRecorder recorder(RecordedRun.Trigger trigger) {
        RunMeter meter = new RunMeter(
                Instant.parse("2026-11-13T08:00:00Z"), () -> wall.toNanos(), () -> cpu.toNanos(), () -> 1_000);
        return new RunRecorder(journal(), meter, "run", trigger, () -> new RunRecorder.Work(records, records / 10));
    }

    private void makeFolder() throws IOException {
        Files.createDirectory(folder.resolve("checkpoint"));
    }

    private RunJournal journal() {
        return new RunJournal(folder.resolve("checkpoint/runs.ndjson"));
    }

    private List<String> recorded() throws IOException {
        return journal().read().runs().stream()
                .map(run -> run.start().substring(11, 19) + " " + run.end().substring(11) + " " + run.cpuSeconds() + " "
                        + run.records() + " " + run.rows() + " " + run.outcome())
                .toList();
    }

    private void pass(Duration time) {
        wall = wall.plus(time);
        cpu = cpu.plus(time.dividedBy(10));
        records += time.toSeconds();
    }

    @Test
    void shortRunIsRecordedOnceAtItsEnd() throws Exception {
        makeFolder();
        RunRecorder recorder = recorder(RecordedRun.Trigger.AVAILABLE_NOW);
        pass(Duration.ofMillis(3_500));
        recorder.look();
        assertThat(recorded()).isEmpty();
        recorder.end(RecordedRun.Outcome.DONE);
        assertThat(recorded()).containsExactly("08:00:00 08:00:03.500Z 0.35 3 0 DONE");
    }

    @Test
    void killTakesFiveMinutesAtMost() throws Exception {
        makeFolder();
        RunRecorder recorder = recorder(RecordedRun.Trigger.CONTINUOUS);
        for (int second = 0; second < 899; second++) {
            pass(Duration.ofSeconds(1));
            recorder.look();
        }
        assertThat(recorded()).containsExactly("08:00:00 08:10:00Z 60.0 600 60 UNDER_WAY");
    }

    @Test
    void continuousQueryHasARecordOfItsOwnForEachHour() throws Exception {
        makeFolder();
        RunRecorder recorder = recorder(RecordedRun.Trigger.CONTINUOUS);
        for (int minute = 0; minute < 125; minute++) {
            pass(Duration.ofMinutes(1));
            recorder.look();
        }
        recorder.end(RecordedRun.Outcome.STOPPED);
        assertThat(recorded())
                .containsExactly(
                        "08:00:00 09:00:00Z 360.0 3600 360 UNDER_WAY",
                        "09:00:00 10:00:00Z 360.0 3600 360 UNDER_WAY",
                        "10:00:00 10:05:00Z 30.0 300 30 STOPPED");
    }

    @Test
    void scheduledRunIsOneRecordHoweverLongItTakes() throws Exception {
        makeFolder();
        RunRecorder recorder = recorder(RecordedRun.Trigger.AVAILABLE_NOW);
        for (int minute = 0; minute < 125; minute++) {
            pass(Duration.ofMinutes(1));
            recorder.look();
        }
        recorder.end(RecordedRun.Outcome.DONE);
        assertThat(recorded()).containsExactly("08:00:00 10:05:00Z 750.0 7500 750 DONE");
    }

    @Test
    void folderThatCannotBeWrittenStopsNothingAndTheNextRecordHasAll() throws Exception {
        RunRecorder recorder = recorder(RecordedRun.Trigger.CONTINUOUS);
        pass(Duration.ofMinutes(5));
        recorder.look();
        makeFolder();
        pass(Duration.ofMinutes(1));
        recorder.end(RecordedRun.Outcome.STOPPED);
        assertThat(recorded()).containsExactly("08:00:00 08:06:00Z 36.0 360 36 STOPPED");
    }

    @Test
    void meterOfTheProcessCountsFromBeforeTheTest() {
        RunMeter.Reading process = RunMeter.sinceProcessStart().reading();
        RunMeter.Reading now = RunMeter.fromNow().reading();
        assertThat(process.wall()).isGreaterThan(now.wall());
        assertThat(process.cpu()).isGreaterThan(now.cpu()).isPositive();
        if (Files.exists(Path.of("/proc/self/status"))) {
            assertThat(process.peakMemoryBytes())
                    .as("what is resident is more than the heap that is in use")
                    .isGreaterThan(Runtime.getRuntime().totalMemory() / 100);
        }
    }
}
