package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.checkpoint.LocalOffsets;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class PositioningTest {
    private static final TopicPartition PARTITION = new TopicPartition("q-closed-windows", 0);
    private static final List<TopicPartition> ONE = List.of(PARTITION);
    private static final TransactionIds IDS = new TransactionIds("q", "t");
    private static final String ID = IDS.of(0);

    @TempDir
    private Path folder;

    private final HookedConsumer consumer = new HookedConsumer();
    private final OutboxBuffer buffer = new OutboxBuffer(IDS);
    private final FakeTopic topic = new FakeTopic();
    private final FakeTable table = new FakeTable();
    private final TableThread tableThread = new TableThread();

    /** Lets something happen just before it tells where partitions begin. */
    private static final class HookedConsumer extends MockConsumer<byte[], byte[]> {
        Runnable beforeBeginning = () -> {};

        HookedConsumer() {
            super("none");
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // what it waits for needs the lock
        public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            beforeBeginning.run();
            return super.beginningOffsets(partitions);
        }
    }

    private Checkpoint checkpoint;
    private Positioning positioning;

    @BeforeEach
    void open() {
        checkpoint = Checkpoint.open(folder);
        positioning = new Positioning(
                consumer, buffer, IDS, checkpoint.offsets(), topic, StartRule.CLOSED_WINDOWS, table, tableThread);
        topicHolds(0, 100);
        consumer.assign(ONE);
        positioning.assigned(ONE);
    }

    @AfterEach
    void close() {
        tableThread.interrupt();
        checkpoint.close();
    }

    private void topicHolds(long from, long to) {
        consumer.updateBeginningOffsets(Map.of(PARTITION, from));
        consumer.updateEndOffsets(Map.of(PARTITION, to));
    }

    /** Asks when there is something to ask, and takes the answer. */
    private void settle() {
        positioning.step(true);
        while (positioning.isAsking()) {
            Thread.onSpinWait();
            positioning.step(true);
        }
    }

    private void reassign() {
        consumer.assign(List.of());
        positioning.revoked(ONE);
        consumer.assign(ONE);
        positioning.assigned(ONE);
    }

    @Test
    void tableThatWasReplacedByAnotherWithTheSamePositionsEndsTheStage() {
        checkpoint.offsets().save("another table", Map.of(ID, new LocalOffsets.Position(10, 1)));
        positioning = new Positioning(
                consumer, buffer, IDS, checkpoint.offsets(), topic, StartRule.CLOSED_WINDOWS, table, tableThread);
        positioning.assigned(ONE);
        table.positions.put(ID, 10L);
        assertThatThrownBy(this::settle)
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("has id the table");
        assertThat(buffer.holds(0)).isFalse();
    }

    @Test
    void partitionIsPausedUntilTheTableHasAnsweredAndStartsThere() throws InterruptedException {
        table.positions.put(ID, 10L);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        table.beforeAnswering = () -> {
            asked.countDown();
            await(answer);
        };
        positioning.step(true);
        asked.await();
        positioning.step(true);
        assertThat(consumer.paused()).containsExactly(PARTITION);
        assertThat(buffer.holds(0)).isFalse();

        answer.countDown();
        settle();
        assertThat(consumer.paused()).isEmpty();
        assertThat(consumer.position(PARTITION)).isEqualTo(10);
        assertThat(buffer.settled()).isEqualTo(Map.of(0, 10L));
    }

    @Test
    void partitionThatStartsWhileReadingIsHeldBackStaysPaused() {
        positioning.step(false);
        while (positioning.isAsking()) {
            positioning.step(false);
        }
        assertThat(buffer.holds(0)).isTrue();
        assertThat(consumer.paused()).containsExactly(PARTITION);
    }

    @Test
    void answerThatARevocationHasOvertakenIsNotTaken() {
        table.positions.put(ID, 10L);
        CountDownLatch answer = new CountDownLatch(1);
        table.beforeAnswering = () -> await(answer);
        positioning.step(true);
        reassign();
        table.positions.put(ID, 20L);
        answer.countDown();
        settle();
        assertThat(buffer.holds(0)).as("started by the old answer").isFalse();

        settle();
        assertThat(consumer.position(PARTITION)).isEqualTo(20);
    }

    @Test
    void revokedPartitionIsNotStartedByALateAnswer() {
        positioning.step(true);
        consumer.assign(List.of());
        positioning.revoked(ONE);
        settle();
        settle();
        assertThat(buffer.holds(0)).isFalse();
    }

    @Test
    void whatIsDeletedWhileTheTableAnswersIsNotTakenForMissingRows() {
        table.positions.put(ID, 10L);
        CountDownLatch answered = new CountDownLatch(1);
        // the table says 10; before we hear of it, another instance commits up to 20 and deletes
        table.beforeAnswering = () -> {
            topicHolds(20, 100);
            answered.countDown();
        };
        // were the table asked first, it would have its answer by then
        consumer.beforeBeginning = () -> await(answered, Duration.ofMillis(200));
        settle();
        assertThat(consumer.position(PARTITION)).isEqualTo(10);
    }

    @Test
    void whatIsWrittenAndCommittedWhileTheTableIsAskedIsNotTakenForALostTail() {
        topicHolds(0, 5);
        table.positions.put(ID, 10L);
        table.beforeAnswering = () -> topicHolds(0, 10);
        settle();
        assertThat(consumer.position(PARTITION)).isEqualTo(10);
    }

    @Test
    void positionBeyondTheEndOfTheTopicIsRefused() {
        table.positions.put(ID, 101L);
        assertThatThrownBy(this::settle)
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("offset 101")
                .hasMessageContaining("ends at offset 100");
    }

    @Test
    void outOfRangeDropsWhatIsBufferedAndAsksAgain() {
        settle();
        buffer.add(0, 0, "row".getBytes(StandardCharsets.UTF_8));
        table.positions.put(ID, 30L);
        topicHolds(30, 100);
        positioning.outOfRange(new OffsetOutOfRangeException(Map.of(PARTITION, 1L)));
        assertThat(buffer.hasRows()).isFalse();
        assertThat(consumer.paused()).containsExactly(PARTITION);
        settle();
        assertThat(consumer.position(PARTITION)).isEqualTo(30);
    }

    @Test
    void logThatPartsBelowTheTablesPositionIsRefusedThoughItIsLongEnough() {
        table.positions.put(ID, 30L);
        settle();
        positioning.outOfRange(truncatedAt(29));
        assertThatThrownBy(this::settle)
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("ends at offset 29");
    }

    @Test
    void logThatPartsAboveTheTablesPositionIsReadAgain() {
        table.positions.put(ID, 30L);
        settle();
        positioning.outOfRange(truncatedAt(30));
        settle();
        assertThat(consumer.position(PARTITION)).isEqualTo(30);
        assertThat(consumer.paused()).isEmpty();
    }

    private static LogTruncationException truncatedAt(long offset) {
        return new LogTruncationException(
                "the log parts", Map.of(PARTITION, 40L), Map.of(PARTITION, new OffsetAndMetadata(offset)));
    }

    @Test
    void topicMadeAnewIsRefusedThoughItIsLongEnough() {
        topic.id = "another";
        assertThatThrownBy(this::settle)
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("its id was t and is another");
    }

    @Test
    void silentKafkaIsAskedAgain() {
        topic.silences.set(2);
        table.positions.put(ID, 10L);
        settle();
        settle();
        assertThat(buffer.holds(0)).isFalse();
        settle();
        assertThat(consumer.position(PARTITION)).isEqualTo(10);
    }

    @Test
    void lateOffsetsAreAskedForAgain() {
        consumer.setOffsetsException(new TimeoutException("beginning"));
        positioning.step(true);
        assertThat(positioning.isAsking()).isFalse();
        table.beforeAnswering = () -> {
            table.beforeAnswering = () -> {};
            consumer.setOffsetsException(new TimeoutException("end"));
        };
        settle();
        assertThat(positioning.isWaiting(PARTITION)).isTrue();
        settle();
        assertThat(positioning.isWaiting(PARTITION)).isFalse();
        assertThat(buffer.holds(0)).isTrue();
    }

    @Test
    void failureOfTheTableIsThrown() {
        table.beforeAnswering = () -> {
            throw new IllegalStateException("the table is gone");
        };
        assertThatThrownBy(this::settle).hasMessage("the table is gone");
    }

    @Test
    void onlyPartitionsThatAreOursAreAskedForAgain() {
        settle();
        TopicPartition other = new TopicPartition(PARTITION.topic(), 1);
        positioning.again(Set.copyOf(List.of(other)));
        assertThat(positioning.isWaiting(other)).isFalse();
        positioning.again(new HashSet<>(ONE));
        assertThat(positioning.isWaiting(PARTITION)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        await(latch, Duration.ofDays(1));
    }

    private static void await(CountDownLatch latch, Duration most) {
        try {
            var unused = latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
