package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.FaultyLogStore.Fault;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.Pause;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultyStorageTest {
    private static final Schema SCHEMA =
            Schema.of(Rows.column("k", Primitive.STRING), Rows.column("n", Primitive.LONG));
    private static final RetryPolicy THREE = new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1));

    @TempDir
    private Path folder;

    @AfterEach
    void noFaultsForOthers() {
        FaultyLogStore.next();
    }

    private DeltaTable open() {
        return open(length -> {});
    }

    private DeltaTable open(Pause pause) {
        DeltaOptions options = DeltaOptions.defaults()
                .withLogStore(FaultyLogStore.class)
                .withTableProperties(Map.of("delta.checkpointInterval", "4"))
                .withRetries(THREE, pause);
        DeltaTable table = DeltaTable.at(folder.resolve("table").toString(), options);
        table.ensure(SCHEMA, List.of());
        return table;
    }

    private static List<Row> row(long n) {
        return List.of(Rows.of(SCHEMA, "k", n));
    }

    private static List<Span> span(long from) {
        return List.of(new Span("q:0", from, from + 1), new Span("q:1", from * 10, from * 10 + 10));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAILS_BEFORE", "FAILS_AFTER", "FINDS_ITS_OWN_FILE", "DIES_AFTER"})
    void rowsAreThereOnceWhateverTheLogWriteAnswers(Fault fault) {
        DeltaTable table = open();
        FaultyLogStore.next(fault);

        assertThat(table.commit(span(0), row(0))).isEqualTo(new CommitOutcome.Committed(1, 1));
        assertThat(table.commit(span(1), row(1))).isEqualTo(new CommitOutcome.Committed(2, 1));

        assertThat(Rows.in(table)).containsExactly("k='k' n=0", "k='k' n=1");
        assertThat(dataFiles()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAILS_BEFORE", "FAILS_AFTER", "FINDS_ITS_OWN_FILE", "DIES_AFTER"})
    void aFailedCheckpointDoesNotRepeatTheCommit(Fault fault) {
        DeltaTable table = open();
        for (int i = 0; i < 3; i++) {
            table.commit(span(i), row(i));
        }
        FaultyLogStore.next(Fault.NONE, fault); // version 4: its commit, then the pointer to its checkpoint

        assertThat(table.commit(span(3), row(3))).isEqualTo(new CommitOutcome.Committed(4, 1));

        assertThat(FaultyLogStore.FAULTS).isEmpty();
        assertThat(Rows.in(table)).hasSize(4);
        assertThat(table.version()).hasValue(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAILS_BEFORE", "FAILS_AFTER", "FINDS_ITS_OWN_FILE", "DIES_AFTER"})
    void creationThatFailedIsLookedAtAgain(Fault fault) {
        FaultyLogStore.next(fault);
        if (fault == Fault.FAILS_BEFORE) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(DeltaUnavailableException.class)
                    .hasMessageContaining("connection refused");
        }
        DeltaTable table = open();
        assertThat(table.version()).hasValue(0);
        assertThat(table.commit(span(0), row(0))).isEqualTo(new CommitOutcome.Committed(1, 1));
    }

    @Test
    void randomFaultsNeverLoseOrDoubleARow() {
        long seed = 20_261_130;
        Random random = new Random(seed);
        Fault[] faults = {
            Fault.NONE,
            Fault.NONE,
            Fault.NONE,
            Fault.FAILS_BEFORE,
            Fault.FAILS_AFTER,
            Fault.FINDS_ITS_OWN_FILE,
            Fault.DIES_AFTER
        };
        DeltaTable table = open();
        List<String> expected = new ArrayList<>();
        long next = 0;
        for (int step = 0; step < 40; step++) {
            FaultyLogStore.next(
                    faults[random.nextInt(faults.length)],
                    faults[random.nextInt(faults.length)],
                    faults[random.nextInt(faults.length)],
                    faults[random.nextInt(faults.length)]);
            if (random.nextInt(5) == 0) {
                table = DeltaTable.at(
                        folder.resolve("table").toString(),
                        DeltaOptions.defaults()
                                .withLogStore(FaultyLogStore.class)
                                .withRetries(THREE, length -> {}));
                table.ensure(SCHEMA, List.of());
            }
            try {
                CommitOutcome outcome = table.commit(span(next), row(next));
                assertThat(outcome).as("seed %s step %s", seed, step).isNotInstanceOf(CommitOutcome.Fenced.class);
                expected.add("k='k' n=" + next);
                next++;
            } catch (DeltaUnavailableException e) {
                assertThat(e.attempts())
                        .as("seed %s step %s", seed, step)
                        .isEqualTo(3); // the same again in the next step
            }
        }
        FaultyLogStore.next();
        while (!(table.commit(span(next), row(next)) instanceof CommitOutcome.Committed)) {
            assertThat(next).as("seed %s", seed).isLessThan(1000);
        }
        expected.add("k='k' n=" + next);
        assertThat(Rows.in(table)).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(table.positions(Set.of("q:0", "q:1"))).isEqualTo(Map.of("q:0", next + 1, "q:1", next * 10 + 10));
        assertThat(dataFiles()).as("seed %s: no orphans", seed).hasSize(expected.size());
    }

    @Test
    void ofTwoWritersWithTheSameIdsOneCommits() {
        DeltaTable first = open();
        DeltaTable zombie = open();
        assertThat(first.commit(span(0), row(0))).isEqualTo(new CommitOutcome.Committed(1, 1));

        assertThat(zombie.commit(span(0), row(0))).isEqualTo(new CommitOutcome.AlreadyCommitted(1));
        List<Span> longer = List.of(new Span("q:0", 0, 2), new Span("q:1", 0, 20));
        assertThat(zombie.commit(longer, row(0))).isEqualTo(new CommitOutcome.Fenced(Map.of("q:0", 1L, "q:1", 10L)));
        List<Span> partly = List.of(new Span("q:1", 0, 20));
        assertThat(zombie.commit(partly, row(0))).isEqualTo(new CommitOutcome.Fenced(Map.of("q:1", 10L)));

        assertThat(Rows.in(first)).hasSize(1);
        assertThat(dataFiles()).hasSize(1);
    }

    @Test
    void aRivalBetweenStagingAndCommitWins() {
        DeltaTable ours = open();
        DeltaTable rival = open();
        FaultyLogStore.rivalBeforeNextWrite(() -> rival.commit(span(0), row(0)));
        assertThat(ours.commit(span(0), row(0))).isEqualTo(new CommitOutcome.AlreadyCommitted(1));

        List<Span> onlyOne = List.of(new Span("q:1", 10, 15));
        FaultyLogStore.rivalBeforeNextWrite(() -> rival.commit(onlyOne, row(1)));
        assertThat(ours.commit(span(1), row(1))).isEqualTo(new CommitOutcome.Fenced(Map.of("q:0", 1L, "q:1", 15L)));

        List<Span> other = List.of(new Span("q:2", 0, 1));
        FaultyLogStore.rivalBeforeNextWrite(() -> rival.commit(other, row(2)));
        List<Span> next = List.of(new Span("q:0", 1, 2), new Span("q:1", 15, 20));
        assertThat(ours.commit(next, row(3))).isEqualTo(new CommitOutcome.Committed(4, 1));

        assertThat(Rows.in(ours)).containsExactly("k='k' n=0", "k='k' n=1", "k='k' n=2", "k='k' n=3");
        assertThat(dataFiles()).hasSize(4);
    }

    @Test
    void twoCreatorsMakeOneTable() {
        DeltaTable[] second = new DeltaTable[1];
        FaultyLogStore.rivalBeforeNextWrite(() -> second[0] = open());
        DeltaTable first = open();
        assertThat(first.version()).hasValue(0);
        assertThat(first.commit(span(0), row(0))).isEqualTo(new CommitOutcome.Committed(1, 1));
        assertThat(second[0].commit(span(0), row(0))).isEqualTo(new CommitOutcome.AlreadyCommitted(1));
    }

    @Test
    void fullDiskIsNamedAndNothingIsLost() {
        DeltaTable table = open();
        FaultyLogStore.next(Fault.DISK_FULL, Fault.DISK_FULL, Fault.DISK_FULL);

        assertThatThrownBy(() -> table.commit(span(0), row(0)))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining(folder.resolve("table").toString())
                .hasMessageContaining("3 attempts")
                .hasMessageContaining("the disk is full");
        assertThat(dataFiles()).isEmpty();

        assertThat(table.commit(span(0), row(0))).isEqualTo(new CommitOutcome.Committed(1, 1));
        assertThat(Rows.in(table)).hasSize(1);
    }

    @Test
    void readOnlyLogIsNamed() {
        DeltaTable table = open();
        FaultyLogStore.next(Fault.READ_ONLY, Fault.READ_ONLY, Fault.READ_ONLY);
        assertThatThrownBy(() -> table.commit(span(0), row(0)))
                .hasMessageContaining("the file system is read-only: mount it writable");
    }

    @Test
    void anInterruptedThreadStopsAndNothingIsLostOrDoubled() {
        DeltaTable table = open();
        table.commit(span(0), row(0));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> table.commit(span(1), row(1)))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();

        assertThat(table.commit(span(1), row(1))).isEqualTo(new CommitOutcome.Committed(2, 1));
        assertThat(Rows.in(table)).containsExactly("k='k' n=0", "k='k' n=1");
    }

    @Test
    void aPathThatIsAFileIsRefusedAtTheStart() throws IOException {
        Files.writeString(folder.resolve("table"), "not a folder");
        assertThatThrownBy(this::open)
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining(folder.resolve("table").toString());
    }

    @Test
    void aTableThatVanishedIsReportedAndNotMadeAnew() throws IOException {
        DeltaTable table = open();
        table.commit(span(0), row(0));
        Files.move(folder.resolve("table"), folder.resolve("elsewhere"));

        assertThatThrownBy(() -> table.commit(span(1), row(1)))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("the table is gone");
        assertThat(folder.resolve("table")).doesNotExist();

        Files.move(folder.resolve("elsewhere"), folder.resolve("table"));
        assertThat(table.commit(span(1), row(1))).isEqualTo(new CommitOutcome.Committed(2, 1));
    }

    @Test
    void positionsAreReadThroughAHiccup() throws IOException {
        AtomicBoolean backAgain = new AtomicBoolean();
        DeltaTable table = open(length -> {
            if (backAgain.compareAndSet(false, true)) {
                moveBack();
            }
        });
        table.commit(span(0), row(0));
        Files.move(folder.resolve("table"), folder.resolve("elsewhere"));

        assertThat(table.positions(Set.of("q:0", "q:1"))).isEqualTo(Map.of("q:0", 1L, "q:1", 10L));
        assertThat(backAgain).isTrue();
    }

    private void moveBack() {
        try {
            Files.move(folder.resolve("elsewhere"), folder.resolve("table"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTableThatWasReplacedIsNotWrittenTo() throws IOException {
        DeltaTable table = open();
        table.commit(span(0), row(0));
        Files.move(folder.resolve("table"), folder.resolve("elsewhere"));
        open();

        assertThatThrownBy(() -> table.commit(span(1), row(1)))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining("it was replaced by another table");
    }

    @Test
    void anEmptyCommitFileOfACrashedWriterTakesItsRowsAndPositionsTogether() throws IOException {
        DeltaTable table = open();
        table.commit(span(0), row(0));
        table.commit(span(1), row(1));
        Files.writeString(folder.resolve("table/_delta_log/00000000000000000002.json"), "");

        DeltaTable again = open();
        assertThat(again.positions(Set.of("q:0", "q:1"))).isEqualTo(Map.of("q:0", 1L, "q:1", 10L));
        assertThat(again.commit(span(1), row(1))).isEqualTo(new CommitOutcome.Committed(3, 1));
        assertThat(Rows.in(again)).containsExactly("k='k' n=0", "k='k' n=1");
    }

    private Set<String> dataFiles() {
        try (Stream<Path> files = Files.walk(folder)) {
            Set<String> names = new TreeSet<>();
            files.map(Path::toString)
                    .filter(file -> file.endsWith(".parquet") && !file.contains("_delta_log"))
                    .forEach(names::add);
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
