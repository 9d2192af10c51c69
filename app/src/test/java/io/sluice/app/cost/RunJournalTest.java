package io.sluice.app.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJournalTest {
    @TempDir
    private Path folder;

    private Path file;
    private RunJournal journal;

    @BeforeEach
    void open() {
        file = folder.resolve("runs.ndjson");
        journal = new RunJournal(file);
    }

    @Test
    void withoutAFileThereAreNoRuns() throws Exception {
        assertThat(journal.read()).isEqualTo(new RunJournal.Content(List.of(), List.of()));
    }

    @Test
    void runsComeBackOldestFirst() throws Exception {
        journal.write(Runs.scheduled(0, 3.5, 4.25), false);
        journal.write(Runs.continuous(15, 60, 4), false);
        assertThat(new RunJournal(file).read())
                .isEqualTo(new RunJournal.Content(
                        List.of(Runs.scheduled(0, 3.5, 4.25), Runs.continuous(15, 60, 4)), List.of()));
    }

    @Test
    void replacementTakesThePlaceOfTheLast() throws Exception {
        journal.write(Runs.scheduled(0, 3, 4), false);
        journal.write(Runs.continuous(15, 60, 4), false);
        journal.write(Runs.continuous(15, 360, 9), true);
        assertThat(journal.read().runs()).containsExactly(Runs.scheduled(0, 3, 4), Runs.continuous(15, 360, 9));
    }

    @Test
    void onlyTheNewestAreKept() throws Exception {
        String line = lineOf(Runs.scheduled(0, 3, 4));
        Files.writeString(file, line.repeat(RunJournal.KEPT));
        journal.write(Runs.scheduled(15, 3, 4), false);
        assertThat(journal.read().runs()).hasSize(RunJournal.KEPT).endsWith(Runs.scheduled(15, 3, 4));
    }

    private String lineOf(RecordedRun run) throws Exception {
        Path other = folder.resolve("other");
        new RunJournal(other).write(run, false);
        return Files.readString(other);
    }

    @Test
    void damagedLinesAreNamedAndKeptAndHarmNoOther() throws Exception {
        journal.write(Runs.scheduled(0, 3, 4), false);
        byte[] torn = {'{', '"', (byte) 0xff, (byte) 0xc3, '\n'};
        Files.write(file, torn, StandardOpenOption.APPEND);
        String impossible = lineOf(Runs.scheduled(15, 3, 4)).replace("08:15:03Z", "08:14:00Z");
        Files.writeString(file, impossible + "{\"runId\": \"a\"}\n[1]\n", StandardOpenOption.APPEND);
        journal.write(Runs.scheduled(30, 5, 6), false);
        RunJournal.Content read = journal.read();
        assertThat(read.runs()).containsExactly(Runs.scheduled(0, 3, 4), Runs.scheduled(30, 5, 6));
        assertThat(read.damaged())
                .satisfiesExactly(
                        bytes -> assertThat(bytes).startsWith(file + ":2: is no record of a run (line 1, column "),
                        order -> assertThat(order).startsWith(file + ":3: ").contains("end = 2026-11-13T08:14:00Z"),
                        missing -> assertThat(missing).startsWith(file + ":4: ").contains("start, end or outcome is"),
                        kind -> assertThat(kind)
                                .startsWith(file + ":5: ")
                                .endsWith("; it is left out, the others count"));
        assertThat(Files.readAllBytes(file)).as("bytes that are no text").containsSequence(torn);
    }

    @Test
    void lineWithoutItsEndIsNoObstacle() throws Exception {
        Files.writeString(file, lineOf(Runs.scheduled(0, 3, 4)).strip(), StandardCharsets.UTF_8);
        journal.write(Runs.scheduled(15, 3, 4), false);
        assertThat(journal.read().runs()).hasSize(2);
        assertThat(folder.resolve("runs.ndjson.tmp")).doesNotExist();
    }
}
