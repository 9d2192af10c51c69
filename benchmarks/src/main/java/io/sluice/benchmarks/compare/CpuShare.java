package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the processor that a child may use and no more, as if it ran on a machine of its own: a control group of Linux, of either
 * version. Making one needs the rights of root.
 */
final class CpuShare implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final long PERIOD_MICROS = 100_000;

    private final Path group;

    private CpuShare(Path group) {
        this.group = group;
    }

    /** @param cores such as 0.4 */
    static CpuShare of(String name, double cores) throws IOException {
        boolean second = Files.exists(ROOT.resolve("cgroup.controllers"));
        Path group = (second ? ROOT : ROOT.resolve("cpu")).resolve(name);
        Files.createDirectories(group);
        long quota = Math.round(cores * PERIOD_MICROS);
        if (second) {
            Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } else {
            Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
        }
        return new CpuShare(group);
    }

    /** The same child, which enters the group before it does anything else. */
    Child limit(Child child) {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                group.resolve("cgroup.procs").toString()));
        command.addAll(child.command());
        return new Child(child.name(), command, child.environment());
    }

    /** When its children have ended. */
    @Override
    public void close() throws IOException {
        Files.delete(group);
    }
}
