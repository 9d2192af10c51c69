package io.sluice.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.sluice.app.lateness.DelayStudy;
import io.sluice.app.run.QueryDefinition;
import io.sluice.serdes.time.DurationText;
import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.ArrivedRows;
import io.sluice.topology.ledger.SourceClock;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code sluice watermark} has found, for people and as JSON.
 *
 * @param file what was read in place of the topic
 * @param read what became of the messages
 */
record DelayReport(QueryDefinition query, Optional<Path> file, ArrivedRows read, DelayStudy study) {
    private static final List<Double> LIMITS = List.of(0.0, 0.001, 0.01);
    private static final int MOST_WINDOWS_IN_A_LINE = 6;
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Sums over the partitions. */
    private record Messages(long rows, long filtered, long deadLetters) {}

    private Messages messages() {
        List<SourceClock.SourceProgress> progress = read.progress();
        return new Messages(
                progress.stream().mapToLong(SourceClock.SourceProgress::rows).sum(),
                progress.stream()
                        .mapToLong(SourceClock.SourceProgress::filteredRows)
                        .sum(),
                progress.stream()
                        .mapToLong(SourceClock.SourceProgress::deadLetters)
                        .sum());
    }

    private String source() {
        int partitions = read.progress().size();
        return file.map(path -> "file " + path)
                .orElse("topic " + query.source().topic() + ", "
                        + (partitions == 1 ? "1 partition" : partitions + " partitions"));
    }

