package io.sluice.app.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@link BrokerMain} in a process of its own, which a test may kill. */
final class BrokerProcess implements AutoCloseable {
    private static final long EXIT_SECONDS = 40;

    private final Process process;
    private final BufferedReader output;

    private BrokerProcess(Process process) {
        this.process = process;
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
        return new BrokerProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** The first line that it prints: where it listens, or why it does not. */
    String firstLine() throws IOException {
        return Objects.requireNonNull(output.readLine(), "the process ended without a word");
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
    public void close() {
        process.destroyForcibly();
    }
}
