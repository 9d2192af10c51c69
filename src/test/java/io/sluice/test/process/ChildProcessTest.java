package io.sluice.test.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SIGKILL = 128 + 9;
    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path folder;

    @Test
    void killGivesNoChanceToTidyUp() {
        try (ChildProcess echo = Launch.test(Echo.class).start(folder, "echo")) {
            echo.awaitOutput("count 3", LONG);
            echo.kill();
            assertThat(echo.awaitExit(LONG)).isEqualTo(SIGKILL);
            assertThat(echo.output()).doesNotContain("stopped in order");
        }
    }

    @Test
    void terminateLetsShutdownHooksRun() {
        try (ChildProcess echo = Launch.test(Echo.class).start(folder, "echo")) {
            echo.awaitOutput("count 1", LONG);
            echo.terminate();
            echo.awaitExit(SIGTERM, LONG);
            assertThat(echo.output()).contains("stopped in order\n");
        }
    }

    @Test
    void pausedProcessStandsStillUntilItIsResumed() {
        try (ChildProcess echo = Launch.test(Echo.class).start(folder, "echo")) {
            echo.awaitOutput("count 1", LONG);
            echo.pause();
            String before = echo.output();
            assertThatThrownBy(() -> echo.await(
                            "more output",
                            Duration.ofMillis(300),
                            () -> echo.output().length() > before.length()))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("not within 0.3 seconds");
            echo.resume();
            echo.await("more output", LONG, () -> echo.output().length() > before.length());
        }
    }

    @Test
    void earlyEndIsReportedWithTheOutput() {
        try (ChildProcess echo = Launch.test(Echo.class, "3").start(folder, "echo")) {
            assertThatThrownBy(() -> echo.awaitOutput("count 1", LONG))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ended with 3 before 'count 1' in its output")
                    .hasMessageContaining("leaving with 3");
            assertThatThrownBy(() -> echo.awaitExit(0, LONG)).hasMessageContaining("exit code 3 instead of 0");
        }
    }

    @Test
    void productRunsOnTheShippedClassPath() {
        Launch product = Launch.product("unused");
        assertThat(product.classPath())
                .contains("kafka-streams", "delta-standalone")
                .doesNotContain("spark-", "junit");
        assertThat(Launch.test(Echo.class).classPath()).contains("spark-sql");
    }

    @Test
    void programGetsItsEnvironmentAndFolder() {
        try (ChildProcess shell = Launch.program("sh", "-c", "echo $GREETING; pwd")
                .withEnvironment("GREETING", "hello")
                .start(folder, "shell")) {
            shell.awaitExit(0, LONG);
            assertThat(shell.output())
                    .startsWith("hello\n")
                    .contains(folder.getFileName().toString());
        }
    }
}
