package io.sluice.app.cost;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What a query takes in a day when it is always on, and when it is started on a schedule. Both from what was recorded; NaN is what
 * no record tells.
 *
 * @param runs available-now runs that have ended, oldest first
 * @param withoutEnd available-now runs of which no end is recorded
 * @param always what was recorded of continuous runs
 * @param every from one start of a scheduled run to the next; empty when not known
 * @param everyRecorded whether {@code every} is the usual distance of the recorded runs
 */
public record CostComparison(
        List<RecordedRun> runs,
        int withoutEnd,
        List<RecordedRun> always,
        Optional<Duration> every,
        boolean everyRecorded) {
    private static final double DAY = 86_400;
    private static final double HOUR = 3_600;
    private static final double LEAST_ALWAYS_SECONDS = 600;
    private static final double GIBIBYTE = 1L << 30;

    /** Mean, median and largest of what the runs have used, in seconds. */
    public record Spread(double mean, double median, double largest) {}

    /**
     * One way to run the query for a day.
     *
     * @param cores what is counted as processor time: the number of cores that are kept while a process lives; NaN for those that
     *     it was seen to use
     */
    public record Daily(
            String way, double cores, double runs, double wallHours, double cpuHours, double gibibyteHours) {

        public boolean measured() {
            return Double.isNaN(cores);
        }
    }

    /**
     * @param newest how many available-now runs count at most
     * @param given what a scheduler has; empty to take the distance of the recorded runs
     */
    public static CostComparison of(List<RecordedRun> recorded, int newest, Optional<Duration> given) {
        List<RecordedRun> scheduled = ofTrigger(recorded, RecordedRun.Trigger.AVAILABLE_NOW);
        List<RecordedRun> ended = scheduled.stream()
                .filter(run -> run.outcome() != RecordedRun.Outcome.UNDER_WAY)
                .toList();
        List<RecordedRun> counted = ended.subList(Math.max(0, ended.size() - newest), ended.size());
        Optional<Duration> seen = distance(scheduled);
        return new CostComparison(
                counted,
                scheduled.size() - ended.size(),
                ofTrigger(recorded, RecordedRun.Trigger.CONTINUOUS),
                given.or(() -> seen),
                given.isEmpty() && seen.isPresent());
    }

    private static List<RecordedRun> ofTrigger(List<RecordedRun> recorded, RecordedRun.Trigger trigger) {
        return recorded.stream().filter(run -> run.trigger() == trigger).toList();
    }

    /** The median, which a pause of the scheduler does not change; a killed run was started as well. */
    private static Optional<Duration> distance(List<RecordedRun> scheduled) {
        double[] seconds = IntStream.range(1, scheduled.size())
                .mapToObj(i -> Duration.between(
                        scheduled.get(i - 1).startTime(), scheduled.get(i).startTime()))
                .mapToDouble(distance -> distance.toMillis() / 1e3)
                .filter(distance -> distance > 0)
                .toArray();
        return seconds.length == 0 ? Optional.empty() : Optional.of(Duration.ofMillis((long) (median(seconds) * 1e3)));
    }

    private static double median(double[] values) {
        double[] sorted = DoubleStream.of(values).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public Spread wallSeconds() {
        return spread(RecordedRun::wallSeconds);
    }

    public Spread cpuSeconds() {
        return spread(RecordedRun::cpuSeconds);
    }

    private Spread spread(ToDoubleFunction<RecordedRun> value) {
        double[] values = runs.stream().mapToDouble(value).toArray();
        return values.length == 0
                ? new Spread(Double.NaN, Double.NaN, Double.NaN)
                : new Spread(
                        DoubleStream.of(values).average().orElse(Double.NaN),
                        median(values),
                        DoubleStream.of(values).max().orElse(Double.NaN));
    }

    public long failed() {
        return runs.stream()
                .filter(run -> run.outcome() == RecordedRun.Outcome.FAILED)
                .count();
    }

    /** When the first of the runs began. */
    public Instant from() {
        return runs.get(0).startTime();
    }

    /** When the last of the runs ended. */
    public Instant to() {
        return runs.get(runs.size() - 1).endTime();
    }

    public double runsPerDay() {
        return every.map(time -> DAY * 1e3 / time.toMillis()).orElse(Double.NaN);
    }

    /** How much time of the continuous query is recorded. */
    public double alwaysSeconds() {
        return always.stream().mapToDouble(RecordedRun::wallSeconds).sum();
    }

    /** Minutes that are mostly start and compilation say nothing of a day. */
    public boolean alwaysIsKnown() {
        return alwaysSeconds() >= LEAST_ALWAYS_SECONDS;
    }

    /** Processor time of the continuous query for each second of its life. */
    public double alwaysCores() {
        return always.stream().mapToDouble(RecordedRun::cpuSeconds).sum() / nanWhenZero(alwaysSeconds());
    }

    /** The mean of the largest resident memory, each run's for as long as it took. */
    public static double peakGibibytes(List<RecordedRun> runs) {
        if (runs.stream().anyMatch(run -> run.peakMemoryBytes() < 0)) {
            return Double.NaN;
        }
        double seconds = runs.stream().mapToDouble(RecordedRun::wallSeconds).sum();
        return runs.stream()
                        .mapToDouble(run -> run.peakMemoryBytes() / GIBIBYTE * run.wallSeconds())
                        .sum()
                / nanWhenZero(seconds);
    }

    private static double nanWhenZero(double value) {
        return value == 0 ? Double.NaN : value;
    }

    /**
     * Each way of which something is known.
     *
     * @param alwaysCores cores that are kept for an always-on query
     * @param scheduledCores cores that are kept while a scheduled run lasts
     */
    public List<Daily> daily(Optional<Double> alwaysCores, Optional<Double> scheduledCores) {
        List<Daily> ways = new ArrayList<>();
        double alwaysMemory = (alwaysIsKnown() ? peakGibibytes(always) : Double.NaN) * DAY / HOUR;
        if (!always.isEmpty()) {
            double cpuHours = (alwaysIsKnown() ? alwaysCores() : Double.NaN) * DAY / HOUR;
            ways.add(new Daily("always on", Double.NaN, 1, DAY / HOUR, cpuHours, alwaysMemory));
        }
        alwaysCores.ifPresent(
                cores -> ways.add(new Daily("always on", cores, 1, DAY / HOUR, cores * DAY / HOUR, alwaysMemory)));
        if (!runs.isEmpty()) {
            double wallHours = runsPerDay() * wallSeconds().mean() / HOUR;
            double cpuHours = runsPerDay() * cpuSeconds().mean() / HOUR;
            double memory = wallHours * peakGibibytes(runs);
            ways.add(new Daily("scheduled", Double.NaN, runsPerDay(), wallHours, cpuHours, memory));
            scheduledCores.ifPresent(cores ->
                    ways.add(new Daily("scheduled", cores, runsPerDay(), wallHours, cores * wallHours, memory)));
        }
        return ways;
    }

    /** A run begins before the one before it has ended. */
    public boolean overlap() {
        return every.isPresent() && wallSeconds().mean() > every.get().toMillis() / 1e3;
    }
}
