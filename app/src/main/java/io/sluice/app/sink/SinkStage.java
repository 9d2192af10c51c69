package io.sluice.app.sink;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.delta.commit.CommitOutcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads closed windows, or the source itself, and commits the rows to the table, one commit in flight at the most. It never believes the positions of its
 * consumer group: the table's log says where to start, at every assignment. Positions are committed to the group all the same,
 * as news for other instances and tools, after the rows are in the table.
 *
 * <p>Two threads: the sink thread polls, so that slow storage never costs the group membership; the table thread talks to the
 * table.
 */
public final class SinkStage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SinkStage.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration POLL_DURING_COMMIT = Duration.ofMillis(10);
    /** For news of positions and the farewell to the group; Kafka's own limit for a broker that is silent is half a minute. */
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private final SinkSettings settings;
    private final Consumer<byte[], byte[]> consumer;
    private final InputTopic topic;
    private final PositionTable table;
    private final LocalOffsets localOffsets;
    private final CommitTrigger trigger;
    private final InstantSource clock;
    private final java.util.function.Consumer<Throwable> failed;
    private final Intake intake;
    private final TableThread tableThread = new TableThread();
    private final Positioning positioning;
    private final Thread sinkThread;
    private final Map<TopicPartition, Long> published = new HashMap<>();
    /** Paused, because they are read to their ends. */
    private final Set<TopicPartition> readOut = new HashSet<>();

    private @Nullable Flight flight;
    private boolean heldBack;
    private volatile boolean draining;
    private volatile boolean stopping;
    /** When the time for an orderly end is over; counts while it is {@link #stopping}. */
    private volatile long stopNanos;

    private volatile boolean abandoned;
    private volatile Optional<Set<TopicPartition>> owned = Optional.empty();
    private volatile SinkProgress progress = SinkProgress.NONE;

    /** A commit under way. */
    private record Flight(Intake.Batch batch, long startedMs, CompletableFuture<Landed> outcome) {}

    /** How a commit ended, and when: the sink thread sees it a little later. */
    private record Landed(CommitOutcome outcome, long endedMs) {}

    /**
     * @param consumer used by this stage only, and closed by it
     * @param failed told, once, of what ended the stage other than {@link #close} or a {@link #stop} that took too long
     */
    SinkStage(
            SinkSettings settings,
            Consumer<byte[], byte[]> consumer,
            InputTopic topic,
            WindowTable table,
            LocalOffsets localOffsets,
            CommitTrigger trigger,
            InstantSource clock,
            java.util.function.Consumer<Throwable> failed) {
        this(
                settings,
                consumer,
                topic,
                new OutboxIntake(new OutboxBuffer(settings.transactionIds()), table),
                StartRule.CLOSED_WINDOWS,
                table,
                localOffsets,
                trigger,
                clock,
                failed);
    }

    /** The same over any input. */
    SinkStage(
            SinkSettings settings,
            Consumer<byte[], byte[]> consumer,
            InputTopic topic,
            Intake intake,
            StartRule rule,
            PositionTable table,
            LocalOffsets localOffsets,
            CommitTrigger trigger,
            InstantSource clock,
            java.util.function.Consumer<Throwable> failed) {
        this.settings = settings;
        this.consumer = consumer;
        this.topic = topic;
        this.table = table;
        this.localOffsets = localOffsets;
        this.trigger = trigger;
        this.clock = clock;
        this.failed = failed;
        this.intake = intake;
        this.positioning = new Positioning(
                consumer, intake, settings.transactionIds(), localOffsets, topic, rule, table, tableThread);
        this.sinkThread = new Thread(this::run, "sluice-sink");
    }

    /** The version of the table that is told of until there is one of this stage. Comes before {@link #start}. */
    void startsAt(long version) {
        progress = progress.startingAt(version);
    }

    public void start() {
        sinkThread.start();
    }

    public SinkProgress progress() {
        return progress;
    }

    /** The partitions that this stage reads; empty while it is not settled which. */
    Optional<Set<TopicPartition>> owned() {
        return owned;
    }

    /** For how long the table has not answered what it was asked; zero when nothing is asked of it. */
    public Duration tableSilentFor() {
        return tableThread.busyFor();
    }

    /** From now on commits rows as soon as they are there, whatever the trigger. */
    public void drain() {
        draining = true;
    }

    private void run() {
        try {
            consumer.subscribe(List.of(settings.topic()), new Rebalance());
            while (!stopping) {
                take(poll());
                holdAtEnds();
                positioning.step(!heldBack);
                finishCommit();
                startCommit();
                holdBack();
                publish();
            }
            awaitFlight();
        } catch (RuntimeException | Error broken) {
            if (abandoned) {
                LOG.warn(
                        "gave up; rows that are not in the table stay in topic {}: {}",
                        settings.topic(),
                        broken.toString());
            } else {
                failed.accept(broken);
            }
        } finally {
            // the partitions are free for others at once
            consumer.close(CloseOptions.timeout(farewell())
                    .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        }
    }

    /** Not all of the time that is left of a stop: the table thread ends after this one. */
    private Duration farewell() {
        if (!stopping || abandoned) {
            return FAREWELL;
        }
        Duration half = Duration.ofNanos(Math.max(0, stopNanos - System.nanoTime()) / 2);
        return half.compareTo(FAREWELL) < 0 ? half : FAREWELL;
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(flight == null && !positioning.isAsking() ? POLL : POLL_DURING_COMMIT);
        } catch (OffsetOutOfRangeException away) {
            positioning.outOfRange(away);
            return ConsumerRecords.empty();
        }
    }

    private void take(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> message : records) {
            if (intake.holds(message.partition())) {
                intake.take(message);
            }
        }
        for (TopicPartition partition : consumer.assignment()) {
            if (intake.holds(partition.partition())) {
                intake.readUpTo(partition.partition(), consumer.position(partition));
            }
        }
    }

    /** Stops reading a partition at its end, and goes on from there when the end is later than it was. */
    private void holdAtEnds() {
        for (TopicPartition partition : consumer.assignment()) {
            if (!intake.holds(partition.partition())) {
                readOut.remove(partition);
                continue;
            }
            long position = intake.position(partition.partition());
            boolean atEnd = position >= intake.end(partition.partition());
            if (atEnd && readOut.add(partition)) {
                consumer.pause(List.of(partition));
            } else if (!atEnd && readOut.remove(partition)) {
                // the consumer has passed over what was not to be read
                consumer.seek(partition, position);
                if (!heldBack) {
                    consumer.resume(List.of(partition));
                }
            }
        }
    }

    private void startCommit() {
        boolean last = draining || intake.isAtEnd();
        boolean full = intake.bytes() >= settings.maxBufferedBytes();
        if (flight != null || !intake.wantsCommit(last) || !(full || last || trigger.isDue(clock.instant()))) {
            return;
        }
        trigger.started(clock.instant());
        Intake.Batch batch = intake.take();
        flight = new Flight(batch, clock.millis(), tableThread.ask(() -> new Landed(batch.commit(), clock.millis())));
    }

    private void finishCommit() {
        Flight landed = flight;
        if (landed == null || !landed.outcome.isDone()) {
            return;
        }
        flight = null;
        Landed answer = TableThread.answer(landed.outcome);
        CommitOutcome outcome = answer.outcome;
        if (outcome instanceof CommitOutcome.Committed committed) {
            long seenMs = clock.millis();
            try {
                committed(landed.batch, committed.version());
            } finally {
                // the rows are in the table, whatever becomes of the note
                progress = progress.committed(
                        committed.version(), committed.rows(), times(landed.startedMs, answer.endedMs, seenMs));
            }
        } else if (outcome instanceof CommitOutcome.AlreadyCommitted already) {
            LOG.info(
                    "the rows of {} were in the table already, as of version {}",
                    landed.batch.spans(),
                    already.version());
            committed(landed.batch, already.version());
        } else if (outcome instanceof CommitOutcome.Fenced fenced) {
            fenced(landed.batch, fenced.positions());
        } else {
            throw new IllegalStateException("a batch with rows ended as " + outcome);
        }
    }

    private SinkProgress.CommitTimes times(long startedMs, long endedMs, long seenMs) {
        long nowMs = clock.millis();
        return new SinkProgress.CommitTimes(endedMs - startedMs, nowMs - seenMs, nowMs - startedMs);
    }

    private void committed(Intake.Batch batch, long version) {
        batch.committed();
        Map<String, LocalOffsets.Position> saved = new HashMap<>();
        Map<TopicPartition, Long> below = new HashMap<>();
        batch.ends().forEach((partition, end) -> {
            saved.put(settings.transactionIds().of(partition), new LocalOffsets.Position(end, version));
            below.put(new TopicPartition(settings.topic(), partition), end);
        });
        localOffsets.save(table.id(), saved);
        var unused = topic.deleteBelow(below).whenComplete((nothing, refused) -> {
            if (refused != null) {
                LOG.warn(
                        "committed rows stay in topic {} until the next commit: {}",
                        settings.topic(),
                        refused.toString());
            }
        });
    }

    /** Another instance owns these partitions, or did: take up what the table says, where we still are the owner. */
    private void fenced(Intake.Batch batch, Map<String, Long> inTable) {
        LOG.info(
                "another instance has moved {} on, the table stands at {}; its rows are dropped here",
                batch.spans(),
                inTable);
        positioning.again(batch.ends().keySet().stream()
                .map(number -> new TopicPartition(settings.topic(), number))
                .toList());
    }

    /** Stops reading while the buffer is full and a commit is under way. */
    private void holdBack() {
        boolean full = intake.bytes() >= settings.maxBufferedBytes();
        if (full != heldBack) {
            heldBack = full;
            Set<TopicPartition> started = new HashSet<>(consumer.assignment());
            started.removeIf(partition -> positioning.isWaiting(partition) || readOut.contains(partition));
            if (full) {
                consumer.pause(started);
            } else {
                consumer.resume(started);
            }
        }
    }

    private void publish() {
        Map<Integer, Long> settled = flight == null ? intake.settled() : progress.settled();
        progress = progress.holding(intake.rows(), settled);
        Map<TopicPartition, OffsetAndMetadata> news = new LinkedHashMap<>();
        settled.forEach((number, position) -> {
            TopicPartition partition = new TopicPartition(settings.topic(), number);
            if (intake.holds(number) && !position.equals(published.put(partition, position))) {
                news.put(partition, new OffsetAndMetadata(position));
            }
        });
        if (!news.isEmpty()) {
            consumer.commitAsync(news, (offsets, refused) -> {
                if (refused != null) {
                    // only news: the truth is in the table; say it again with the next round
                    LOG.info("positions {} were not published: {}", offsets, refused.toString());
                    published.clear();
                }
            });
        }
    }

    private void awaitFlight() {
        Flight last = flight;
        if (last != null) {
            LOG.info("waiting for the commit of {} to end", last.batch.spans());
            Landed unused = TableThread.answer(last.outcome);
            finishCommit();
            publish();
        }
    }

    /**
     * Ends the stage: a commit under way is awaited, rows that are only buffered stay in the topic for the next start.
     *
     * @param timeout how long to wait for the commit; beyond it the commit is interrupted, and not waited for any longer
     * @return whether everything ended in time
     */
    public boolean stop(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        stopping(deadline);
        if (sinkThread.getState() == Thread.State.NEW) {
            consumer.close();
        }
        sinkThread.join(Math.max(1, timeout.toMillis()));
        boolean ended = tableThread.stop(Duration.ofNanos(deadline - System.nanoTime())) && !sinkThread.isAlive();
        if (!ended) {
            close();
        }
        return ended;
    }

    /** Begins to end, without waiting for it; {@link #stop} comes next. */
    void stopping(long deadlineNanos) {
        stopNanos = deadlineNanos;
        stopping = true;
    }

    @Override
    public void close() {
        stopping = true;
        abandoned = true;
        tableThread.interrupt();
    }

    /** Called by the consumer, on the sink thread, from inside poll. */
    private final class Rebalance implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            readOut.removeAll(assigned);
            positioning.assigned(assigned);
            owned = Optional.of(Set.copyOf(consumer.assignment()));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            owned = Optional.empty();
            positioning.revoked(revoked);
            revoked.forEach(published::remove);
            readOut.removeAll(revoked);
        }
    }
}
