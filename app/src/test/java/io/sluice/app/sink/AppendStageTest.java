package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.query.sql.SqlException;
import io.sluice.topology.progress.TopologyProgress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stage that reads the source, its two threads real, over Kafka's own consumer for tests and a table in memory. */
@Timeout(20)
class AppendStageTest {
    private static final TopicPartition PARTITION = new TopicPartition("t", 0);
    private static final TransactionIds IDS = new TransactionIds("q", "t");
    private static final String ID = IDS.of(0);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final FakeTopic topic = new FakeTopic();
    private final FakeAppendTable table = new FakeAppendTable();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private Checkpoint checkpoint;
    private SinkStage stage;

    @BeforeEach
    void open() throws SqlException {
        checkpoint = Checkpoint.open(folder);
        topicHolds(0, 100);
        stage = stage(true);
    }

    private void start(boolean failOnDataLoss) throws SqlException {
        stage = stage(failOnDataLoss);
        stage.start();
        consumer.schedulePollTask(() -> consumer.rebalance(List.of(PARTITION)));
    }

    private SinkStage stage(boolean failOnDataLoss) throws SqlException {
        AppendIntake intake = new AppendIntake(
                IDS,
                AppendIntakeTest.function(),
                table,
                new AppendIntake.DeadLetters("dead", 1 << 20, (partition, upTo, letters) -> true),
                new TopologyProgress(),
                new HashMap<>(),
                Clock.systemUTC());
        return new SinkStage(
                new SinkSettings("t", "q-sink", "i", Map.of(), IDS, 1 << 20),
                consumer,
                topic,
                intake,
                new SourceStart("t", failOnDataLoss),
                table,
                checkpoint.offsets(),
                new CommitTrigger.AsSoonAsPossible(),
                Clock.systemUTC(),
                failure::complete);
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

    private void write(long offset, String... units) {
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < units.length; i++) {
                consumer.addRecord(AppendIntakeTest.message(0, offset + i, units[i]));
            }
        });
    }

    @Test
    void rowsAreAppendedAndTheirPositionIsTold() throws Exception {
        table.positions.put(ID, 5L);
        start(true);
        write(5, "a", "no", "b");
        Await.until("news", PATIENCE, () -> stage.progress().settled().equals(Map.of(0, 8L)));
        assertThat(table.rows).containsExactly("a", "b");
        assertThat(stage.owned()).contains(Set.of(PARTITION));
    }

    @Test
    void commitOfARivalWinsAndTheLoserReadsOnBehindIt() throws Exception {
        AtomicBoolean once = new AtomicBoolean();
        table.beforeAppending = () -> {
            if (once.compareAndSet(false, true)) {
                table.rows.addAll(List.of("a", "b"));
                table.positions.put(ID, 2L);
            }
        };
        start(true);
        write(0, "a", "b", "c");
        Await.until(
                "the loser stands where the table does",
                PATIENCE,
                () -> stage.progress().settled().equals(Map.of(0, 2L)));
        write(2, "c");
        Await.until("the rest", PATIENCE, () -> Long.valueOf(3).equals(table.positions.get(ID)));
        assertThat(table.rows).containsExactly("a", "b", "c");
        assertThat(failure).isNotDone();
    }

    @Test
    void recordsThatAgeOutWhileTheQueryRunsEndIt() throws Exception {
        start(true);
        Await.until("the start", PATIENCE, () -> stage.progress().settled().equals(Map.of(0, 0L)));
        ageOut();
        assertThat(failure.get(10, TimeUnit.SECONDS))
                .isInstanceOf(DataLossException.class)
                .hasMessageContaining("wanted offset 0, the earliest is 3");
    }

    @Test
    void recordsThatAgeOutArePassedOverWherePermitted() throws Exception {
        start(false);
        Await.until("the start", PATIENCE, () -> stage.progress().settled().equals(Map.of(0, 0L)));
        ageOut();
        Await.until("reading goes on", PATIENCE, () -> consumer.position(PARTITION) == 3);
        write(3, "d");
        Await.until("the row", PATIENCE, () -> table.rows.equals(List.of("d")));
        assertThat(table.positions).containsEntry(ID, 4L);
    }

    private void ageOut() {
        consumer.schedulePollTask(() -> {
            topicHolds(3, 100);
            consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 0L)));
        });
    }

    @Test
    void topicThatLostItsTailEndsTheStage() throws Exception {
        table.positions.put(ID, 101L);
        start(false);
        assertThat(failure.get(10, TimeUnit.SECONDS))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("the topic ends at offset 100");
    }

    @Test
    void topicThatWasMadeAnewEndsTheStage() throws Exception {
        topic.id = "another";
        start(true);
        assertThat(failure.get(10, TimeUnit.SECONDS))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("topic t was deleted and made anew");
    }
}
