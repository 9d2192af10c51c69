package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.FaultyTable;
import io.sluice.delta.StorageFaults;
import io.sluice.delta.StorageFaults.Fault;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real sink stage and the real committer over a real table in real files, under seeded schedules of faults at any call to
 * storage: a full or read-only folder, calls that fail before or after they took effect or take a minute, a process that is killed
 * in the middle of one, another instance that commits the same rows, other writers, lost checkpoints. Replay one schedule with
 * {@code -Dsluice.storage.seed=N}; run more with {@code -Dsluice.storage.count=N}.
 */
class StorageScheduleTest {
    private static final Schema SCHEMA =
            Schema.of(Column.nullable("site", Primitive.STRING), Column.nullable("n", Primitive.LONG));
    private static final TransactionIds IDS = new TransactionIds("q", "t");
    private static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<Fault> FAULTS =
            Stream.of(Fault.values()).filter(fault -> fault != Fault.NONE).toList();

    @TempDir
    private Path folder;

    @Test
    void rowsAreInTheTableOnceUnderAnySchedule() throws Exception {
        Long only = Long.getLong("sluice.storage.seed");
        long first = only == null ? 0 : only;
        long last = only == null ? Long.getLong("sluice.storage.count", 40) - 1 : only;
        for (long seed = first; seed <= last; seed++) {
            Path own = Files.createDirectory(folder.resolve("seed-" + seed));
            Schedule schedule = new Schedule(seed, own);
            try {
                schedule.run();
            } catch (RuntimeException | Error broken) {
                throw new AssertionError(
                        "seed " + seed + " failed; replay: ./mvnw verify -pl app -am -Dtest=StorageScheduleTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.argLine=-Dsluice.storage.seed="
                                + seed,
                        broken);
            } finally {
                schedule.end();
            }
            delete(own);
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static final class Schedule {
        private final Random random;
        private final Random faultRandom;
        private final int faultPercent;
        private final Path checkpointFolder;
        private final String path;
        private final List<String> partitionBy;
        private final ReplayedTopic topic = new ReplayedTopic("q-closed-windows", PARTITIONS);
        private final Map<TopicPartition, Long> deletedBelow = new HashMap<>();
        private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        private final List<Long> expected = new ArrayList<>();
        private final StorageFaults faults;
        private volatile boolean faultless;
        private long rows;
        private long foreign;
        private @Nullable Running running;

        /** One process. */
        private record Running(
                Checkpoint checkpoint,
                ReplayedTopic.Reader reader,
                FakeTopic admin,
                SinkStage stage,
                CompletableFuture<Throwable> failure) {}

        Schedule(long seed, Path own) {
            random = new Random(seed);
            faultRandom = new Random(seed);
            faultPercent = random.nextInt(20);
            checkpointFolder = own.resolve("checkpoint");
            path = own.resolve("table").toString();
            partitionBy = random.nextBoolean() ? List.of() : List.of("site");
            faults = StorageFaults.begin(call -> faultless || faultRandom.nextInt(100) >= faultPercent
                            ? Fault.NONE
                            : FAULTS.get(faultRandom.nextInt(FAULTS.size())))
                    .onSlow(() -> now.updateAndGet(time -> time.plus(Duration.ofMinutes(1))))
                    .onRival(this::intrude);
        }

        void run() throws InterruptedException {
            for (int round = 0; round < 5; round++) {
                append();
                deliver();
                if (random.nextInt(4) == 0) {
                    endProcess();
                    if (random.nextBoolean()) {
                        loseCheckpoint();
                    }
                }
            }
            faultless = true;
            while (!deliver()) {
                assertThat(running).as("a process without faults").isNull();
            }
            endProcess();
            List<Long> found = new ArrayList<>();
            plain().read(row -> found.add(row.longAt(1)));
            assertThat(found).as("%s", faults.calls()).containsExactlyInAnyOrderElementsOf(expected);
            for (int number = 0; number < PARTITIONS; number++) {
                assertThat(deletedBelow.getOrDefault(new TopicPartition("q-closed-windows", number), 0L))
                        .isLessThanOrEqualTo(topic.lastRecordEnd(number));
            }
        }

        private void append() {
            for (int number = 0; number < PARTITIONS; number++) {
                List<byte[]> batch = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    batch.add(encoded("site " + random.nextInt(3), rows));
                    expected.add(rows++);
                }
                if (!batch.isEmpty()) {
                    topic.append(number, batch, random);
                }
            }
        }

        private static byte[] encoded(String site, long n) {
            Row row = SCHEMA.newRow();
            row.setObject(0, site);
            row.setLong(1, n);
            return new RowCodec(SCHEMA).encode(row);
        }

        /** Lets a process commit all there is; false when it died of it. */
        private boolean deliver() throws InterruptedException {
            Running process = running;
            if (process == null) {
                process = startProcess();
                running = process;
                if (process == null) {
                    return false;
                }
            } else {
                process.reader.refresh();
            }
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!process.stage.progress().settled().equals(ends())) {
                if (process.failure.isDone()) {
                    endProcess();
                    return false;
                }
                assertThat(System.nanoTime())
                        .as("%s, to settle at %s; %s", process.stage.progress(), ends(), faults.calls())
                        .isLessThan(deadline);
                Thread.onSpinWait();
            }
            return true;
        }

        private Map<Integer, Long> ends() {
            Map<Integer, Long> ends = new HashMap<>();
            IntStream.range(0, PARTITIONS).forEach(number -> ends.put(number, topic.lastRecordEnd(number)));
            return ends;
        }

        private @Nullable Running startProcess() {
            faults.restart();
            DeltaTable table = FaultyTable.at(
                    path,
                    DeltaOptions.defaults()
                            .withTableProperties(Map.of("delta.checkpointInterval", "3"))
                            .withClock(now::get)
                            .withRetries(new RetryPolicy(3, Duration.ZERO, Duration.ZERO), length -> {}));
            try {
                table.ensure(SCHEMA, partitionBy);
            } catch (DeltaUnavailableException | StorageFaults.Killed | NoClassDefFoundError failed) {
                return null;
            }
            Checkpoint checkpoint = Checkpoint.open(checkpointFolder);
            ReplayedTopic.Reader reader = topic.reader(deletedBelow);
            FakeTopic admin = new FakeTopic();
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            SinkStage stage = new SinkStage(
                    new SinkSettings("q-closed-windows", "q-sink", "i", Map.of(), IDS, 1 << 20),
                    reader,
                    admin,
                    new DeltaWindowTable(table, SCHEMA, IDS.prefix()),
                    checkpoint.offsets(),
                    new CommitTrigger.AsSoonAsPossible(),
                    now::get,
                    failure::complete);
            stage.start();
            return new Running(checkpoint, reader, admin, stage, failure);
        }

        private void endProcess() throws InterruptedException {
            Running process = running;
            running = null;
            if (process != null) {
                assertThat(process.stage.stop(PATIENCE)).isTrue();
                process.checkpoint.close();
                deletedBelow.putAll(process.admin.deletedBelow);
                Throwable failure = process.failure.getNow(null);
                if (failure != null) {
                    assertThat(failure)
                            .isInstanceOfAny(
                                    DeltaUnavailableException.class,
                                    StorageFaults.Killed.class,
                                    NoClassDefFoundError.class);
                }
            }
        }

        private void loseCheckpoint() {
            try {
                delete(checkpointFolder);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private DeltaTable plain() {
            DeltaTable table = DeltaTable.at(path, DeltaOptions.defaults());
            table.ensure(SCHEMA, partitionBy);
            return table;
        }

        /** Another instance that owns a partition by now commits of its rows; or somebody else appends some of their own. */
        private void intrude() {
            int number = faultRandom.nextInt(PARTITIONS);
            DeltaWindowTable other = new DeltaWindowTable(plain(), SCHEMA, IDS.prefix());
            String id = IDS.of(number);
            long from = other.positions(Set.of(id)).getOrDefault(id, 0L);
            long to = topic.lastRecordEnd(number);
            if (from < to && faultRandom.nextBoolean()) {
                long part = from + 1 + faultRandom.nextLong(to - from);
                other.append(List.of(new Span(id, from, part)), topic.rows(number, from, part));
            } else {
                foreign--;
                expected.add(foreign);
                assertThat(other.append(List.of(new Span("other " + foreign, 0, 1)), List.of(encoded("x", foreign))))
                        .isInstanceOf(CommitOutcome.Committed.class);
            }
        }

        void end() throws InterruptedException {
            faultless = true;
            endProcess();
            faults.close();
        }
    }
}
