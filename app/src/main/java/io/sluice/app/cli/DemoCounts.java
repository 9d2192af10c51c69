package io.sluice.app.cli;

import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.OpenWindowsQuestion;
import io.sluice.app.run.QueryDefinition;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.OpenWindows;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where all readings have gone: into open windows, into rows of the table, or dropped as late. Windows are keyed by their start.
 *
 * @param watermark as ISO-8601 text; empty before the first reading
 */
record DemoCounts(String watermark, long late, SortedMap<Instant, Long> open, SortedMap<Instant, Long> closed) {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

    /** Asks Kafka for the open windows and the table for the closed ones. */
    static DemoCounts of(QueryDefinition query, KafkaAccess kafka, String watermark, long late) {
        TreeMap<Instant, Long> open = new TreeMap<>();
        for (OpenWindows ledger : OpenWindowsQuestion.ask(query, kafka).values()) {
            int readings = ordinal(ledger.schema(), "COUNT(*)");
            ledger.windows()
                    .forEach(window ->
                            add(open, window.windowStart(), window.row().longAt(readings)));
        }
        return new DemoCounts(watermark, late, open, closed(query.sink().path()));
    }

    private static SortedMap<Instant, Long> closed(String path) {
        TreeMap<Instant, Long> closed = new TreeMap<>();
        DeltaTable table = DeltaTable.at(path, DeltaOptions.defaults());
        Schema schema = table.schema();
        int start = ordinal(schema, "WindowStart");
        int readings = ordinal(schema, "Readings");
        table.read((Row row) -> add(closed, row.longAt(start), row.longAt(readings)));
        return closed;
    }

    private static int ordinal(Schema schema, String column) {
        return schema.ordinal(column)
                .orElseThrow(
                        () -> new IllegalStateException("the demo's query has no column " + column + ": " + schema));
    }

    /** @param counts by the start of the window in microseconds since 1970-01-01T00:00Z */
    static SortedMap<Instant, Long> byStart(Map<Long, Long> counts) {
        TreeMap<Instant, Long> byStart = new TreeMap<>();
        counts.forEach((start, readings) -> add(byStart, start, readings));
        return byStart;
    }

    private static void add(Map<Instant, Long> counts, long startMicros, long readings) {
        Instant start = Instant.EPOCH.plus(Duration.ofSeconds(startMicros / 1_000_000));
        counts.merge(start, readings, Long::sum);
    }

    /** Readings accounted for; all that were sent, once the query has dealt with them. */
    long total() {
        return late + sum(open) + sum(closed);
    }

    private static long sum(Map<Instant, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Windows that are in the table now and were not then. */
    SortedMap<Instant, Long> closedSince(DemoCounts before) {
        TreeMap<Instant, Long> news = new TreeMap<>(closed);
        news.keySet().removeAll(before.closed.keySet());
        return news;
    }

    /** One line, in the words of the lesson that the model is from. */
    String outcome(Duration delay) {
        TreeMap<Instant, Long> all = new TreeMap<>(closed);
        open.forEach((start, readings) -> all.merge(start, readings, Long::sum));
        return outcome(delay, late, all);
    }

    /** The same of any counts. */
    static String outcome(Duration delay, long dropped, SortedMap<Instant, Long> counts) {
        return "watermark %2s min: %2d readings dropped; %s".formatted(minutes(delay), dropped, text(counts, ", "));
    }

    private static String minutes(Duration delay) {
        return delay.toSecondsPart() == 0
                ? String.valueOf(delay.toMinutes())
                : String.valueOf(delay.toMillis() / 60_000.0);
    }

    /** Such as {@code 08:00=54, 08:10=30}. */
    static String text(SortedMap<Instant, Long> counts, String separator) {
        return counts.entrySet().stream()
                .map(entry -> CLOCK.format(entry.getKey()) + "=" + entry.getValue())
                .collect(Collectors.joining(separator));
    }
}
