package io.sluice.app.cost;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Records of runs as the tests need them. */
public final class Runs {
    private static final Instant MORNING = Instant.parse("2026-11-13T08:00:00Z");
    private static final long PEAK = 512 << 20;

    private Runs() {}

    /** An available-now run that begins so many minutes after 8 o'clock. */
    public static RecordedRun scheduled(int minute, double wallSeconds, double cpuSeconds) {
        return run(RecordedRun.Trigger.AVAILABLE_NOW, minute, wallSeconds, cpuSeconds, PEAK, RecordedRun.Outcome.DONE);
    }

    public static RecordedRun failed(int minute, double wallSeconds, double cpuSeconds) {
        return run(
                RecordedRun.Trigger.AVAILABLE_NOW, minute, wallSeconds, cpuSeconds, PEAK, RecordedRun.Outcome.FAILED);
    }

    public static RecordedRun continuous(int minute, double wallSeconds, double cpuSeconds) {
        return run(
                RecordedRun.Trigger.CONTINUOUS, minute, wallSeconds, cpuSeconds, PEAK, RecordedRun.Outcome.UNDER_WAY);
    }

    static RecordedRun run(
            RecordedRun.Trigger trigger,
            int minute,
            double wallSeconds,
            double cpuSeconds,
            long peakMemoryBytes,
            RecordedRun.Outcome outcome) {
        Instant start = MORNING.plus(Duration.ofMinutes(minute));
        Instant end = start.plus(Duration.ofMillis(Math.round(wallSeconds * 1e3)));
        return new RecordedRun(
                "run-" + minute,
                trigger,
                start.toString(),
                end.toString(),
                cpuSeconds,
                peakMemoryBytes,
                1_260,
                7,
                outcome);
    }

    /** Adds a record to those of a file. */
    public static void append(Path file, RecordedRun run) throws IOException {
        new RunJournal(file).write(run, false);
    }
}
