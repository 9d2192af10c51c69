package io.sluice.app.cost;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what a run uses: every few minutes, so that a kill takes little of it, and at the end. A continuous query begins a new
 * record every hour. Thread-safe.
 */
public final class RunRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(RunRecorder.class);
    static final Duration EVERY = Duration.ofMinutes(5);
    static final Duration LONGEST = Duration.ofHours(1);

    private final RunJournal journal;
    private final RunMeter meter;
    private final String runId;
    private final RecordedRun.Trigger trigger;
    private final Supplier<Work> work;
    private RunMeter.Reading begin = new RunMeter.Reading(Duration.ZERO, Duration.ZERO, 0);
    private Work workBefore = new Work(0, 0);
    private Duration written = Duration.ZERO;
    private boolean onFile;

    /** What a run has done since its start. */
    public record Work(long records, long rows) {}

    /** @param work asked at each record */
    public RunRecorder(
            RunJournal journal, RunMeter meter, String runId, RecordedRun.Trigger trigger, Supplier<Work> work) {
        this.journal = journal;
        this.meter = meter;
        this.runId = runId;
        this.trigger = trigger;
        this.work = work;
    }

    /** To be called often. */
    public synchronized void look() {
        if (meter.wall().minus(written).compareTo(EVERY) >= 0) {
            write(RecordedRun.Outcome.UNDER_WAY);
        }
    }

    /** To be called once, when nothing more is to come. */
    public synchronized void end(RecordedRun.Outcome outcome) {
        write(outcome);
    }

    private void write(RecordedRun.Outcome outcome) {
        RunMeter.Reading now = meter.reading();
        Work done = work.get();
        written = now.wall();
        RecordedRun run = new RecordedRun(
                runId,
                trigger,
                meter.start().plus(begin.wall()).toString(),
                meter.start().plus(now.wall()).toString(),
                now.cpu().minus(begin.cpu()).toMillis() / 1e3,
                now.peakMemoryBytes(),
                Math.max(0, done.records() - workBefore.records()),
                done.rows() - workBefore.rows(),
                outcome);
        try {
            journal.write(run, onFile);
            onFile = true;
        } catch (IOException refused) {
            // records are for people; the query must not stop because they cannot be kept
            LOG.warn("what this run uses cannot be recorded: {}", refused.toString());
        }
        if (trigger == RecordedRun.Trigger.CONTINUOUS
                && now.wall().minus(begin.wall()).compareTo(LONGEST) >= 0) {
            begin = now;
            workBefore = done;
            onFile = false;
        }
    }
}
