package io.sluice.app.cli;

import io.sluice.app.progress.QueryProgress;
import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line on a terminal that tells how a query is getting on, rewritten every second. */
final class ProgressLine {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressLine.class);

    private final StreamingQuery query;
    private final PrintWriter out;
    private final ScheduledExecutorService timer;
    private final boolean shown;
    private long rowsBefore = -1;
    private long nanosBefore = System.nanoTime();
    private double rate;

    private ProgressLine(StreamingQuery query, PrintWriter out, boolean shown) {
        this.query = query;
        this.out = out;
        this.shown = shown;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sluice-progress-line");
            thread.setDaemon(true);
            return thread;
        });
    }

    static ProgressLine start(StreamingQuery query, PrintWriter out, boolean shown) {
        ProgressLine line = new ProgressLine(query, out, shown);
        if (shown) {
            var unused = line.timer.scheduleWithFixedDelay(line::print, 500, 1_000, TimeUnit.MILLISECONDS);
        }
        return line;
    }

    private void print() {
        try {
            String text = text(query.lastProgress(), query.lag());
            // one character less than the terminal has, or it may go on to the next line
            int width = Terminal.columns() - 1;
            out.print("\r"
                    + (text.length() > width ? text.substring(0, width) : text + " ".repeat(width - text.length())));
            out.flush();
        } catch (RuntimeException notNow) {
            // Kafka may be away for a while; the query itself deals with that
            LOG.debug("no progress line", notNow);
        }
    }

    private String text(QueryProgress progress, long lag) {
        long rows = total(progress, QueryProgress.SourcePartition::rows);
        long late = total(progress, QueryProgress.SourcePartition::lateRows);
        long deadLetters = total(progress, QueryProgress.SourcePartition::deadLetters);
        long nulled = total(progress, QueryProgress.SourcePartition::nulledRecords);
        long nanos = System.nanoTime();
        if (rowsBefore >= 0 && rows >= rowsBefore) {
            rate = (rows - rowsBefore) * 1e9 / (nanos - nanosBefore);
        }
        rowsBefore = rows;
        nanosBefore = nanos;
        if (progress.state().restoreRecordsLeft() > 0) {
            return restoring(progress.state());
        }
        long open = progress.stateOperators().stream()
                .mapToLong(QueryProgress.StateOperator::openWindows)
                .sum();
        return String.format(
                Locale.ROOT,
                "%,d read, %,.0f/s, lag %,d%s%s%s%s%s | %,d rows written, version %s",
                rows + deadLetters,
                rate,
                lag,
                eta(lag),
                late == 0 ? "" : String.format(Locale.ROOT, ", %,d late", late),
                deadLetters == 0 ? "" : String.format(Locale.ROOT, ", %,d dead letters", deadLetters),
                nulled == 0 ? "" : String.format(Locale.ROOT, ", %,d with columns nulled", nulled),
                query.definition().hasWindow()
                        ? " | watermark " + watermark(progress.eventTime()) + " | " + open + " open"
                        : "",
                progress.sink().totalOutputRows(),
                progress.sink().version() < 0
                        ? "-"
                        : String.valueOf(progress.sink().version()));
    }

    /** Of this instance's partitions; and which ones the whole query waits for before any window can close. */
    private static String watermark(Map<String, String> eventTime) {
        String waitedFor = eventTime.getOrDefault("heldBackBy", "");
        boolean waiting = !waitedFor.isEmpty() && !eventTime.containsKey("queryWatermark");
        return eventTime.getOrDefault("watermark", "-")
                + (waiting ? " (no record yet in partition " + waitedFor + ")" : "");
    }

    private static long total(QueryProgress progress, ToLongFunction<QueryProgress.SourcePartition> count) {
        return progress.partitions().stream().mapToLong(count).sum();
    }

    private static String restoring(QueryProgress.State state) {
        return String.format(
                Locale.ROOT,
                "restoring state: %,d records done, %,d left (ETA %s)",
                state.restoredRecords(),
                state.restoreRecordsLeft(),
                state.restoreSecondsLeft() < 0 ? "?" : state.restoreSecondsLeft() + " s");
    }

    private String eta(long lag) {
        if (lag == 0) {
            return "";
        }
        return rate < 1 ? " (ETA ?)" : String.format(Locale.ROOT, " (ETA %d s)", (long) Math.ceil(lag / rate));
    }

    /** Ends the line; what it last said stays on the terminal. */
    void close() {
        timer.shutdownNow();
        if (shown) {
            out.println();
        }
    }
}
