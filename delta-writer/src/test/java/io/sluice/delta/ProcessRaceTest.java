package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRaceTest {
    @TempDir
    private Path folder;

    @Test
    void noCommitOfTwoProcessesIsLostOrDoubled() throws Exception {
        String path = folder.resolve("table").toString();
        List<Process> processes = List.of(start(path, "p"), start(path, "q"));
        int wins = 0;
        for (Process process : processes) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            wins += Integer.parseInt(output.lines()
                    .filter(line -> line.startsWith("won "))
                    .findFirst()
                    .orElseThrow()
                    .substring("won ".length()));
        }

        List<String> expected = new ArrayList<>();
        for (String id : List.of("p-1", "p-2", "q-1", "q-2")) {
            rows(id, RaceWriter.OWN, expected);
        }
        rows("shared", RaceWriter.SHARED, expected);
        DeltaTable table = DeltaTable.at(path, DeltaOptions.defaults());
        assertThat(Rows.in(table)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(wins).isEqualTo(RaceWriter.SHARED);
        assertThat(table.version()).hasValue(expected.size());
    }

    private static void rows(String id, int count, List<String> rows) {
        for (int i = 0; i < count; i++) {
            rows.add("writer='" + id + "' n=" + i);
        }
    }

    private static Process start(String path, String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RaceWriter.class.getName(),
                        path,
                        name)
                .redirectErrorStream(true)
                .start();
    }
}
