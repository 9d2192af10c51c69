package io.sluice.benchmarks.compare;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command to run as a child process.
 *
 * @param name of its output files
 */
record Child(String name, List<String> command, Map<String, String> environment) {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final long LONGEST_SECONDS = 1_800;
    private static final long LONGEST_REST_SECONDS = 60;
    /** What a broker uses with nothing to do, and some more. */
    private static final double RESTING_CORES = 0.05;

    private static final int TAIL = 4_000;

    Child {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    static Child java(
            String name, String classPath, List<String> jvmOptions, Class<?> mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, mainClass.getName()));
        command.addAll(arguments);
        return new Child(name, command, Map.of());
    }

    Process start(Path folder) {
        try {
            Files.createDirectories(folder);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(output(folder).toFile())
                    .redirectError(folder.resolve(name + ".err").toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " did not start", e);
        }
    }

    Path output(Path folder) {
        return folder.resolve(name + ".out");
    }

    /**
     * Runs children side by side to their ends, once the broker has done what it was given before.
     *
     * @param broker the process id of the broker that they use
     * @throws IllegalStateException when one fails, with the end of its output
     */
    static Usage measure(List<Child> children, Path folder, long broker) throws InterruptedException {
        awaitRest(broker);
        double brokerBefore = ProcessFacts.cpuSeconds(broker);
        double before = ProcessFacts.endedChildrenCpuSeconds();
        long start = System.nanoTime();
        List<Process> processes =
                children.stream().map(child -> child.start(folder)).toList();
        List<PeakMemory> peaks =
                processes.stream().map(process -> PeakMemory.watch(process)).toList();
        for (int i = 0; i < processes.size(); i++) {
            children.get(i).awaitSuccess(processes.get(i), folder);
        }
        double wall = (System.nanoTime() - start) / 1e9;
        long peak = 0;
        for (PeakMemory memory : peaks) {
            peak += memory.mebibytes();
        }
        return new Usage(
                wall,
                ProcessFacts.endedChildrenCpuSeconds() - before,
                peak,
                ProcessFacts.cpuSeconds(broker) - brokerBefore);
    }

    /** After millions of records it compiles and writes for a while, which would be the first contender's burden. */
    private static void awaitRest(long broker) throws InterruptedException {
        try {
            new ProcessBuilder("sync").start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("sync did not start: it writes to the disk what waits for it", e);
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_REST_SECONDS);
        double used = Double.MAX_VALUE;
        while (used > RESTING_CORES && System.nanoTime() < deadline) {
            double before = ProcessFacts.cpuSeconds(broker);
            Thread.sleep(1_000);
            used = ProcessFacts.cpuSeconds(broker) - before;
        }
    }

    /** @throws IllegalStateException when it fails, with the end of its output */
    void awaitSuccess(Process process, Path folder) throws InterruptedException {
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(name + " did not end within " + LONGEST_SECONDS + " seconds");
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(name + " ended with exit code " + process.exitValue() + "\n"
                    + tail(output(folder)) + "\n" + tail(folder.resolve(name + ".err")));
        }
    }

    private static String tail(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(Math.max(0, text.length() - TAIL));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
