package io.sluice.app.progress;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.sink.SinkProgress;
import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.progress.LedgerProgress;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.QueryWatermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a report after each commit of the sink stage and at the end, and keeps the last of them, in memory and in the checkpoint
 * folder for other processes to read. Thread-safe.
 */
public final class ProgressReporter {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressReporter.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KEPT = 100;

    private final String id;
    private final String runId = UUID.randomUUID().toString();
    private final String name;
    private final String table;
    private final TopologyProgress topology;
    private final Supplier<Optional<QueryWatermark>> watermarks;
    private final Supplier<QueryProgress.State> state;
    private final Supplier<SinkProgress> sink;
    private final InstantSource clock;
    private final Path file;
    private final Deque<QueryProgress> recent = new ArrayDeque<>();

    private final List<QueryProgress.SourcePartition> sourcesBefore;
    private Totals before;
    private long commitsReported;
    private long batchId;

    /** What this process has done so far. */
    private record Totals(
            Instant at, long rows, long lateRows, long committedRows, long shuffledRecords, long shuffledBytes) {}

    /**
     * @param table description of the sink
     * @param watermarks of all partitions of the source; empty when they do not hear of each other
     */
    public ProgressReporter(
            String id,
            String name,
            String table,
            TopologyProgress topology,
            Supplier<Optional<QueryWatermark>> watermarks,
            Supplier<QueryProgress.State> state,
            Supplier<SinkProgress> sink,
            InstantSource clock,
            Path file) {
        this.id = id;
        this.name = name;
        this.table = table;
        this.topology = topology;
        this.watermarks = watermarks;
        this.state = state;
        this.sink = sink;
        this.clock = clock;
        this.file = file;
        this.before = new Totals(clock.instant(), 0, 0, 0, 0, 0);
        this.sourcesBefore = lastSources(file, id);
    }

    /** What an earlier run has left: a run that finds nothing to read has nothing newer to say. */
    private static List<QueryProgress.SourcePartition> lastSources(Path file, String id) {
        try {
            List<QueryProgress> reports = read(file);
            QueryProgress last = reports.isEmpty() ? null : reports.get(reports.size() - 1);
            return last != null && last.id().equals(id) ? last.sources() : List.of();
        } catch (IOException unreadable) {
            LOG.warn("progress reports of earlier runs cannot be read from {}: {}", file, unreadable.toString());
            return List.of();
        }
    }

    private List<QueryProgress.SourcePartition> sources(Optional<QueryWatermark> seen) {
        return topology.sources().isEmpty()
                ? sourcesBefore
                : topology.sources().stream()
                        .map(source -> source(source, seen))
                        .toList();
    }

    /** Makes a report when there was a commit since the last. To be called often. */
    public synchronized void look() {
        if (sink.get().commits() != commitsReported) {
            report();
        }
    }

    /** Makes a report of the end. */
    public synchronized void last() {
        report();
    }

    private void report() {
        SinkProgress committed = sink.get();
        Totals now = totals(committed);
        recent.addLast(since(now, committed));
        before = now;
        commitsReported = committed.commits();
        batchId++;
        if (recent.size() > KEPT) {
            recent.removeFirst();
        }
        write();
    }

    /** An aborted transaction takes rows back that were reported already: they are not reported again when they return. */
    private Totals totals(SinkProgress committed) {
        return new Totals(
                clock.instant(),
                Math.max(before.rows, topology.rowsHere()),
                Math.max(before.lateRows, topology.lateRowsHere()),
                committed.committedRows(),
                topology.shuffledRecords(),
                topology.shuffledBytes());
    }

    /** The state now, as a report that is not kept. */
    public synchronized QueryProgress current() {
        SinkProgress committed = sink.get();
        return since(totals(committed), committed);
    }

