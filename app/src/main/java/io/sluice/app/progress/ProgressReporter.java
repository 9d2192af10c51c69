package io.sluice.app.progress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.sink.SinkProgress;
import io.sluice.topology.progress.LedgerProgress;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.QueryWatermark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a report after each commit of the sink stage and at the end, and keeps the last of them, in memory and in the checkpoint
 * folder for other processes to read. Thread-safe.
 */
public final class ProgressReporter {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressReporter.class);
    /** One line of JSON for each report, for those who switch it on. */
    private static final Logger JSON_LINES = LoggerFactory.getLogger("io.sluice.progress");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KEPT = 100;

    /**
     * Whose reports these are.
     *
     * @param id of the query, the same for ever
     * @param table description of the sink
     * @param stateful whether it has windows
     */
    public record Subject(String id, String name, String topic, String table, boolean stateful) {}

    /** What else the process knows of itself. */
    public interface Signs {
        /** Of all partitions of the source; empty when they do not hear of each other. */
        Optional<QueryWatermark> watermarks();

        QueryProgress.State state();

        SinkProgress sink();

        QueryProgress.Backlog backlog();

        Optional<BacklogWatch.Offsets> offsets();

        /** Of this run. */
        Duration wallTime();

        /** Processor time of this process for this run. */
        Duration cpuTime();
    }

    private final Subject subject;
    private final String runId = UUID.randomUUID().toString();
    private final TopologyProgress topology;
    private final Signs signs;
    private final InstantSource clock;
    private final Path file;
    private final Deque<QueryProgress> recent = new ArrayDeque<>();
    private final List<QueryListener> listeners = new ArrayList<>();
    private final List<QueryProgress.SourcePartition> partitionsBefore;
    private Totals before;
    private Map<Integer, Long> positionsBefore = Map.of();
    private long commitsReported;
    private long batchId;

    /** What this process has done so far. */
    private record Totals(
            Instant at,
            long rows,
            long lateRows,
            long committedRows,
            long updatedGroups,
            long closedRows,
            long shuffledRecords,
            long shuffledBytes) {}

    public ProgressReporter(Subject subject, TopologyProgress topology, Signs signs, InstantSource clock, Path file) {
        this.subject = subject;
        this.topology = topology;
        this.signs = signs;
        this.clock = clock;
        this.file = file;
        this.before = new Totals(clock.instant(), 0, 0, 0, 0, 0, 0, 0);
        this.partitionsBefore = lastPartitions(file, subject.id());
    }

    /** What an earlier run has left: a run that finds nothing to read has nothing newer to say. */
    private static List<QueryProgress.SourcePartition> lastPartitions(Path file, String id) {
        try {
            List<QueryProgress> reports = read(file);
            QueryProgress last = reports.isEmpty() ? null : reports.get(reports.size() - 1);
            return last != null && last.id().equals(id) ? last.partitions() : List.of();
        } catch (IOException unreadable) {
            LOG.warn("progress reports of earlier runs cannot be read from {}: {}", file, unreadable.toString());
            return List.of();
        }
    }

    /** The same in all reports. */
    public String runId() {
        return runId;
    }

    /** From now on that one is told too. */
    public synchronized void add(QueryListener listener) {
        listeners.add(listener);
    }

    /** Makes a report when there was a commit since the last. To be called often. */
    public void look() {
        Optional<QueryProgress> made = reportIf(true);
        made.ifPresent(this::tell);
    }

    /**
     * Makes a report of the end.
     *
     * @param failure what ended the query; empty when nothing is wrong
     */
    public void last(Optional<Throwable> failure) {
        reportIf(false).ifPresent(this::tell);
        each(listener -> listener.onTerminated(failure));
    }

    /** Without this object's lock: a listener may ask for the reports, and may take its time. */
    private void tell(QueryProgress made) {
        if (JSON_LINES.isInfoEnabled()) {
            JSON_LINES.info(json(made));
        }
        each(listener -> listener.onProgress(made));
    }

    private void each(Consumer<QueryListener> call) {
        List<QueryListener> told;
        synchronized (this) {
            told = List.copyOf(listeners);
        }
        for (QueryListener listener : told) {
            try {
                call.accept(listener);
            } catch (RuntimeException thrown) {
                LOG.warn("a query listener has failed", thrown);
            }
        }
    }

    private synchronized Optional<QueryProgress> reportIf(boolean committed) {
        SinkProgress sink = signs.sink();
        if (committed && sink.commits() == commitsReported) {
            return Optional.empty();
        }
        Totals now = totals(sink);
        QueryProgress made = since(now, sink);
        recent.addLast(made);
        before = now;
        positionsBefore = topology.positions();
        topology.reported();
        commitsReported = sink.commits();
        batchId++;
        if (recent.size() > KEPT) {
            recent.removeFirst();
        }
        write();
        return Optional.of(made);
    }

    /** An aborted transaction takes rows back that were reported already: they are not reported again when they return. */
    private Totals totals(SinkProgress committed) {
        return new Totals(
                clock.instant(),
                Math.max(before.rows, topology.rowsHere()),
                Math.max(before.lateRows, topology.lateRowsHere()),
                committed.committedRows(),
                Math.max(before.updatedGroups, ledgers(LedgerProgress::updatedGroups)),
                Math.max(before.closedRows, ledgers(LedgerProgress::closedRows)),
                topology.shuffledRecords(),
                topology.shuffledBytes());
    }

    private long ledgers(ToLongFunction<LedgerProgress> count) {
        return topology.ledgers().stream().mapToLong(count).sum();
    }

    /** The state now, as a report that is not kept. */
    public synchronized QueryProgress current() {
        SinkProgress committed = signs.sink();
        return since(totals(committed), committed);
    }

    private QueryProgress since(Totals now, SinkProgress committed) {
        long rows = now.rows - before.rows;
        long passedMs = now.at.toEpochMilli() - before.at.toEpochMilli();
        double perSecond = rows / Math.max(0.001, passedMs / 1e3);
        Optional<QueryWatermark> seen = signs.watermarks();
        List<QueryProgress.SourcePartition> partitions = partitions(seen);
        QueryProgress.Backlog backlog = signs.backlog();
        QueryProgress.State state = signs.state();
        return new QueryProgress(
                subject.id(),
                runId,
                subject.name(),
                now.at.truncatedTo(ChronoUnit.MILLIS).toString(),
                batchId,
                passedMs,
                rows,
                backlog.inputRowsPerSecond(),
                perSecond,
                durations(committed.lastCommit()),
                EventTimeReport.of(partitions, seen, topology.newEventTimes()),
                subject.stateful() ? List.of(stateOperator(now, state)) : List.of(),
                List.of(source(rows, perSecond, backlog)),
                new QueryProgress.Sink(
                        subject.table(),
                        committed.lastVersion(),
                        committed.committedRows() - before.committedRows,
                        committed.committedRows(),
                        committed.bufferedRows()),
                partitions,
                backlog,
                topology.lateRowsHere(),
                topology.deadLettersHere(),
                signs.wallTime().toMillis() / 1e3,
                signs.cpuTime().toMillis() / 1e3,
                shuffle(now),
                state);
    }

    private static Map<String, Long> durations(SinkProgress.CommitTimes last) {
        Map<String, Long> durations = new LinkedHashMap<>();
        durations.put("addBatch", last.table());
        durations.put("walCommit", last.positions());
        durations.put("triggerExecution", last.whole());
        return durations;
    }

    private List<QueryProgress.SourcePartition> partitions(Optional<QueryWatermark> seen) {
        return topology.sources().isEmpty()
                ? partitionsBefore
                : topology.sources().stream()
                        .map(source -> EventTimeReport.partition(source, seen))
                        .toList();
    }

    private QueryProgress.StateOperator stateOperator(Totals now, QueryProgress.State state) {
        return new QueryProgress.StateOperator(
                "windowLedger",
                ledgers(LedgerProgress::openGroups),
                now.updatedGroups - before.updatedGroups,
                now.closedRows - before.closedRows,
                state.memoryBytes() + state.heapBytes(),
                now.lateRows - before.lateRows,
                topology.ledgers().size(),
                topology.ledgers().stream()
                        .mapToLong(LedgerProgress::openWindows)
                        .max()
                        .orElse(0));
    }

    private QueryProgress.Source source(long rows, double perSecond, QueryProgress.Backlog backlog) {
        Map<Integer, Long> positions = topology.positions();
        Map<Integer, Long> started = new LinkedHashMap<>(positions);
        started.keySet().retainAll(positionsBefore.keySet());
        started.replaceAll((partition, now) -> positionsBefore.getOrDefault(partition, now));
        Map<Integer, Long> ends = new LinkedHashMap<>();
        signs.offsets()
                .ifPresent(known -> known.ends().forEach((partition, end) -> ends.put(partition.partition(), end)));
        return new QueryProgress.Source(
                "KafkaV2[Subscribe[" + subject.topic() + "]]",
                offsets(started),
                offsets(positions),
                offsets(ends),
                rows,
                backlog.inputRowsPerSecond(),
                perSecond);
    }

    private Map<String, Map<String, Long>> offsets(Map<Integer, Long> byPartition) {
        if (byPartition.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> named = new LinkedHashMap<>();
        byPartition.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> named.put(String.valueOf(entry.getKey()), entry.getValue()));
        return Map.of(subject.topic(), named);
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

    /** A report on one line. */
    public static String json(QueryProgress report) {
        try {
            return JSON.writeValueAsString(report);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a report is made of texts and numbers", impossible);
        }
    }

    /** The reports that a query has left in its checkpoint folder, oldest first; empty when there are none. */
    @SuppressWarnings("ConstantValue") // Jackson leaves out what the file leaves out
    public static List<QueryProgress> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        // an earlier release had other fields
        return Arrays.stream(JSON.readValue(file.toFile(), QueryProgress[].class))
                .filter(report -> report.partitions() != null)
                .toList();
    }
}
