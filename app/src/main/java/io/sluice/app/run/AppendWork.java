package io.sluice.app.run;

import io.sluice.app.kafka.Backlog;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.AppendStages;
import io.sluice.app.sink.CommitTrigger;
import io.sluice.app.sink.SinkProgress;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.TopicNames;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.QueryWatermark;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work of a query without a window: sink stages that read the source themselves, without Kafka Streams and without state. */
final class AppendWork implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(AppendWork.class);
    private static final QueryProgress.State NO_STATE = new QueryProgress.State(0, 0, -1, 0, 0, 0, 0, 0, 0);

    private final QueryDefinition query;
    private final KafkaCluster cluster;
    private final List<TopicPartition> source;
    private final ReadingEnds readingEnds;
    private final TopologyProgress progress;
    private final AppendStages stages;
    /** Where it ends by itself; empty when it does not. */
    private final Optional<Map<TopicPartition, Long>> ends;

    private final Standstill standstill;
    private final Pace pace = new Pace(System::nanoTime);

    AppendWork(
            QueryDefinition query,
            QueryAccess access,
            Preparation.ReadyToAppend ready,
            ReadingEnds readingEnds,
            Supplier<CommitTrigger> triggers,
            TopologyProgress progress,
            Consumer<Throwable> failed) {
        this.query = query;
        this.cluster = access.cluster();
        this.source = ready.source();
        this.readingEnds = readingEnds;
        this.progress = progress;
        this.ends = query.trigger() instanceof QueryDefinition.Trigger.AvailableNow
                ? Optional.of(captureEnds())
                : Optional.empty();
        TopicNames names = new TopicNames(query.name());
        AppendSettings settings = new AppendSettings(query, access.connection());
        this.stages = AppendStages.open(
                new AppendStages.Wiring(
                        query.source().topic(),
                        query.sinkGroup(),
                        access.checkpoint().instanceId(),
                        settings.consumers(),
                        settings.producers(),
                        ready.ids(),
                        settings.threads(),
                        query.source().failOnDataLoss(),
                        names.deadLetters(),
                        query.deadLetterGroup(),
                        ready.maxDeadLetterBytes()),
                cluster,
                this::openTable,
                query::rowFunction,
                access.checkpoint().offsets(),
                triggers,
                progress,
                failed);
        this.standstill = new Standstill(readingEnds.patience(), System::nanoTime);
    }

    private DeltaTable openTable() {
        DeltaTable table = DeltaTable.at(query.sink().path(), query.sink().options());
        table.ensure(query.plan().schema(), query.sink().partitionBy());
        return table;
    }

    private Map<TopicPartition, Long> captureEnds() {
        return readingEnds.capture().apply(cluster, source);
    }

    @Override
    public void start() {
        if (ends.isPresent()) {
            stages.readTo(ends.get());
            if (open(ends.get()).isEmpty()) {
                return;
            }
        }
        stages.start();
    }

    private Map<TopicPartition, Long> open(Map<TopicPartition, Long> upTo) {
        return new Backlog(cluster, query.sinkGroup(), upTo).open();
    }

    /**
     * Asks Kafka, where each instance tells how far the table is. An instance that waits for nothing but others, which may wait for it,
     * reads on to where the source ends now, as {@link AvailableNowRun} explains.
     */
    @Override
    public boolean isDone(StopRequest stop) {
        if (ends.isEmpty() || !pace.isDue()) {
            return false;
        }
        Map<TopicPartition, Long> open = open(ends.get());
        pace.found(open.values().stream().mapToLong(Long::longValue).sum());
        Optional<Set<TopicPartition>> here = stages.owned();
        if (here.isPresent() && standstill.hasLasted(open, here.get())) {
            Map<TopicPartition, Long> later = captureEnds();
            LOG.info("waiting for other instances, which may wait for this one: it reads on to {}", later);
            stages.readTo(later);
        }
        return open.isEmpty();
    }

    @Override
    public List<String> stop(Duration timeout) throws InterruptedException {
        progress.ending();
        return stages.stop(timeout) ? List.of() : List.of("the sink stage");
    }

    @Override
    public void abandon() {
        stages.close();
    }

    @Override
    public void close() {
        // nothing else watches
    }

    @Override
    public long lag() {
        return new Backlog(cluster, query.sinkGroup(), ends.orElseGet(() -> cluster.stableEndOffsets(source))).total();
    }

    @Override
    public Optional<Set<TopicPartition>> owned() {
        return stages.owned();
    }

    @Override
    public String restoring() {
        return "";
    }

    @Override
    public QueryProgress.State state() {
        return NO_STATE;
    }

    @Override
    public SinkProgress sink() {
        return stages.progress();
    }

    @Override
    public Duration tableSilentFor() {
        return stages.tableSilentFor();
    }

    @Override
    public Optional<QueryWatermark> watermarks() {
        return Optional.empty();
    }

    @Override
    public Optional<KafkaStreams> kafkaStreams() {
        return Optional.empty();
    }
}