    private QueryProgress since(Totals now, SinkProgress committed) {
        long rows = now.rows - before.rows;
        double seconds = Math.max(0.001, (now.at.toEpochMilli() - before.at.toEpochMilli()) / 1e3);
        List<LedgerProgress> ledgers = topology.ledgers();
        Optional<QueryWatermark> seen = watermarks.get();
        List<QueryProgress.SourcePartition> sources = sources(seen);
        return new QueryProgress(
                id,
                runId,
                name,
                now.at.toString(),
                batchId,
                rows,
                rows / seconds,
                Map.of("triggerExecution", committed.lastCommitMs()),
                eventTime(sources, seen),
                List.of(new QueryProgress.StateOperator(
                        "windowLedger",
                        ledgers.stream().mapToLong(LedgerProgress::openGroups).sum(),
                        ledgers.stream()
                                .mapToLong(LedgerProgress::openWindows)
                                .max()
                                .orElse(0),
                        now.lateRows - before.lateRows)),
                shuffle(now),
                sources,
                state.get(),
                new QueryProgress.Sink(
                        table,
                        committed.lastVersion(),
                        committed.committedRows() - before.committedRows,
                        committed.committedRows(),
                        committed.bufferedRows()));
    }

    private Map<String, Long> shuffle(Totals now) {
        if (now.shuffledRecords == 0) {
            return Map.of();
        }
        Map<String, Long> volume = new LinkedHashMap<>();
        volume.put("records", now.shuffledRecords - before.shuffledRecords);
        volume.put("bytes", now.shuffledBytes - before.shuffledBytes);
        volume.put("totalRecords", now.shuffledRecords);
        volume.put("totalBytes", now.shuffledBytes);
        return volume;
    }

    private static Map<String, String> eventTime(
            List<QueryProgress.SourcePartition> sources, Optional<QueryWatermark> seen) {
        Map<String, String> times = new LinkedHashMap<>();
        // ISO-8601 texts of one zone and format sort as the times do, but for lengths of fractions: compare instants
        sources.stream()
                .map(QueryProgress.SourcePartition::maxEventTime)
                .filter(time -> !time.isEmpty())
                .max(Comparator.comparing(Instant::parse))
                .ifPresent(max -> times.put("max", max));
        boolean allSeen =
                sources.stream().noneMatch(partition -> partition.watermark().isEmpty());
        if (allSeen) {
            sources.stream()
                    .map(QueryProgress.SourcePartition::watermark)
                    .min(Comparator.comparing(Instant::parse))
                    .ifPresent(watermark -> times.put("watermark", watermark));
        }
        seen.ifPresent(query -> {
            if (query.watermark() != Watermark.NONE) {
                times.put("queryWatermark", time(query.watermark()));
            }
            if (!query.heldBackBy().isEmpty()) {
                times.put(
                        "heldBackBy",
                        query.heldBackBy().stream().map(String::valueOf).collect(Collectors.joining(", ")));
            }
        });
        return times;
    }

    private static QueryProgress.SourcePartition source(SourceProgress source, Optional<QueryWatermark> seen) {
        return new QueryProgress.SourcePartition(
                source.partition(),
                time(source.maxEventTime()),
                time(source.watermark()),
                seen.filter(query -> query.idle(source.partition())).isPresent(),
                source.rows(),
                source.filteredRows(),
                source.lateRows(),
                source.deadLetters());
    }

    private static String time(long micros) {
        return micros == Watermark.NONE ? "" : Timestamps.format(micros);
    }

    public synchronized List<QueryProgress> recent() {
        return new ArrayList<>(recent);
    }

    private void write() {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            JSON.writeValue(temporary.toFile(), recent);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException refused) {
            // reports are for people; the query must not stop because they cannot be shown
            LOG.warn("progress reports cannot be written to {}: {}", file, refused.toString());
        }
    }

    /** The reports that a query has left in its checkpoint folder, oldest first; empty when there are none. */
    public static List<QueryProgress> read(Path file) throws IOException {
        return Files.exists(file) ? List.of(JSON.readValue(file.toFile(), QueryProgress[].class)) : List.of();
    }
}
