package io.sluice.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.sluice.app.cost.CostComparison;
import io.sluice.app.cost.CostComparison.Daily;
import io.sluice.app.cost.CostComparison.Spread;
import io.sluice.serdes.time.DurationText;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sluice cost} has found, for people and as JSON.
 *
 * @param damaged what of the records could not be read
 */
record CostReport(String query, Path checkpoint, CostComparison found, Given given, List<String> damaged) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final double HOUR = 3_600;
    private static final double MEBIBYTES_IN_A_GIBIBYTE = 1_024;

    /**
     * What no record can tell.
     *
     * @param price of one core for one hour
     */
    record Given(Optional<Double> alwaysOnCores, Optional<Double> scheduledCores, Optional<Double> price) {}

    private List<Daily> daily() {
        return found.daily(given.alwaysOnCores(), given.scheduledCores());
    }

    void print(PrintWriter out) {
        out.println("query " + query + ", checkpoint " + checkpoint);
        printScheduled(out);
        printAlwaysOn(out);
        List<Daily> ways = daily();
        if (!ways.isEmpty()) {
            out.println();
            printDay(out, ways);
            out.println();
            ways.stream().filter(way -> known(way.cpuHours())).forEach(way -> out.println(sum(way)));
            printRatio(out, true);
            printRatio(out, false);
        }
        unknown().forEach(line -> out.println("not known: " + line));
    }

    private void printScheduled(PrintWriter out) {
        if (found.runs().isEmpty()) {
            out.println("scheduled: no run is recorded");
            return;
        }
        out.println("scheduled: " + count(found.runs().size(), "run")
                + (found.failed() == 0 ? "" : ", " + found.failed() + " of them failed") + ", "
                + second(found.from()) + " to " + second(found.to())
                + found.every()
                        .map(every -> "; every " + DurationText.format(rounded(every))
                                + (found.everyRecorded() ? " as recorded" : ""))
                        .orElse(""));
        out.println("  wall " + spread(found.wallSeconds()) + "; CPU " + spread(found.cpuSeconds())
                + memory(CostComparison.peakGibibytes(found.runs())));
    }

    private void printAlwaysOn(PrintWriter out) {
        if (found.always().isEmpty()) {
            out.println("always on: no run is recorded");
            return;
        }
        out.println("always on: " + DurationText.format(Duration.ofSeconds(Math.round(found.alwaysSeconds())))
                + " recorded");
        out.println("  CPU " + figure(found.alwaysCores() * HOUR) + " s an hour"
                + memory(CostComparison.peakGibibytes(found.always())));
    }

    private static String spread(Spread seconds) {
        return "%s s (median %s, longest %s)"
                .formatted(figure(seconds.mean()), figure(seconds.median()), figure(seconds.largest()));
    }

    private static String memory(double gibibytes) {
        return known(gibibytes) ? "; memory %.0f MiB".formatted(gibibytes * MEBIBYTES_IN_A_GIBIBYTE) : "";
    }

    private void printDay(PrintWriter out, List<Daily> ways) {
        List<String> headings = new ArrayList<>(List.of("Per day", "Runs", "Wall hours", "CPU-hours", "GiB-hours"));
        given.price().ifPresent(price -> headings.add("Price"));
        TextTable table = new TextTable(headings);
        for (Daily way : ways) {
            List<String> cells = new ArrayList<>(List.of(
                    label(way),
                    figure(way.runs()),
                    figure(way.wallHours()),
                    figure(way.cpuHours()),
                    figure(way.gibibyteHours())));
            given.price().ifPresent(price -> cells.add(figure(way.cpuHours() * price)));
            table.add(cells);
        }
        table.print(out);
    }

    private static String label(Daily way) {
        return way.way() + (way.measured() ? ", measured" : ", " + cores(way.cores()) + " kept");
    }

    private static String cores(double cores) {
        return figure(cores) + (cores == 1 ? " core" : " cores");
    }

    /** As the lesson reckons. */
    private String sum(Daily way) {
        String unit = way.measured() ? "CPU-seconds" : "core-seconds";
        String total = " = " + figure(way.cpuHours() * HOUR) + " " + unit + " a day";
        if (way.way().equals("always on")) {
            return label(way) + ": " + cores(way.measured() ? found.alwaysCores() : way.cores()) + " x 86,400 s"
                    + total;
        }
        return label(way) + ": " + figure(way.runs()) + " runs x "
                + (way.measured()
                        ? figure(found.cpuSeconds().mean()) + " s"
                        : figure(found.wallSeconds().mean()) + " s x " + cores(way.cores()))
                + total;
    }

    private void printRatio(PrintWriter out, boolean measured) {
        double ratio = ratio(measured);
        if (known(ratio)) {
            out.println((measured ? "CPU time measured" : "cores kept") + ": scheduled / always on = " + figure(ratio));
        }
    }

    /** Like with like: what was seen to be used, or what is kept. */
    private double ratio(boolean measured) {
        return hours("scheduled", measured) / hours("always on", measured);
    }

    private double hours(String way, boolean measured) {
        return daily().stream()
                .filter(daily -> daily.way().equals(way) && daily.measured() == measured)
                .mapToDouble(Daily::cpuHours)
                .findFirst()
                .orElse(Double.NaN);
    }

    private List<String> unknown() {
        List<String> unknown = new ArrayList<>();
        if (found.runs().isEmpty()) {
            unknown.add("what a scheduled run takes; run it with --set trigger=availableNow");
        } else if (found.every().isEmpty()) {
            unknown.add("how often the query runs; give --every, or run it twice");
        }
        if (found.withoutEnd() > 0) {
            unknown.add("what " + count(found.withoutEnd(), "run")
                    + " took of which no end is recorded, killed or under way; left out");
        }
        if (found.always().isEmpty()) {
            unknown.add("what an always-on query takes; run it without availableNow for an hour"
                    + (given.alwaysOnCores().isPresent() ? "" : ", or give --always-on-cores"));
        } else if (!found.alwaysIsKnown()) {
            unknown.add("what an always-on query takes in a day: less than ten minutes are recorded, mostly its start");
        } else if (found.alwaysSeconds() < HOUR) {
            unknown.add("what an always-on query takes in the long run: less than an hour is recorded, with its start");
        }
        if (found.overlap()) {
            unknown.add("how a run can be started every "
                    + found.every().map(DurationText::format).orElse("") + " that takes longer than that");
        }
        if (given.alwaysOnCores().isPresent()
                && found.always().isEmpty()
                && given.scheduledCores().isEmpty()) {
            unknown.add(
                    "how many cores are kept while a scheduled run lasts; give --scheduled-cores to compare with them");
        }
        return unknown;
    }

    void printJson(PrintWriter out) throws JsonProcessingException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("query", query);
        report.put("checkpoint", checkpoint.toString());
        report.put("scheduled", scheduledJson());
        report.put("alwaysOn", alwaysOnJson());
        report.put("perDay", daily().stream().map(this::json).toList());
        report.put("ratioMeasured", number(ratio(true)));
        report.put("ratioKept", number(ratio(false)));
        report.put("unknown", unknown());
        report.put("damaged", damaged);
        out.println(JSON.writeValueAsString(report));
    }

    private Map<String, @Nullable Object> scheduledJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("runs", found.runs().size());
        json.put("failed", found.failed());
        json.put("withoutEnd", found.withoutEnd());
        json.put("every", found.every().map(Duration::toString).orElse(null));
        json.put("everyFromRecords", found.everyRecorded());
        json.put("wallSeconds", json(found.wallSeconds()));
        json.put("cpuSeconds", json(found.cpuSeconds()));
        json.put("memoryGibibytes", number(CostComparison.peakGibibytes(found.runs())));
        return json;
    }

    private Map<String, @Nullable Object> alwaysOnJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("recordedSeconds", found.alwaysSeconds());
        json.put("cpuSecondsPerHour", number(found.alwaysCores() * HOUR));
        json.put("memoryGibibytes", number(CostComparison.peakGibibytes(found.always())));
        return json;
    }

    private static Map<String, @Nullable Object> json(Spread seconds) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("mean", number(seconds.mean()));
        json.put("median", number(seconds.median()));
        json.put("largest", number(seconds.largest()));
        return json;
    }

    private Map<String, @Nullable Object> json(Daily way) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("way", way.way());
        json.put("coresKept", number(way.cores()));
        json.put("runs", number(way.runs()));
        json.put("wallHours", number(way.wallHours()));
        json.put("cpuHours", number(way.cpuHours()));
        json.put("gibibyteHours", number(way.gibibyteHours()));
        given.price().ifPresent(price -> json.put("price", number(way.cpuHours() * price)));
        return json;
    }

    /** JSON has no word for what is not known but null. */
    private static @Nullable Double number(double value) {
        return known(value) ? value : null;
    }

    private static boolean known(double value) {
        return !Double.isNaN(value);
    }

    /** Three digits that mean something. */
    private static String figure(double value) {
        if (!known(value)) {
            return "-";
        }
        return value >= 100 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : BigDecimal.valueOf(value)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static String count(int number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }

    private static Instant second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** A scheduler is never exact to the second. */
    private static Duration rounded(Duration every) {
        return Duration.ofSeconds(Math.round(every.toMillis() / 1e3));
    }
}
