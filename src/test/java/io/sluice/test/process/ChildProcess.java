package io.sluice.test.process;

import io.sluice.app.await.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A running child process. Whatever fails is reported with the end of its output. Closing it kills it; should the JVM of the tests
 * end without that, its shutdown hook does. Not for several threads at once.
 */
public final class ChildProcess implements AutoCloseable {
    private static final int TAIL_CHARACTERS = 6000;
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    private final String name;
    private final Process process;
    private final Path output;
    private final Path errors;
    private final Thread killAtExit;

    private ChildProcess(String name, Process process, Path output, Path errors) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.errors = errors;
        this.killAtExit = new Thread(process::destroyForcibly, "kill " + name);
        Runtime.getRuntime().addShutdownHook(killAtExit);
    }

    static ChildProcess start(Launch launch, Path folder, String name) {
        Path output = folder.resolve(name + ".out");
        Path errors = folder.resolve(name + ".err");
        try {
            Files.createDirectories(folder);
            ProcessBuilder builder = new ProcessBuilder(launch.line())
                    .directory(folder.toFile())
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.environment().putAll(launch.environment());
            return new ChildProcess(name, builder.start(), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " did not start in " + folder, e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has written to standard output until now. */
    public String output() {
        return read(output);
    }

    /** What it has written to standard error until now. */
    public String errors() {
        return read(errors);
    }

    /** Waits until either output contains the text; fails at once when the process ends without it. */
    public void awaitOutput(String text, Duration deadline) {
        await("'" + text + "' in its output", deadline, () -> output().contains(text) || errors().contains(text));
    }

    /** Waits for a condition outside of the process; fails at once when the process ends before it holds. */
    public void await(String what, Duration deadline, BooleanSupplier condition) {
        Await.until(() -> describe("wait for " + what), deadline, () -> {
            // asked first: what the process did last before it ended still counts
            boolean ended = !process.isAlive();
            boolean holds = condition.getAsBoolean();
            if (ended && !holds) {
                throw new AssertionError(describe("ended with " + process.exitValue() + " before " + what));
            }
            return holds;
        });
    }

    /** Waits for its end and returns the exit code; 128 + the signal's number when a signal ended it. */
    public int awaitExit(Duration deadline) {
        Await.until(() -> describe("wait for its end"), deadline, () -> !process.isAlive());
        Runtime.getRuntime().removeShutdownHook(killAtExit);
        return process.exitValue();
    }

    /** Waits for its end and fails, with its output, when the exit code is another one. */
    public void awaitExit(int expected, Duration deadline) {
        int exit = awaitExit(deadline);
        if (exit != expected) {
            throw new AssertionError(describe("exit code " + exit + " instead of " + expected));
        }
    }

    /** SIGKILL: no shutdown hook runs. Returns when the process is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitExit(AT_ONCE);
    }

    /** SIGTERM, as a supervisor sends it. Returns at once. */
    public void terminate() {
        process.destroy();
    }

    /** SIGSTOP: the process stands still, as in a very long garbage collection, until {@link #resume}. */
    public void pause() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    @Override
    public void close() {
        kill();
    }

    /** A message with the end of both outputs, for assertions of the caller's own. */
    public String describe(String what) {
        return name + " (process " + pid() + "): " + what + "\n--- standard output\n" + tail(output())
                + "\n--- standard error\n" + tail(errors());
    }

    private void signal(String signal) {
        try {
            Process kill = new ProcessBuilder(List.of("kill", "-" + signal, Long.toString(pid()))).start();
            if (!kill.waitFor(AT_ONCE.toSeconds(), TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError(describe("kill -" + signal + " failed"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no program 'kill'", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(describe("interrupted in kill -" + signal), e);
        }
    }

    private static String tail(String text) {
        return text.length() <= TAIL_CHARACTERS ? text : "..." + text.substring(text.length() - TAIL_CHARACTERS);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
