package io.sluice.test.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sluice demo} as a process of its own, as a newcomer runs it. */
class DemoTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    /** Shared, so that each demo but the first finds what another has left. */
    @TempDir
    private static Path working;

    /** What the lesson prints. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2m         | watermark  2 min: 12 readings dropped; 08:00=54, 08:10=54, 08:20=60
            10 minutes | watermark 10 min:  6 readings dropped; 08:00=54, 08:10=60, 08:20=60
            PT15M      | watermark 15 min:  0 readings dropped; 08:00=60, 08:10=60, 08:20=60
            """)
    void eachDelayHasTheLessonsOutcome(String delay, String line) {
        try (ChildProcess demo = demo("--watermark", delay)) {
            demo.awaitExit(0, LONG);
            assertThat(demo.output().lines()).as(demo.describe("outcome")).contains(line);
            assertThat(demo.errors())
                    .as("no talk of the embedded broker with itself")
                    .doesNotContain("activation", "already been closed", "CONCURRENT_TRANSACTIONS");
        }
    }

    @Test
    void manyUnitsAreOneRowEachForEachClosedWindow() {
        try (ChildProcess demo = demo("--watermark", "2m", "--units", "3", "--folder", "three units")) {
            demo.awaitExit(0, LONG);
            assertThat(demo.output().lines())
                    .as(demo.describe("outcome"))
                    .contains("watermark  2 min: 36 readings dropped; 08:00=162, 08:10=162, 08:20=180")
                    .contains("Still open: 08:20=180")
                    .anyMatch(next -> next.contains("demo --watermark 10m --units 3 --folder 'three units'"))
                    .filteredOn(row -> row.matches("2026-11-13T08:[01]0:00Z +freezer-0[123] .* 54"))
                    .hasSize(6);
            assertThat(demo.output().lines()).allMatch(row -> row.length() <= 100);
        }
    }

    @Test
    void folderOfSomebodyElseIsLeftAlone() throws IOException {
        Path folder = Files.createDirectories(working.resolve("mine"));
        Files.writeString(folder.resolve("thesis.txt"), "years of work");
        try (ChildProcess demo = demo("--folder", "mine")) {
            demo.awaitExit(5, LONG);
            assertThat(demo.errors()).startsWith("sluice: --folder mine: exists and was not made by a demo");
        }
        assertThat(folder.resolve("thesis.txt")).hasContent("years of work");
    }

    @Test
    void delayThatIsNoneIsRefusedWithTheReason() {
        try (ChildProcess demo = demo("--watermark", "2")) {
            demo.awaitExit(2, LONG);
            assertThat(demo.errors()).contains("--watermark", "the number 2 has no unit");
        }
    }

    private static ChildProcess demo(String... options) {
        List<String> words = new ArrayList<>(List.of("demo"));
        words.addAll(List.of(options));
        return Launch.product("io.sluice.app.Main", words.toArray(String[]::new))
                .start(working, "demo");
    }
}
