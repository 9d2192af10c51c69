package io.sluice.app.run;

import io.sluice.app.cost.RunMeter;
import io.sluice.app.kafka.Backlog;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.progress.BacklogWatch;
import io.sluice.app.progress.ProgressReporter;
import io.sluice.app.progress.QueryHealth;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.SinkProgress;
import io.sluice.topology.watermark.QueryWatermark;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/** What a running query shows of itself to reports and health checks, without asking Kafka at that moment. Thread-safe. */
final class QuerySigns implements ProgressReporter.Signs, AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final QueryDefinition query;
    private final RunMeter meter;
    private final Work work;
    private final BacklogWatch backlog;

    /**
     * What of Kafka the backlog is made of.
     *
     * @param closedWindows empty without windows
     */
    record Topics(List<TopicPartition> source, List<TopicPartition> closedWindows, String group, String sinkGroup) {}

    QuerySigns(
            QueryDefinition query,
            RunMeter meter,
            KafkaCluster cluster,
            Map<String, String> connection,
            Topics topics,
            Work work,
            Supplier<Map<Integer, Long>> processed) {
        this.query = query;
        this.meter = meter;
        this.work = work;
        this.backlog =
                new BacklogWatch(new Question(cluster, connection, topics, processed), work::owned, System::nanoTime);
    }

    void start() {
        backlog.start();
    }

    private record Question(
            KafkaCluster cluster, Map<String, String> connection, Topics topics, Supplier<Map<Integer, Long>> processed)
            implements BacklogWatch.Kafka {

        /** Positions before ends: what is told as lag is never more than there was. */
        @Override
        public BacklogWatch.Offsets offsets() {
            Map<TopicPartition, Long> positions = new HashMap<>(cluster.committedOffsets(topics.group));
            // what is read here and waits for the trigger has moved, though Kafka does not know of it yet
            Map<Integer, Long> here = processed.get();
            topics.source.forEach(partition -> Optional.ofNullable(here.get(partition.partition()))
                    .ifPresent(position -> positions.merge(partition, position, Math::max)));
            Map<TopicPartition, Long> ends = cluster.stableEndOffsets(topics.source);
            long lag = new Backlog(cluster, topics.group, ends).total();
            long waiting =
                    new Backlog(cluster, topics.sinkGroup, cluster.stableEndOffsets(topics.closedWindows)).total();
            return new BacklogWatch.Offsets(ends, positions, lag, waiting);
        }

        @Override
        public long unread(Set<TopicPartition> partitions) {
            Map<TopicPartition, Long> ends = new HashMap<>(cluster.stableEndOffsets(topics.source));
            ends.keySet().retainAll(partitions);
            Backlog open = new Backlog(cluster, topics.group, ends);
            open.passOverWhatHoldsNoRecord(connection);
            return open.total();
        }
    }

    @Override
    public Optional<QueryWatermark> watermarks() {
        return work.watermarks();
    }

    @Override
    public QueryProgress.State state() {
        return work.state();
    }

    @Override
    public SinkProgress sink() {
        return work.sink();
    }

    @Override
    public QueryProgress.Backlog backlog() {
        return backlog.backlog();
    }

    /** Asks Kafka now; otherwise a run of seconds would end with what was so before it had read anything. */
    void lookAtBacklog() {
        backlog.look();
    }

    @Override
    public Optional<BacklogWatch.Offsets> offsets() {
        return backlog.latest();
    }

    @Override
    public Duration wallTime() {
        return meter.wall();
    }

    @Override
    public Duration cpuTime() {
        return meter.cpu();
    }

    /** In words, when nothing has moved for {@code health.stalledAfter} although there is something to read, or to write. */
    Optional<String> stalled() {
        return Optional.of(health())
                .filter(health -> health.state() == QueryHealth.State.STALLED)
                .map(QueryHealth::reason);
    }

    private Duration stalledAfter() {
        return query.health().stalledAfter().orElse(FOR_EVER);
    }

    QueryHealth health() {
        return QueryHealth.of(
                        work.owned().isPresent(),
                        work.restoring(),
                        backlog.isAnswered(),
                        backlog.stalledFor(),
                        stalledAfter())
                .unlessTableIsSilent(work.tableSilentFor(), stalledAfter());
    }

    @Override
    public void close() {
        backlog.close();
    }
}
