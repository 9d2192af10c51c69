package io.sluice.app.run;

import io.sluice.app.cost.RecordedRun;
import io.sluice.app.cost.RunJournal;
import io.sluice.app.cost.RunMeter;
import io.sluice.app.cost.RunRecorder;
import io.sluice.app.kafka.Backlog;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.progress.ProgressReporter;
import io.sluice.app.progress.QueryHealth;
import io.sluice.app.progress.QueryListener;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.CommitTrigger;
import io.sluice.app.sink.SinkProgress;
import io.sluice.app.sink.SinkStage;
import io.sluice.app.sink.SinkStages;
import io.sluice.app.window.OpenWindowsNow;
import io.sluice.app.window.Peers;
import io.sluice.topology.LateRecords;
import io.sluice.topology.TopicNames;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.QueryWatermark;
import io.sluice.topology.watermark.SilenceRule;
import io.sluice.topology.watermark.SilenceSettings;
import io.sluice.topology.watermark.WatermarkExchange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running query: streams, sink stage and, where one is wanted, the embedded broker. Made by {@link #start}, which returns when
 * all checks have passed and reading has begun. Thread-safe.
 */
public final class StreamingQuery {
    private static final Logger LOG = LoggerFactory.getLogger(StreamingQuery.class);
    private static final Duration LOOK = Duration.ofMillis(100);
    /** How long an available-now run waits for a Kafka that has gone silent, beyond the time of one question. */
    private static final Duration OUTAGE = Duration.ofMinutes(5);

    private final QueryDefinition query;
    private final TopicNames topics;
    private final QueryAccess access;
    private final TopologyProgress topologyProgress = new TopologyProgress();
    private final Preparation.Ready ready;
    private final ReadingEnds readingEnds;
    private final Optional<Map<TopicPartition, Long>> ends;
    private final SinkStage sink;
    private final QuerySigns signs;
    private final ProgressReporter reporter;
    private final RunRecorder recorder;
    private final Optional<WatermarkRounds> watermarks;
    private final RunningStreams streams;
    private final Optional<AvailableNowRun> availableNow;
    private final StopRequest stop = new StopRequest();
    private final ClockWatch clockWatch = new ClockWatch(Clock.systemUTC(), System::nanoTime);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private long answeredNanos = System.nanoTime();
    private volatile boolean done;
    private boolean closed;

    /**
     * Checks everything, then starts.
     *
     * @throws QueryStartException when the query cannot start as things are
     * @throws io.sluice.app.checkpoint.CheckpointException when the checkpoint is in use or cannot be written
     * @throws io.sluice.app.kafka.KafkaUnavailableException when Kafka does not answer
     * @throws io.sluice.app.kafka.SourceOffsets.DataLossException when records to be read are gone
     * @throws io.sluice.delta.TableMismatchException when the table does not take the query's rows
     * @throws io.sluice.delta.commit.DeltaUnavailableException when the table cannot be reached
     */
    public static StreamingQuery start(QueryDefinition query) {
        return start(query, RunMeter.fromNow());
    }

    /** The same, where the run has begun before: what it uses is recorded beside the checkpoint. */
    public static StreamingQuery start(QueryDefinition query, RunMeter meter) {
        return start(query, meter, ReadingEnds.usual());
    }

    static StreamingQuery start(QueryDefinition query, RunMeter meter, ReadingEnds readingEnds) {
        StreamingQuery started = QueryAccess.openFor(query, access -> prepared(query, meter, access, readingEnds));
        started.begin();
        return started;
    }

    private static StreamingQuery prepared(
            QueryDefinition query, RunMeter meter, QueryAccess access, ReadingEnds readingEnds) {
        try {
            return new StreamingQuery(query, meter, access, readingEnds);
        } catch (KafkaException refused) {
            throw StreamsFailure.atStart("kafka", refused);
        }
    }

    private StreamingQuery(QueryDefinition query, RunMeter meter, QueryAccess access, ReadingEnds readingEnds) {
        this.query = query;
        this.topics = new TopicNames(query.name());
        this.access = access;
        this.readingEnds = readingEnds;
        KafkaCluster cluster = access.cluster();
        this.ready = new Preparation(query, cluster, access.connection(), access.checkpoint()).run(topologyProgress);
        ready.notices().forEach(notice -> LOG.warn("{}", notice));
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
                cluster,
                ready.table(),
                ready.topology().outputSchema(),
                access.checkpoint().offsets(),
                commitTrigger(query.trigger()),
                this::fail);
        this.watermarks = query.source().silence().watched() ? Optional.of(watermarkRounds(bounded)) : Optional.empty();
        this.streams = new RunningStreams(
                query,
                access.connection(),
                access.checkpoint(),
                ready,
                watermarks
                        .map(WatermarkRounds::exchange)
                        .orElseGet(() -> WatermarkExchange.alone(ready.source().size(), SilenceSettings.OFF)),
                topologyProgress,
                this::fail);
        this.signs = new QuerySigns(
                query,
                meter,
                cluster,
                access.connection(),
                new QuerySigns.Topics(ready.source(), ready.closedWindows(), query.name(), query.sinkGroup()),
                streams,
                sink,
                () -> watermarks.map(WatermarkRounds::latest));
        this.reporter = new ProgressReporter(
                new ProgressReporter.Subject(
                        ready.identity().id(),
                        query.name(),
                        query.source().topic(),
                        query.sink().path()),
                topologyProgress,
                signs,
                Clock.systemUTC(),
                access.checkpoint().layout().progress());
        this.recorder = new RunRecorder(
                new RunJournal(access.checkpoint().layout().runs()),
                meter,
                reporter.runId(),
                bounded ? RecordedRun.Trigger.AVAILABLE_NOW : RecordedRun.Trigger.CONTINUOUS,
                () -> new RunRecorder.Work(totals().records(), totals().committedRows()));
        this.availableNow = ends.map(offsets -> new AvailableNowRun(
                cluster,
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
                this::fail);
    }

    /** A query of which no task has ever told anything has nothing to settle before one runs. */
    private boolean watermarksSettled() {
        if (watermarks.isEmpty()) {
            return true;
        }
        QueryWatermark seen = watermarks.get().ask();
        return seen.knowsNobody() || seen.settled(ready.topology()::endOfWindow);
    }

    private static CommitTrigger commitTrigger(QueryDefinition.Trigger trigger) {
        if (trigger instanceof QueryDefinition.Trigger.ProcessingTime every) {
            return new CommitTrigger.EveryInterval(every.interval(), Instant.now());
        }
        return trigger instanceof QueryDefinition.Trigger.AvailableNow
                ? new CommitTrigger.AtTheEnd()
                : new CommitTrigger.AsSoonAsPossible();
    }

    private void begin() {
        sink.start();
        watermarks.ifPresent(WatermarkRounds::start);
        signs.start();
        try {
            if (availableNow.isEmpty() || !availableNow.get().streamsDone()) {
                streams.start(ends);
            }
        } catch (RuntimeException refused) {
            fail(refused);
            shutDown();
            throw StreamsFailure.explained(refused);
        }
    }

    private void fail(Throwable thrown) {
        Throwable explained = thrown instanceof Error ? thrown : StreamsFailure.explained(thrown);
        if (failure.compareAndSet(null, explained)) {
            LOG.debug("query {} failed", query.name(), thrown);
        }
        stop.request();
    }

    /**
     * Waits until the query ends: by itself when it is an available-now run, by {@link #requestStop}, or by a failure. Everything
     * is closed then.
     *
     * @throws QueryFailedException when the query failed
     */
    public void awaitTermination() throws InterruptedException {
        try {
            while (!stop.await(LOOK)) {
                reporter.look();
                recorder.look();
                clockWatch.setBack().ifPresent(back -> fail(new ClockSetBackException(back)));
                if (query.health().stopWhenStalled()) {
                    signs.stalled().ifPresent(reason -> fail(new StalledException(reason)));
                }
                if (availableNow.isPresent() && isDone(availableNow.get())) {
                    done = true;
                    break;
                }
            }
        } finally {
            shutDown();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new QueryFailedException(query.name(), thrown);
        }
    }

    private synchronized boolean isDone(AvailableNowRun run) {
        try {
            if (stop.ask(run::streamsDone)) {
                // another instance that started later has later ends: it gets the partitions that this one has done
                closeDoneStreams();
            } else if (!stop.isRequested() && run.isHeldUp(streams.owned())) {
                readOn();
            }
            boolean done = stop.ask(run::done);
            answeredNanos = System.nanoTime();
            return done;
        } catch (KafkaUnavailableException silent) {
            if (System.nanoTime() - answeredNanos > OUTAGE.toNanos()) {
                throw silent;
            }
            LOG.warn("{}; will ask again", silent.getMessage());
            return false;
        }
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

    /** Asks the query to end; {@link #awaitTermination} returns when it has. */
    public void requestStop() {
        stop.request();
    }

    /** Closes everything, once; whoever else calls waits for that. */
    private synchronized void shutDown() {
        if (closed) {
            return;
        }
        closed = true;
        long deadline = System.nanoTime() + query.shutdownTimeout().toNanos();
        try {
            boolean streamsEnded = streams.close();
            Duration left = Duration.ofNanos(Math.max(1_000_000_000L, deadline - System.nanoTime()));
            boolean sinkEnded = sink.stop(left);
            reporter.last(Optional.ofNullable(failure.get()));
            if (!streamsEnded || !sinkEnded) {
                List<String> late = Stream.of(
                                streamsEnded ? "" : RunningStreams.STREAMS, sinkEnded ? "" : "the sink stage")
                        .filter(name -> !name.isEmpty())
                        .toList();
                failure.compareAndSet(
                        null, new ShutdownTimeoutException(query.shutdownTimeout(), String.join(" and ", late)));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            sink.close();
        } finally {
            watermarks.ifPresent(WatermarkRounds::close);
            signs.close();
            recorder.end(outcome());
            access.close();
        }
    }

    private RecordedRun.Outcome outcome() {
        if (failure.get() != null) {
            return RecordedRun.Outcome.FAILED;
        }
        if (done) {
            return RecordedRun.Outcome.DONE;
        }
        return stop.isRequested() ? RecordedRun.Outcome.STOPPED : RecordedRun.Outcome.FAILED;
    }

    /**
     * What became of the records that this process has read since it started and that are in no window.
     *
     * @param lateRows rows of windows that were closed
     * @param lateTopic where the records of late rows are, when they are kept
     * @param deadLetters records in the topic of dead letters
     */
    public record LeftOut(long lateRows, Optional<String> lateTopic, long deadLetters, String deadLetterTopic) {}

    public LeftOut leftOut() {
        return new LeftOut(
                topologyProgress.lateRowsHere(),
                Optional.of(topics.lateRecords())
                        .filter(topic -> definition().source().lateRecords() == LateRecords.TOPIC),
                topologyProgress.deadLettersHere(),
                topics.deadLetters());
    }

    /** Whether the query is alive and works. */
    public QueryHealth health() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            return QueryHealth.failed(thrown);
        }
        return stop.isRequested() ? QueryHealth.stopped() : signs.health();
    }

    /** For how long the table has been at one commit or question; zero when it has answered. */
    public Duration tableSilentFor() {
        return sink.tableSilentFor();
    }

    /** From now on that one is told how the query gets on. */
    public void addListener(QueryListener listener) {
        reporter.add(listener);
    }

    /** The query as it was given. */
    public QueryDefinition definition() {
        return query;
    }

    /** What the tasks of this process say of themselves. */
    public TopologyProgress topologyProgress() {
        return topologyProgress;
    }

    /**
     * A record that could not be used.
     *
     * @param time when it was put aside, ISO-8601
     * @param place where it lies in the source; empty for a group of a closed window
     * @param column empty when the reason is not one column's
     * @param value its beginning, as text
     */
    public record DeadLetter(String time, String place, String stage, String column, String reason, String value) {}

    /**
     * The newest dead letters of all instances, newest first. Asks Kafka.
     *
     * @throws KafkaUnavailableException when Kafka does not answer
     */
    public List<DeadLetter> lastDeadLetters(int most) {
        return LastDeadLetters.read(access.cluster(), access.connection(), topics.deadLetters(), most);
    }

    /** For questions about open windows, of this instance alone or of a query without other instances. */
    public OpenWindowsNow openWindows() {
        return openWindows(Peers.NONE);
    }

    /**
     * For questions about open windows of the whole query.
     *
     * @param peers the way to other instances, each of which has its own {@code application.server}
     */
    public OpenWindowsNow openWindows(Peers peers) {
        return new OpenWindowsNow(
                streams::kafkaStreams,
                new OpenWindowsNow.Ledgers(
                        WindowedQuery.of(query.plan()),
                        ready.topology().needsShuffle()
                                ? topics.shuffle()
                                : query.source().topic(),
                        ready.source().size(),
                        query.source().delay().toNanos() / 1_000),
                Optional.ofNullable(query.streams().get(StreamsConfig.APPLICATION_SERVER_CONFIG)),
                peers);
    }

    /** Kafka Streams itself, to read its metrics; empty while no thread runs. It must not be closed or changed. */
    public Optional<KafkaStreams> kafkaStreams() {
        return streams.kafkaStreams();
    }

    public QueryProgress lastProgress() {
        return reporter.current();
    }

    /** What this process has done since its start; when it has ended, too. */
    public RunTotals totals() {
        SinkProgress written = sink.progress();
        return new RunTotals(
                topologyProgress.rowsHere() + topologyProgress.deadLettersHere(),
                written.committedRows(),
                written.lastVersion());
    }

    /** Last reports, oldest first; one for each commit. */
    public List<QueryProgress> recentProgress() {
        return reporter.recent();
    }

    /** Offsets of the source that this query has not committed yet, up to its ends or to what is there now. */
    public long lag() {
        Map<TopicPartition, Long> target =
                new HashMap<>(ends.orElseGet(() -> access.cluster().stableEndOffsets(ready.source())));
        return new Backlog(access.cluster(), query.name(), target).total();
    }

    /** Kafka's {@code bootstrap.servers}, of use where the broker is embedded. */
    public String bootstrapServers() {
        return String.valueOf(access.connection().get("bootstrap.servers"));
    }
}
