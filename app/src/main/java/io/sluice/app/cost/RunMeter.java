package io.sluice.app.cost;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Time and processor time that this process uses from a moment on. Thread-safe. */
public final class RunMeter {
    private static final Path STATUS = Path.of("/proc/self/status");

    private final Instant start;
    private final LongSupplier wallNanos;
    private final LongSupplier cpuNanos;
    private final LongSupplier peakMemoryBytes;

    /**
     * What was used until now.
     *
     * @param peakMemoryBytes the largest resident memory of the process, also before the start; -1 where the system does not tell
     */
    record Reading(Duration wall, Duration cpu, long peakMemoryBytes) {}

    /** @param wallNanos since the start, as are the others */
    RunMeter(Instant start, LongSupplier wallNanos, LongSupplier cpuNanos, LongSupplier peakMemoryBytes) {
        this.start = start;
        this.wallNanos = wallNanos;
        this.cpuNanos = cpuNanos;
        this.peakMemoryBytes = peakMemoryBytes;
    }

    private static RunMeter since(Instant start, long startNanos, long cpuNanosAtStart) {
        return new RunMeter(
                start,
                () -> System.nanoTime() - startNanos,
                () -> Math.max(0, cpuNanosOfProcess() - cpuNanosAtStart),
                RunMeter::peakMemoryOfProcess);
    }

    /** With the start of the JVM and all that the process has done since: for a process that runs one query and nothing else. */
    public static RunMeter sinceProcessStart() {
        Duration up = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
        return since(Instant.now().minus(up), System.nanoTime() - up.toNanos(), 0);
    }

    public static RunMeter fromNow() {
        return since(Instant.now(), System.nanoTime(), cpuNanosOfProcess());
    }

    Instant start() {
        return start;
    }

    public Duration wall() {
        return Duration.ofNanos(wallNanos.getAsLong());
    }

    /** Of all threads of the process, those of the JVM included. */
    public Duration cpu() {
        return Duration.ofNanos(cpuNanos.getAsLong());
    }

    Reading reading() {
        return new Reading(wall(), cpu(), peakMemoryBytes.getAsLong());
    }

    private static long cpuNanosOfProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }

    /** Java knows its heap; what the process takes of the machine is told by Linux alone. */
    private static long peakMemoryOfProcess() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(-1);
        } catch (IOException anotherSystem) {
            return -1;
        }
    }
}
