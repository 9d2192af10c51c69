package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.cost.RecordedRun;
import io.sluice.app.cost.Runs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CostCommandTest {
    @TempDir
    private Path folder;

    private Path query;
    private Path runs;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeQuery() throws Exception {
        query = DemoFolder.fresh(folder.resolve("demo")).writeQueryFile(Duration.ofMinutes(15));
        runs = Files.createDirectories(folder.resolve("kept")).resolve("runs.ndjson");
    }

    private void record(RecordedRun... recorded) throws IOException {
        for (RecordedRun run : recorded) {
            Runs.append(runs, run);
        }
    }

    private int execute(String... arguments) {
        CommandLine line = SluiceCommand.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        List<String> all =
                new ArrayList<>(List.of("cost", query.toString(), "--set", "checkpointLocation=" + folder + "/kept"));
        all.addAll(List.of(arguments));
        return line.execute(all.toArray(String[]::new));
    }

    private String said() {
        return out.toString().replace(folder.toString(), "FOLDER");
    }

    @Test
    void bothWaysAreComparedAsTheLessonDoes() throws Exception {
        record(Runs.continuous(-120, 3_600, 180), Runs.continuous(-60, 3_600, 180));
        record(Runs.scheduled(0, 3.5, 4), Runs.scheduled(15, 4, 4.5), Runs.scheduled(30, 3.9, 4.2));
        assertThat(execute("--every", "15m", "--always-on-cores", "2", "--scheduled-cores", "4", "--price", "0.05"))
                .as(err.toString())
                .isZero();
        assertThat(said()).isEqualTo("""
                query freezer_10min, checkpoint FOLDER/kept
                scheduled: 3 runs, 2026-11-13T08:00:00Z to 2026-11-13T08:30:03Z; every 15 minutes
                  wall 3.8 s (median 3.9, longest 4); CPU 4.23 s (median 4.2, longest 4.5); memory 512 MiB
                always on: 2 hours recorded
                  CPU 180 s an hour; memory 512 MiB

                Per day                  Runs  Wall hours  CPU-hours  GiB-hours    Price
                -----------------------  ----  ----------  ---------  ---------  -------
                always on, measured         1          24        1.2         12     0.06
                always on, 2 cores kept     1          24         48         12      2.4
                scheduled, measured        96       0.101      0.113     0.0507  0.00564
                scheduled, 4 cores kept    96       0.101      0.405     0.0507   0.0203

                always on, measured: 0.05 cores x 86,400 s = 4,320 CPU-seconds a day
                always on, 2 cores kept: 2 cores x 86,400 s = 172,800 core-seconds a day
                scheduled, measured: 96 runs x 4.23 s = 406 CPU-seconds a day
                scheduled, 4 cores kept: 96 runs x 3.8 s x 4 cores = 1,459 core-seconds a day
                CPU time measured: scheduled / always on = 0.0941
                cores kept: scheduled / always on = 0.00844
                """);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatNoRecordTellsIsSaidAndNotGuessed() {
        assertThat(execute()).isZero();
        assertThat(said()).isEqualTo("""
                query freezer_10min, checkpoint FOLDER/kept
                scheduled: no run is recorded
                always on: no run is recorded
                not known: what a scheduled run takes; run it with --set trigger=availableNow
                not known: what an always-on query takes; run it without availableNow for an hour, or give --always-on-cores
                """);
    }

    @Test
    void oneRunTellsNothingOfHowOftenThereIsOne() throws Exception {
        record(Runs.scheduled(0, 3, 4), Runs.continuous(15, 1_200, 3));
        assertThat(execute()).isZero();
        assertThat(said())
                .containsPattern("(?m)^always on, measured +1 +24 +0\\.06 +12$")
                .containsPattern("(?m)^scheduled, measured +- +- +- +-$")
                .contains(
                        "not known: how often the query runs; give --every, or run it twice\n",
                        "not known: what an always-on query takes in the long run: less than an hour is recorded")
                .doesNotContain("scheduled / always on");
    }

    @Test
    void dayIsNotMadeOfTheFirstMinutesOfAQuery() throws Exception {
        record(Runs.scheduled(0, 3, 4), Runs.scheduled(15, 3, 4), Runs.continuous(30, 590, 60));
        assertThat(execute()).isZero();
        assertThat(said())
                .containsPattern("(?m)^always on, measured +1 +24 +- +-$")
                .contains("not known: what an always-on query takes in a day: less than ten minutes are recorded")
                .doesNotContain("scheduled / always on");
    }

    @Test
    void distanceOfTheRunsIsTakenAndFailuresAreNamed() throws Exception {
        record(Runs.scheduled(0, 3, 4), Runs.scheduled(10, 3, 4), Runs.failed(20, 30, 20));
        assertThat(execute("--always-on-cores", "0.5")).isZero();
        assertThat(said())
                .contains("scheduled: 3 runs, 1 of them failed, ", "; every 10 minutes as recorded\n")
                .containsPattern("(?m)^scheduled, measured +144 ")
                .contains("not known: how many cores are kept while a scheduled run lasts; give --scheduled-cores");
    }

    @Test
    void scheduleThatIsShorterThanARunIsQuestioned() throws Exception {
        record(Runs.scheduled(0, 90, 4));
        assertThat(execute("--every", "1 minute")).isZero();
        assertThat(said()).contains("not known: how a run can be started every 1 minute that takes longer than that");
    }

    @Test
    void damagedRecordIsNamedAndTheOthersCount() throws Exception {
        record(Runs.scheduled(0, 3, 4));
        Files.writeString(runs, "{broken\n", StandardOpenOption.APPEND);
        record(Runs.scheduled(15, 3, 4));
        assertThat(execute()).isZero();
        assertThat(said()).contains("scheduled: 2 runs");
        assertThat(err.toString())
                .startsWith("note: " + runs + ":2: is no record of a run")
                .hasLineCount(1);
    }

    @Test
    void jsonHasExactFiguresAndNullForWhatIsNotKnown() throws Exception {
        record(Runs.scheduled(0, 90, 50), Runs.scheduled(15, 90, 50));
        assertThat(execute("--json", "--always-on-cores", "2", "--scheduled-cores", "4"))
                .isZero();
        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertThat(report.path("ratioKept").asDouble()).isCloseTo(0.2, within(1e-9));
        assertThat(report.path("ratioMeasured").isNull()).isTrue();
        assertThat(report.path("scheduled").path("every").asText()).isEqualTo("PT15M");
        assertThat(report.path("scheduled").path("everyFromRecords").asBoolean())
                .isTrue();
        assertThat(report.path("alwaysOn").path("cpuSecondsPerHour").isNull()).isTrue();
        assertThat(report.path("perDay")).hasSize(3);
        assertThat(report.path("perDay").path(2).path("coresKept").asDouble()).isEqualTo(4);
        assertThat(report.path("unknown")).hasSize(1);
    }

    @Test
    void optionsThatCannotBeAreRefusedAllTogether() {
        assertThat(execute("--every=0s", "--always-on-cores=0", "--scheduled-cores=NaN", "--price=-1", "--last=0"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString())
                .contains(
                        "--every: must be 1s or more",
                        "--always-on-cores 0.0: must be more than 0",
                        "--scheduled-cores NaN: must be more than 0",
                        "--price -1.0: must be 0 or more",
                        "--last 0: must be 1 or more");
    }
}
