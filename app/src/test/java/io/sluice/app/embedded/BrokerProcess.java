package io.sluice.app.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@link BrokerMain} in a process of its own, which a test may kill. */
final class BrokerProcess implements AutoCloseable {
    private static final long EXIT_SECONDS = 40;

    private final Process process;
    private final BufferedReader output;
    private final Path errors;

    private BrokerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static BrokerProcess start(Path dataFolder) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                dataFolder.toString());
        // not a pipe: one that nobody reads would fill up and stop the broker
        Path errors = Files.createTempFile("broker", ".err");
        return new BrokerProcess(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    /** Where it listens. */
    String bootstrapServers() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new AssertionError("the process did not start: " + errors());
        }
        return line;
    }

    /** What it has written to its standard error output so far. */
    String errors() throws IOException {
        return Files.readString(errors);
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not end within " + EXIT_SECONDS + " s");
        }
        return process.exitValue();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit();
    }

    void terminate() {
        process.destroy();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(errors);
    }
}
