package io.sluice.app.sink;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.checkpoint.Checkpoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real stage and its two threads, over Kafka's own consumer for tests and a table in memory. */
@Timeout(20)
class SinkStageTest {
    private static final TopicPartition PARTITION = new TopicPartition("q-closed-windows", 0);
    private static final TransactionIds IDS = new TransactionIds("q", "t");
    private static final String ID = IDS.of(0);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private final CompletableFuture<Duration> farewell = new CompletableFuture<>();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
        @Override
        public synchronized void close(CloseOptions options) {
            options.timeout().ifPresent(farewell::complete);
            super.close(options);
        }
    };
    private final FakeTopic topic = new FakeTopic();
    private final FakeTable table = new FakeTable();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private Checkpoint checkpoint;
    private SinkStage stage;

    @BeforeEach
    void open() {
        checkpoint = Checkpoint.open(folder);
        topicHolds(0, 100);
        stage = start(new CommitTrigger.AsSoonAsPossible());
    }

    private SinkStage start(CommitTrigger trigger) {
        SinkSettings settings = new SinkSettings("q-closed-windows", "q-sink", "i", Map.of(), IDS, 1 << 20);
        return new SinkStage(
                settings, consumer, topic, table, checkpoint.offsets(), trigger, Clock.systemUTC(), failure::complete);
    }

    @AfterEach
    void close() throws InterruptedException {
        stage.stop(PATIENCE);
        checkpoint.close();
    }

    private void topicHolds(long from, long to) {
        consumer.updateBeginningOffsets(Map.of(PARTITION, from));
        consumer.updateEndOffsets(Map.of(PARTITION, to));
    }

    private void assign() {
        stage.start();
        consumer.schedulePollTask(() -> consumer.rebalance(List.of(PARTITION)));
    }

    private void write(long offset, String row) {
        consumer.addRecord(
                new ConsumerRecord<>(PARTITION.topic(), 0, offset, new byte[0], row.getBytes(StandardCharsets.UTF_8)));
    }

    private void writeWhenAssigned(long offset, String... rows) {
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < rows.length; i++) {
                write(offset + i, rows[i]);
            }
        });
    }

    private void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(failure).as("failure while waiting: " + what).isNotDone();
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void rowsAreCommittedThenDeletedAndPublished() {
        table.positions.put(ID, 5L);
        assign();
        writeWhenAssigned(4, "old", "a", "b");
        until("deletion", () -> Long.valueOf(7).equals(topic.deletedBelow.get(PARTITION)));
        until("news", () -> stage.progress().settled().equals(Map.of(0, 7L)));
        assertThat(table.rows).containsExactly("a", "b");
        assertThat(table.positions).containsEntry(ID, 7L);
        assertThat(requireNonNull(checkpoint.offsets().positions().get(ID)).nextOffset())
                .isEqualTo(7);
    }

    @Test
    void tableThatTakesItsTimeIsNoticedAndItsTimeIsToldApart() {
        CountDownLatch answered = new CountDownLatch(1);
        table.beforeAppending = () -> awaitUninterrupted(answered);
        assign();
        writeWhenAssigned(0, "a");
        until("silence", () -> stage.tableSilentFor().compareTo(Duration.ofMillis(50)) > 0);
        assertThat(stage.progress().commits()).isZero();
        answered.countDown();
        until("the commit", () -> stage.progress().commits() == 1);
        until("the end of the silence", () -> stage.tableSilentFor().isZero());
        SinkProgress.CommitTimes times = stage.progress().lastCommit();
        assertThat(times.table()).isGreaterThanOrEqualTo(50);
        assertThat(times.whole()).isGreaterThanOrEqualTo(times.table() + times.positions());
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void rowsThatAnotherInstanceHasCommittedMeanwhileAreDropped() {
        table.beforeAppending = () -> {
            table.beforeAppending = () -> {};
            table.rows.add("a");
            table.rows.add("b");
            table.positions.put(ID, 2L);
        };
        assign();
        writeWhenAssigned(0, "a");
        until("the rival's commit", () -> table.rows.size() == 2);
        // read again from the table's position on: the consumer for tests hands out a record once
        until("a new start", () -> stage.progress().settled().equals(Map.of(0, 2L)));
        consumer.schedulePollTask(() -> write(2, "c"));
        until("our commit", () -> table.rows.size() == 3);
        assertThat(table.rows).containsExactly("a", "b", "c");
        assertThat(table.positions).containsEntry(ID, 3L);
    }

    @Test
    void topicThatLostItsTailEndsTheStage() throws Exception {
        table.positions.put(ID, 50L);
        assign();
        until("the start", () -> stage.progress().settled().equals(Map.of(0, 50L)));
        consumer.schedulePollTask(() -> {
            topicHolds(0, 3);
            consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 50L)));
        });
        assertThat(failure.get(10, TimeUnit.SECONDS))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("offset 50")
                .hasMessageContaining("ends at offset 3");
        assertThat(stage.stop(PATIENCE)).isTrue();
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void tableThatLostItsPositionWhileRunningEndsTheStage() throws Exception {
        assign();
        writeWhenAssigned(0, "a");
        until("the first commit", () -> stage.progress().settled().equals(Map.of(0, 1L)));
        table.positions.clear();
        consumer.schedulePollTask(() -> write(1, "b"));
        assertThat(failure.get(10, TimeUnit.SECONDS))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("the table's log says nothing");
        assertThat(table.rows).containsExactly("a");
    }

    @Test
    void failureOfTheTableEndsTheStage() throws Exception {
        table.beforeAnswering = () -> {
            throw new IllegalStateException("the table is gone");
        };
        assign();
        assertThat(failure.get(10, TimeUnit.SECONDS)).hasMessage("the table is gone");
    }

    @Test
    void revokedRowsAreNotCommitted() {
        stage = start(new CommitTrigger.AtTheEnd());
        assign();
        writeWhenAssigned(0, "a");
        until("the row", () -> stage.progress().bufferedRows() == 1);
        consumer.schedulePollTask(() -> consumer.rebalance(List.of()));
        until("nothing buffered", () -> stage.progress().bufferedRows() == 0);
        stage.drain();
        consumer.schedulePollTask(() -> consumer.rebalance(List.of(PARTITION)));
        writeWhenAssigned(0, "a");
        until("the commit", () -> table.rows.size() == 1);
        assertThat(table.positions).containsEntry(ID, 1L);
    }

    @Test
    void commitThatOutlastsTheStopIsInterruptedAndNoThreadStays() throws InterruptedException {
        CountDownLatch committing = new CountDownLatch(1);
        table.beforeAppending = () -> {
            committing.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("interrupted", interrupted);
            }
        };
        assign();
        writeWhenAssigned(0, "a");
        committing.await();
        List<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("sluice-sink")
                        || thread.getName().equals("sluice-table"))
                .toList();
        assertThat(threads).hasSizeGreaterThanOrEqualTo(2);
        assertThat(stage.stop(Duration.ofMillis(20))).isFalse();
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
            assertThat(thread.isAlive()).as(thread.getName()).isFalse();
        }
        assertThat(failure).as("a stop is no failure").isNotDone();
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void slowStorageDoesNotKeepTheStageFromPolling() {
        CountDownLatch polledMeanwhile = new CountDownLatch(3);
        table.beforeAppending = () -> {
            for (int i = 0; i < 3; i++) {
                consumer.schedulePollTask(polledMeanwhile::countDown);
            }
            try {
                assertThat(polledMeanwhile.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                        .isTrue();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("interrupted", interrupted);
            }
        };
        assign();
        writeWhenAssigned(0, "a");
        until("the commit", () -> table.rows.size() == 1);
        assertThat(polledMeanwhile.getCount()).isZero();
    }

    @Test
    void farewellToTheGroupFitsIntoTheStop() throws InterruptedException {
        assign();
        until("the start", () -> stage.progress().settled().equals(Map.of(0, 0L)));
        Duration timeout = Duration.ofSeconds(2);
        assertThat(stage.stop(timeout)).isTrue();
        assertThat(farewell).isCompletedWithValueMatching(time -> time.compareTo(timeout) < 0, "less than the stop");
    }

    @Test
    void commitUnderWayIsAwaitedByTheStop() throws InterruptedException {
        CountDownLatch committing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        table.beforeAppending = () -> {
            committing.countDown();
            try {
                go.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("interrupted", interrupted);
            }
        };
        assign();
        writeWhenAssigned(0, "a");
        committing.await();
        CompletableFuture<Void> later = CompletableFuture.runAsync(go::countDown);
        assertThat(stage.stop(PATIENCE)).isTrue();
        later.join();
        assertThat(table.rows).containsExactly("a");
        assertThat(requireNonNull(checkpoint.offsets().positions().get(ID)).nextOffset())
                .isEqualTo(1);
    }
}
