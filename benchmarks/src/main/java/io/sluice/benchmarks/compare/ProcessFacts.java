package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What Linux tells about processes. */
final class ProcessFacts {
    /** The unit of times in /proc, the same on every Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TIME = 11;
    private static final String NOT_LINUX = "CPU times are read from /proc, which Linux has";

    private ProcessFacts() {}

    /** CPU time that a running process has used. */
    static double cpuSeconds(long pid) {
        try {
            return cpuSeconds(Path.of("/proc", Long.toString(pid), "stat"));
        } catch (IOException e) {
            throw new UncheckedIOException(NOT_LINUX, e);
        }
    }

    /** The same of a process or one of its threads, by its file. */
    static double cpuSeconds(Path stat) throws IOException {
        return ticks(stat, USER_TIME);
    }

    /** CPU time of all children of this process that have ended, with the children that they waited for. */
    static double endedChildrenCpuSeconds() {
        try {
            return ticks(Path.of("/proc/self/stat"), USER_TIME + 2);
        } catch (IOException e) {
            throw new UncheckedIOException(NOT_LINUX, e);
        }
    }

    /** Two fields that follow each other: time in user mode and in the kernel. */
    private static double ticks(Path file, int field) throws IOException {
        String text = Files.readString(file);
        // the second field is the program's name in parentheses, which may hold anything
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[field]) + Long.parseLong(fields[field + 1])) / TICKS_PER_SECOND;
    }

    /** The largest resident memory of a process until now; 0 when it has ended. */
    static long peakMebibytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException ended) {
            return 0;
        } catch (IOException e) {
            // reading the file of a process that ends at this moment fails in another way
            if (ProcessHandle.of(pid).isEmpty()) {
                return 0;
            }
            throw new UncheckedIOException(e);
        }
    }
}
