package io.sluice.app.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.run.StreamingQuery;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.progress.EventTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one registry for a query, and writes it in the form that Prometheus reads. Every value is read when it is asked for, out of
 * what the query has published already: a scrape waits for nothing and nothing waits for it. Thread-safe.
 */
public final class QueryMetrics implements AutoCloseable {
    private static final double MICROS = 1e6;

    private final StreamingQuery query;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
    private final MultiGauge watermarks;
    private final MultiGauge largestEventTimes;
    private final MultiGauge idle;
    private final MultiGauge nulled;
    /** The registry holds what it counts by weak references only. */
    private final List<Highest> counted = new ArrayList<>();

    private @Nullable KafkaStreams boundStreams;
    private @Nullable KafkaStreamsMetrics streamsMetrics;
    /** As of the scrape that is under way. */
    private volatile QueryProgress progress;

    public QueryMetrics(StreamingQuery query) {
        this.query = query;
        this.progress = query.lastProgress();
        registry.config().commonTags("query", query.definition().name());
        this.watermarks =
                ofPartitions("sluice.watermark.seconds", "Watermark of a source partition, in seconds since 1970");
        this.largestEventTimes = ofPartitions(
                "sluice.event.time.max.seconds", "Largest event time of a source partition, in seconds since 1970");
        this.idle = ofPartitions("sluice.partition.idle", "1 while a source partition is idle and holds nothing back");
        this.nulled = ofPartitions(
                "sluice.nulled.records",
                "Good records of a source partition with null in columns that could not be read, since the query began");
        registerCounters();
        registerGauges();
        registerLateness();
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private MultiGauge ofPartitions(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private void registerCounters() {
        counter(
                "sluice.rows.read",
                "Good rows read by this process, filtered and late ones included",
                () -> query.topologyProgress().rowsHere());
        counter(
                "sluice.rows.late",
                "Rows of closed windows, which are in none",
                () -> query.topologyProgress().lateRowsHere());
        counter(
                "sluice.dead.letters",
                "Records that could not be used",
                () -> query.topologyProgress().deadLettersHere());
        counter(
                "sluice.rows.written",
                "Rows committed to the table",
                () -> progress.sink().totalOutputRows());
        counter(
                "sluice.shuffled.records",
                "Records sent into the shuffle topic",
                () -> query.topologyProgress().shuffledRecords());
        counter(
                "sluice.shuffled.bytes",
                "Their bytes before compression",
                () -> query.topologyProgress().shuffledBytes());
        counter(
                "sluice.restored.records",
                "Records of state read back from Kafka",
                () -> progress.state().restoredRecords());
    }

    private void registerGauges() {
        gauge(
                "sluice.live",
                "1 while a restart would not help, as /health/live",
                () -> query.health().live() ? 1 : 0);
        gauge(
                "sluice.ready",
                "1 while records are processed, as /health/ready",
                () -> query.health().ready() ? 1 : 0);
        gauge(
                "sluice.lag",
                "Offsets of the source that the whole query has not processed",
                () -> known(backlog().lag()));
        gauge(
                "sluice.outbox.waiting",
                "Offsets of closed windows that are not in the table",
                () -> known(backlog().waitingRows()));
        gauge(
                "sluice.input.rate",
                "Offsets a second that come into the source",
                () -> backlog().inputRowsPerSecond());
        gauge(
                "sluice.processed.rate",
                "Offsets a second that the whole query processes",
                () -> backlog().processedRowsPerSecond());
        gauge(
                "sluice.falls.behind",
                "1 while more comes in than is processed",
                () -> backlog().fallsBehind() ? 1 : 0);
        gauge(
                "sluice.catch.up.seconds",
                "Until the lag is gone; NaN when that cannot be told or does not happen",
                () -> known(backlog().catchUpSeconds()));
        gauge(
                "sluice.windows.open",
                "Open windows of this process",
                () -> ofState(QueryProgress.StateOperator::openWindows));
        gauge(
                "sluice.groups.open",
                "Groups in open windows of this process",
                () -> ofState(QueryProgress.StateOperator::numRowsTotal));
        gauge(
                "sluice.rows.buffered",
                "Rows that wait in this process for a commit to the table",
                () -> progress.sink().bufferedRows());
        gauge(
                "sluice.table.version",
                "Version of the table after the last commit",
                () -> known(progress.sink().version()));
        gauge(
                "sluice.table.commit.seconds",
                "How long the last commit to the table took",
                () -> progress.durationMs().getOrDefault("addBatch", 0L) / 1e3);
        gauge(
                "sluice.table.silent.seconds",
                "For how long the table has been at one commit or question; 0 when it has answered",
                () -> query.tableSilentFor().toMillis() / 1e3);
        gauge(
                "sluice.restore.records.left",
                "Records of state still to be read back",
                () -> progress.state().restoreRecordsLeft());
        gauge(
                "sluice.rocksdb.bytes",
                "What RocksDB's cache and write buffers take",
                () -> progress.state().memoryBytes());
        gauge(
                "sluice.rocksdb.limit.bytes",
                "What they may take",
                () -> progress.state().memoryLimitBytes());
        gauge(
                "sluice.heap.bytes",
                "What open windows take of the heap, about",
                () -> progress.state().heapBytes());
        gauge(
                "sluice.heap.limit.bytes",
                "What they may take",
                () -> progress.state().heapLimitBytes());
    }

    /** Cumulative, as a histogram's buckets are in Prometheus. */
    private void registerLateness() {
        for (int i = 0; i <= EventTimes.LATENESS_BOUNDS.size(); i++) {
            int bucket = i;
            String bound = bucket == EventTimes.LATENESS_BOUNDS.size()
                    ? "+Inf"
                    : String.valueOf(EventTimes.LATENESS_BOUNDS.get(bucket).toSeconds());
            FunctionCounter.builder("sluice.rows.by.lateness", this, metrics -> metrics.upTo(bucket))
                    .description("Rows whose event time lay at most so many seconds behind their partition's largest")
                    .tags(Tags.of("seconds", bound))
                    .register(registry);
        }
    }

    private double upTo(int bucket) {
        return query.topologyProgress().eventTimes().lateness().stream()
                .limit(bucket + 1L)
                .mapToLong(Long::longValue)
                .sum();
    }

    private void counter(String name, String description, DoubleSupplier value) {
        Highest highest = new Highest(value);
        counted.add(highest);
        FunctionCounter.builder(name, highest, Highest::value)
                .description(description)
                .register(registry);
    }

    private void gauge(String name, String description, DoubleSupplier value) {
        Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .strongReference(true)
                .description(description)
                .register(registry);
    }

    private QueryProgress.Backlog backlog() {
        return progress.backlog();
    }

    private double ofState(ToLongFunction<QueryProgress.StateOperator> value) {
        return progress.stateOperators().stream().mapToLong(value).sum();
    }

    private static double known(long value) {
        return value < 0 ? Double.NaN : value;
    }

    /** All of it in Prometheus' text format. */
    public synchronized String scrape() {
        progress = query.lastProgress();
        List<SourceProgress> sources = query.topologyProgress().sources();
        rows(watermarks, sources, SourceProgress::watermark);
        rows(largestEventTimes, sources, SourceProgress::maxEventTime);
        rows(idle, partition -> partition.idle() ? 1 : 0);
        rows(nulled, QueryProgress.SourcePartition::nulledRecords);
        bindStreams(query.kafkaStreams());
        return registry.scrape();
    }

    private void rows(MultiGauge gauge, ToLongFunction<QueryProgress.SourcePartition> value) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (QueryProgress.SourcePartition partition : progress.partitions()) {
            rows.add(MultiGauge.Row.of(
                    Tags.of("partition", String.valueOf(partition.partition())), value.applyAsLong(partition)));
        }
        gauge.register(rows, true);
    }

    private static void rows(MultiGauge gauge, List<SourceProgress> sources, ToLongFunction<SourceProgress> micros) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (SourceProgress source : sources) {
            long value = micros.applyAsLong(source);
            if (value != Watermark.NONE) {
                rows.add(MultiGauge.Row.of(Tags.of("partition", String.valueOf(source.partition())), value / MICROS));
            }
        }
        gauge.register(rows, true);
    }

    /** Threads that are started anew have metrics of their own. */
    private void bindStreams(Optional<KafkaStreams> running) {
        KafkaStreams now = running.orElse(null);
        if (now != boundStreams) {
            closeStreams();
            boundStreams = now;
            if (now != null) {
                KafkaStreamsMetrics bound = new KafkaStreamsMetrics(now);
                bound.bindTo(registry);
                streamsMetrics = bound;
            }
        }
    }

    private void closeStreams() {
        if (streamsMetrics != null) {
            streamsMetrics.close();
            streamsMetrics = null;
        }
    }

    @Override
    public synchronized void close() {
        closeStreams();
        garbageCollection.close();
        registry.close();
    }

    /** A number that falls back when a transaction is aborted: a counter must not, or Prometheus takes it for a restart. */
    private static final class Highest {
        private final DoubleSupplier value;
        private double highest;

        Highest(DoubleSupplier value) {
            this.value = value;
        }

        synchronized double value() {
            highest = Math.max(highest, value.getAsDouble());
            return highest;
        }
    }
}
