package io.sluice.app.run;

import io.sluice.app.kafka.Backlog;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.CommitTrigger;
import io.sluice.app.sink.SinkProgress;
import io.sluice.app.sink.SinkStage;
import io.sluice.app.sink.SinkStages;
import io.sluice.topology.TopicNames;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.QueryWatermark;
import io.sluice.topology.watermark.SilenceRule;
import io.sluice.topology.watermark.SilenceSettings;
import io.sluice.topology.watermark.WatermarkExchange;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work of a query with a window: Kafka Streams, watermarks, and the sink stage behind them. */
final class WindowedWork implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(WindowedWork.class);

    private final QueryDefinition query;
    private final TopicNames topics;
    private final QueryAccess access;
    private final Preparation.Ready ready;
    private final ReadingEnds readingEnds;
    private final Optional<Map<TopicPartition, Long>> ends;
    private final SinkStage sink;
    private final Optional<WatermarkRounds> watermarks;
    private final RunningStreams streams;
    private final Optional<AvailableNowRun> availableNow;
    private final Consumer<Throwable> failed;

    WindowedWork(
            QueryDefinition query,
            QueryAccess access,
            Preparation.Ready ready,
            ReadingEnds readingEnds,
            CommitTrigger trigger,
            TopologyProgress progress,
            Consumer<Throwable> failed) {
        this.query = query;
        this.topics = new TopicNames(query.name());
        this.access = access;
        this.ready = ready;
        this.readingEnds = readingEnds;
        this.failed = failed;
        boolean bounded = query.trigger() instanceof QueryDefinition.Trigger.AvailableNow;
        this.ends = bounded ? Optional.of(captureEnds()) : Optional.empty();
        this.sink = SinkStages.open(
                new SinkStages.Wiring(
                        topics.closedWindows(),
                        query.sinkGroup(),
                        access.checkpoint().instanceId(),
                        access.connection(),
                        ready.identity().id(),
                        ready.closedWindowsTopicId()),
                access.cluster(),
                ready.table(),
                ready.topology().outputSchema(),
                access.checkpoint().offsets(),
                trigger,
                failed);
        this.watermarks = query.source().silence().watched() ? Optional.of(watermarkRounds(bounded)) : Optional.empty();
        this.streams = new RunningStreams(
                query,
                access.connection(),
                access.checkpoint(),
                ready,
                watermarks
                        .map(WatermarkRounds::exchange)
                        .orElseGet(() -> WatermarkExchange.alone(ready.source().size(), SilenceSettings.OFF)),
                progress,
                failed);
        this.availableNow = ends.map(offsets -> new AvailableNowRun(
                access.cluster(),
                access.connection(),
                query.name(),
                query.sinkGroup(),
                offsets,
                this::watermarksSettled,
                ready.topology().needsShuffle() ? Optional.of(topics.shuffle()) : Optional.empty(),
                ready.closedWindows(),
                sink,
                new Standstill(readingEnds.patience(), System::nanoTime)));
    }

    private Map<TopicPartition, Long> captureEnds() {
        return readingEnds.capture().apply(access.cluster(), ready.source());
    }

    private WatermarkRounds watermarkRounds(boolean bounded) {
        SilenceSettings silence = query.source().silence();
        Clock clock = Clock.systemUTC();
        return new WatermarkRounds(
                access.cluster(),
                access.connection(),
                query.name(),
                Set.copyOf(ready.source()),
                new TopicPartition(topics.watermarks(), 0),
                bounded ? SilenceRule.asOf(silence, clock.millis()) : SilenceRule.watching(silence),
                clock,
                failed);
    }

    /** A query of which no task has ever told anything has nothing to settle before one runs. */
    private boolean watermarksSettled() {
        if (watermarks.isEmpty()) {
            return true;
        }
        QueryWatermark seen = watermarks.get().ask();
        return seen.knowsNobody() || seen.settled(ready.topology()::endOfWindow);
    }

    @Override
    public void start() {
        sink.start();
        watermarks.ifPresent(WatermarkRounds::start);
        if (availableNow.isEmpty() || !availableNow.get().streamsDone()) {
            streams.start(ends);
        }
    }

    @Override
    public boolean isDone(StopRequest stop) {
        if (availableNow.isEmpty()) {
            return false;
        }
        AvailableNowRun run = availableNow.get();
        if (stop.ask(run::streamsDone)) {
            // another instance that started later has later ends: it gets the partitions that this one has done
            closeDoneStreams();
        } else if (!stop.isRequested() && run.isHeldUp(streams.owned())) {
            readOn();
        }
        return stop.ask(run::done);
    }

    private void closeDoneStreams() {
        if (!streams.close()) {
            LOG.warn(
                    "{} have nothing left to do and did not end within shutdownTimeout = {}",
                    RunningStreams.STREAMS,
                    query.shutdownTimeout());
        }
    }

    /**
     * Reads on to where the source ends now. What is awaited stays what was there at the start; but others may await records that
     * this instance owns and, with its own ends, never reads.
     */
    private void readOn() {
        Map<TopicPartition, Long> later = captureEnds();
        LOG.info("waiting for other instances, which may wait for this one: it reads on to {}", later);
        streams.restart(later);
    }

    @Override
    public List<String> stop(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean streamsEnded = streams.close();
        Duration left = Duration.ofNanos(Math.max(1_000_000_000L, deadline - System.nanoTime()));
        boolean sinkEnded = sink.stop(left);
        return Stream.of(streamsEnded ? "" : RunningStreams.STREAMS, sinkEnded ? "" : "the sink stage")
                .filter(name -> !name.isEmpty())
                .toList();
    }

    @Override
    public void abandon() {
        sink.close();
    }

    @Override
    public void close() {
        watermarks.ifPresent(WatermarkRounds::close);
    }

    @Override
    public long lag() {
        return new Backlog(
                        access.cluster(),
                        query.name(),
                        ends.orElseGet(() -> access.cluster().stableEndOffsets(ready.source())))
                .total();
    }

    @Override
    public Optional<Set<TopicPartition>> owned() {
        return streams.owned();
    }

    @Override
    public String restoring() {
        return streams.restoring();
    }

    @Override
    public QueryProgress.State state() {
        return streams.state();
    }

    @Override
    public SinkProgress sink() {
        return sink.progress();
    }

    @Override
    public Duration tableSilentFor() {
        return sink.tableSilentFor();
    }

    @Override
    public Optional<QueryWatermark> watermarks() {
        return watermarks.map(WatermarkRounds::latest);
    }

    @Override
    public Optional<KafkaStreams> kafkaStreams() {
        return streams.kafkaStreams();
    }
}
