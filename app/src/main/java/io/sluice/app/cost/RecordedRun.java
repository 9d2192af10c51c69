package io.sluice.app.cost;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.time.Instant;

/**
 * What one run has used, of a continuous query at most an hour of it.
 *
 * @param runId that of the run's progress reports
 * @param start ISO-8601; of a scheduled run the start of the process
 * @param end exclusive
 * @param cpuSeconds of all threads of the process
 * @param peakMemoryBytes the largest resident memory of the process until then; -1 when not known
 * @param records read; filtered and late ones and dead letters included
 * @param rows committed to the table
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RecordedRun(
        String runId,
        Trigger trigger,
        String start,
        String end,
        double cpuSeconds,
        long peakMemoryBytes,
        long records,
        long rows,
        Outcome outcome) {

    /** How long a run is meant to go on. */
    public enum Trigger {
        AVAILABLE_NOW,
        CONTINUOUS
    }

    /** How far a run had come when it was written down. */
    public enum Outcome {
        /** It went on from there, or was killed. */
        UNDER_WAY,
        DONE,
        STOPPED,
        FAILED
    }

    /** @throws IllegalArgumentException when the values cannot be those of a run */
    @SuppressWarnings("ConstantValue") // Jackson leaves out what the file leaves out
    public RecordedRun {
        if (runId == null || trigger == null || start == null || end == null || outcome == null) {
            throw new IllegalArgumentException("runId, trigger, start, end or outcome is missing");
        }
        if (Instant.parse(end).isBefore(Instant.parse(start)) || !(cpuSeconds >= 0) || Double.isInfinite(cpuSeconds)) {
            throw new IllegalArgumentException(
                    "start = " + start + ", end = " + end + ", cpuSeconds = " + cpuSeconds + " cannot be");
        }
    }

    Instant startTime() {
        return Instant.parse(start);
    }

    Instant endTime() {
        return Instant.parse(end);
    }

    @JsonIgnore
    double wallSeconds() {
        return Duration.between(startTime(), endTime()).toNanos() / 1e9;
    }
}