    void print(PrintWriter out) {
        Messages messages = messages();
        out.println(String.format(Locale.ROOT, "%s: %,d readings", source(), study.rows())
                + (messages.filtered == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d more that the query's WHERE drops", messages.filtered))
                + (messages.deadLetters == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d dead letters", messages.deadLetters)));
        if (study.rows() == 0) {
            out.println("there is nothing to compare");
            return;
        }
        out.println("windows of " + text(Duration.of(read.windowSize(), ChronoUnit.MICROS)) + ", delay of the query "
                + text(query.source().delay()));
        out.println();
        printOutcomes(out);
        out.println();
        printSmallest(out);
        printCounts(out);
    }

    private void printOutcomes(PrintWriter out) {
        TextTable table = new TextTable(List.of("Delay", "Dropped", "Percent", "Results come"));
        for (DelayStudy.Outcome outcome : study.outcomes()) {
            table.add(List.of(
                    text(outcome.delay()),
                    count(outcome.dropped()),
                    percent(study.percent(outcome.dropped())),
                    comparedWithNow(outcome.delay())));
        }
        table.print(out);
    }

    private void printSmallest(PrintWriter out) {
        TextTable table = new TextTable(List.of("To drop", "Delay", "More than", "Dropped", "Percent", "Results come"));
        boolean exact = true;
        for (double part : LIMITS) {
            DelayStudy.Smallest smallest = study.smallestDropping(part);
            exact &= smallest.exact();
            table.add(List.of(
                    part == 0
                            ? "none"
                            : "at most "
                                    + BigDecimal.valueOf(part).movePointRight(2).toPlainString() + " %",
                    text(smallest.rounded()),
                    smallest.delay().isZero() ? "-" : text(smallest.delay().minusNanos(1_000)),
                    count(smallest.dropped()),
                    percent(study.percent(smallest.dropped())),
                    comparedWithNow(smallest.rounded())));
        }
        table.print(out);
        if (!exact) {
            out.println(
                    "There are too many different delays to keep all: of those that drop some, a somewhat shorter one"
                            + " may do.");
        }
    }

    private String comparedWithNow(Duration delay) {
        Duration now = query.source().delay();
        int order = delay.compareTo(now);
        return order == 0
                ? "as now"
                : order < 0 ? text(now.minus(delay)) + " sooner" : text(delay.minus(now)) + " later";
    }

    private void printCounts(PrintWriter out) {
        List<DelayStudy.Outcome> outcomes = study.outcomes();
        NavigableMap<Long, Long> windows = outcomes.get(0).counts();
        if (windows.isEmpty()) {
            return;
        }
        out.println();
        List<String> lines = outcomes.stream()
                .map(outcome ->
                        DemoCounts.outcome(outcome.delay(), outcome.dropped(), DemoCounts.byStart(outcome.counts())))
                .toList();
        int width = Terminal.width().orElse(Integer.MAX_VALUE);
        if (windows.size() <= MOST_WINDOWS_IN_A_LINE
                && withinADay(windows)
                && lines.stream().allMatch(line -> line.length() <= width)) {
            lines.forEach(out::println);
        } else {
            printCountsAsTable(out, outcomes, windows);
        }
        if (study.windowsLeftOut()) {
            out.println("older windows are not shown; --counts=N shows more");
        }
    }

    /** Whether times of day tell the windows apart. */
    private boolean withinADay(NavigableMap<Long, Long> windows) {
        long day = Duration.ofDays(1).toSeconds() * 1_000_000;
        return read.windowSize() < day
                && Math.floorDiv(windows.firstKey(), day) == Math.floorDiv(windows.lastKey(), day);
    }

    private static void printCountsAsTable(
            PrintWriter out, List<DelayStudy.Outcome> outcomes, NavigableMap<Long, Long> windows) {
        List<String> headings = new ArrayList<>(List.of("Window"));
        outcomes.forEach(outcome -> headings.add(shortly(outcome.delay())));
        TextTable table = new TextTable(headings);
        for (Long window : windows.keySet()) {
            List<String> cells = new ArrayList<>(List.of(Timestamps.format(window)));
            outcomes.forEach(outcome -> cells.add(count(outcome.counts().getOrDefault(window, 0L))));
            table.add(cells);
        }
        table.print(out);
    }

    void printJson(PrintWriter out) throws JsonProcessingException {
        Messages messages = messages();
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("query", query.name());
        file.ifPresentOrElse(
                path -> report.put("file", path.toString()),
                () -> report.put("topic", query.source().topic()));
        report.put("partitions", read.progress().size());
        report.put("readings", study.rows());
        report.put("filtered", messages.filtered);
        report.put("deadLetters", messages.deadLetters);
        report.put(
                "windowSize", Duration.of(read.windowSize(), ChronoUnit.MICROS).toString());
        report.put("delay", query.source().delay().toString());
        report.put("delays", study.outcomes().stream().map(this::json).toList());
        report.put(
                "smallest",
                LIMITS.stream().map(study::smallestDropping).map(this::json).toList());
        out.println(JSON.writeValueAsString(report));
    }

    private Map<String, Object> json(DelayStudy.Outcome outcome) {
        Map<String, Object> json = loss(outcome.delay(), outcome.dropped());
        if (!outcome.counts().isEmpty()) {
            Map<String, Long> counts = new TreeMap<>();
            outcome.counts().forEach((start, rows) -> counts.put(Timestamps.format(start), rows));
            json.put("counts", counts);
        }
        return json;
    }

    private Map<String, Object> json(DelayStudy.Smallest smallest) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("percentAtMost", smallest.part() * 100);
        json.putAll(loss(smallest.delay(), smallest.dropped()));
        json.put("exact", smallest.exact());
        return json;
    }

    private Map<String, Object> loss(Duration delay, long dropped) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("delay", delay.toString());
        json.put("dropped", dropped);
        json.put("percent", study.percent(dropped));
        return json;
    }

    private static String text(Duration time) {
        return DurationText.format(time);
    }

    /** Such as {@code 1h30m}. */
    private static String shortly(Duration time) {
        return time.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    private static String count(long rows) {
        return String.format(Locale.ROOT, "%,d", rows);
    }

    /** So that a loss never looks like none. */
    private static String percent(double percent) {
        return percent > 0 && percent < 0.001 ? "0.001" : String.format(Locale.ROOT, "%.3f", percent);
    }
}
