package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Exit codes and words of command lines that are refused before anything is asked. */
class CommandLineTest {
    private static final String FILE = """
            name: views
            kafka: {bootstrap.servers: "localhost:1"}
            sources:
              views:
                kafka: {topic: views}
                schema: {Page: string, At: timestamp}
                watermark: {column: At, delay: 2 minutes}
            query: |
              SELECT window_start, SUM(Page) AS Total
              FROM TABLE(TUMBLE(TABLE views, DESCRIPTOR(At), INTERVAL '1' MINUTE))
              GROUP BY window_start, window_end
            sink:
              delta: {path: "PATH"}
            checkpointLocation: checkpoint
            """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        CommandLine line = SluiceCommand.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private String file(String path) throws IOException {
        return Files.writeString(folder.resolve("q.yaml"), FILE.replace("PATH", path))
                .toString();
    }

    @Test
    void tableOnAStoreThatIsRefusedHasNoTrace() {
        assertThat(execute("table", "s3a://bucket/t")).isEqualTo(ExitCode.TABLE.code());
        assertThat(err.toString())
                .startsWith("sluice: table path = 's3a://bucket/t': in this store, writers")
                .hasLineCount(1);
    }

    @Test
    void pathThatIsRefusedAndOtherProblemsAreFoundByCheck() throws IOException {
        assertThat(execute("check", file("s3a://bucket/t"), "--set", "trigger=often"))
                .isEqualTo(ExitCode.QUERY_FILE.code());
        assertThat(err.toString())
                .contains("--set: trigger = \"often\"", folder + "/q.yaml:13:17: sink.delta.path = \"s3a://bucket/t\"")
                .endsWith("2 problems\n");
    }

    @Test
    void numberOfRowsThatCannotBeIsRefusedByName() {
        for (String number : new String[] {"-1", "many", "9999999999"}) {
            assertThat(execute("table", folder.toString(), "--rows", number)).isEqualTo(ExitCode.USAGE.code());
            assertThat(err.toString()).contains("'--rows'", "'" + number + "' is not a whole number from 0");
        }
    }

    @Test
    void checkWarnsOfAStringThatIsTakenForANumber() throws IOException {
        assertThat(execute("check", file("table"))).isZero();
        assertThat(out.toString()).contains("note: " + folder + "/q.yaml:9:28: query: Page is a string");
    }

    @Test
    void resetThatIsToKeepAndToDeleteTheTableIsRefused() throws IOException {
        assertThat(execute("reset", file("table"), "--delete-table", "--keep-table", "--yes"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString()).contains("--delete-table and --keep-table: only one of them");
    }

    @Test
    void codeOfACheckpointThatCannotBeWrittenIsInTheHelp() {
        assertThat(execute("run", "--help")).isZero();
        assertThat(out.toString()).containsPattern("5   the checkpoint is in use, cannot be written");
    }
}
