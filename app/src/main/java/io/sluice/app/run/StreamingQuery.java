package io.sluice.app.run;

import io.sluice.app.checkpoint.QueryIdentity;
import io.sluice.app.cost.RecordedRun;
import io.sluice.app.cost.RunJournal;
import io.sluice.app.cost.RunMeter;
import io.sluice.app.cost.RunRecorder;
import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.progress.ProgressReporter;
import io.sluice.app.progress.QueryHealth;
import io.sluice.app.progress.QueryListener;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.CommitTrigger;
import io.sluice.app.sink.SinkProgress;
import io.sluice.app.window.OpenWindowsNow;
import io.sluice.app.window.Peers;
import io.sluice.topology.LateRecords;
import io.sluice.topology.TopicNames;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.progress.TopologyProgress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
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
    /** Of a run that ends by itself, and is mostly waiting for that when it has little to do. */
    private static final Duration SHORT_LOOK = Duration.ofMillis(20);
    /** How long an available-now run waits for a Kafka that has gone silent, beyond the time of one question. */
    private static final Duration OUTAGE = Duration.ofMinutes(5);

    private final QueryDefinition query;
    private final TopicNames topics;
    private final QueryAccess access;
    private final TopologyProgress topologyProgress = new TopologyProgress();
    private final Work work;
    /** Of a query with a window. */
    private final Optional<OpenWindowsNow.Ledgers> ledgers;

    private final QuerySigns signs;
    private final ProgressReporter reporter;
    private final RunRecorder recorder;
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
        Preparation preparation = new Preparation(query, access.cluster(), access.connection(), access.checkpoint());
        Started started = query.hasWindow() ? windowed(preparation, readingEnds) : appending(preparation, readingEnds);
        this.work = started.work;
        this.ledgers = started.ledgers;
        this.signs = new QuerySigns(
                query, meter, access.cluster(), access.connection(), started.topics, work, started.processed);
        this.reporter = new ProgressReporter(
                new ProgressReporter.Subject(
                        started.identity.id(),
                        query.name(),
                        query.source().topic(),
                        query.sink().path(),
                        query.hasWindow()),
                topologyProgress,
                signs,
                Clock.systemUTC(),
                access.checkpoint().layout().progress());
        this.recorder = new RunRecorder(
                new RunJournal(access.checkpoint().layout().runs()),
                meter,
                reporter.runId(),
                query.trigger() instanceof QueryDefinition.Trigger.AvailableNow
                        ? RecordedRun.Trigger.AVAILABLE_NOW
                        : RecordedRun.Trigger.CONTINUOUS,
                () -> new RunRecorder.Work(totals().records(), totals().committedRows()));
    }

    /** What only the kind of a query can tell. */
    private record Started(
            QueryIdentity identity,
            Work work,
            QuerySigns.Topics topics,
            Optional<OpenWindowsNow.Ledgers> ledgers,
            Supplier<Map<Integer, Long>> processed) {}

    private Started windowed(Preparation preparation, ReadingEnds readingEnds) {
        Preparation.Ready ready = preparation.run(topologyProgress);
        ready.notices().forEach(notice -> LOG.warn("{}", notice));
        return new Started(
                ready.identity(),
                new WindowedWork(
                        query,
                        access,
                        ready,
                        readingEnds,
                        commitTrigger(query.trigger()),
                        topologyProgress,
                        this::fail),
                new QuerySigns.Topics(ready.source(), ready.closedWindows(), query.name(), query.sinkGroup()),
                Optional.of(new OpenWindowsNow.Ledgers(
                        WindowedQuery.of(query.plan()),
                        ready.topology().needsShuffle()
                                ? topics.shuffle()
                                : query.source().topic(),
                        ready.source().size(),
                        query.source().delay().toNanos() / 1_000)),
                Map::of);
    }

    private Started appending(Preparation preparation, ReadingEnds readingEnds) {
        Preparation.ReadyToAppend ready = preparation.toAppend();
        ready.notices().forEach(notice -> LOG.warn("{}", notice));
        return new Started(
                ready.identity(),
                new AppendWork(
                        query,
                        access,
                        ready,
                        readingEnds,
                        () -> commitTrigger(query.trigger()),
                        topologyProgress,
                        this::fail),
                new QuerySigns.Topics(ready.source(), List.of(), query.sinkGroup(), query.sinkGroup()),
                Optional.empty(),
                topologyProgress::positions);
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
        signs.start();
        try {
            work.start();
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
            Duration look = query.trigger() instanceof QueryDefinition.Trigger.AvailableNow ? SHORT_LOOK : LOOK;
            while (!stop.await(look)) {
                reporter.look();
                recorder.look();
                clockWatch.setBack().ifPresent(back -> fail(new ClockSetBackException(back)));
                if (query.health().stopWhenStalled()) {
                    signs.stalled().ifPresent(reason -> fail(new StalledException(reason)));
                }
                if (isDone()) {
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

    private synchronized boolean isDone() {
        try {
            boolean nothingLeft = work.isDone(stop);
            answeredNanos = System.nanoTime();
            return nothingLeft;
        } catch (KafkaUnavailableException silent) {
            if (System.nanoTime() - answeredNanos > OUTAGE.toNanos()) {
                throw silent;
            }
            LOG.warn("{}; will ask again", silent.getMessage());
            return false;
        }
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
        try {
            List<String> late = work.stop(query.shutdownTimeout());
            if (done) {
                signs.lookAtBacklog();
            }
            reporter.last(Optional.ofNullable(failure.get()));
            if (!late.isEmpty()) {
                failure.compareAndSet(
                        null, new ShutdownTimeoutException(query.shutdownTimeout(), String.join(" and ", late)));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            work.abandon();
        } finally {
            work.close();
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
        return work.tableSilentFor();
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
                work::kafkaStreams,
                ledgers.orElseThrow(() -> new IllegalStateException("a query without a window has no open windows")),
                Optional.ofNullable(query.streams().get(StreamsConfig.APPLICATION_SERVER_CONFIG)),
                peers);
    }

    /** Kafka Streams itself, to read its metrics; empty while no thread runs, and always for a query without a window. It must not be closed or changed. */
    public Optional<KafkaStreams> kafkaStreams() {
        return work.kafkaStreams();
    }

    public QueryProgress lastProgress() {
        return reporter.current();
    }

    /** What this process has done since its start; when it has ended, too. */
    public RunTotals totals() {
        SinkProgress written = work.sink();
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
        return work.lag();
    }

    /** Kafka's {@code bootstrap.servers}, of use where the broker is embedded. */
    public String bootstrapServers() {
        return String.valueOf(access.connection().get("bootstrap.servers"));
    }
}
