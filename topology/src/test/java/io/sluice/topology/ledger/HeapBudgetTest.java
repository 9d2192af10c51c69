package io.sluice.topology.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More groups than the heap has room for: what closes is the same, and the heap keeps to its budget. */
class HeapBudgetTest {
    private static final int GROUPS = 25_000;
    private static final long BUDGET_BYTES = 1 << 20;

    /** A ledger with its storage and what it has closed. */
    private static final class Told {
        final MemoryStorage storage = new MemoryStorage();
        final WindowLedger ledger;
        final List<String> closed = new ArrayList<>();

        Told(HeapBudget budget) {
            ledger = new WindowLedger(
                    new Window.Tumbling(10, 0),
                    new Aggregation(List.of(
                            new Aggregate(
                                    Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), DataType.Primitive.LONG, "n"),
                            new Aggregate(
                                    Aggregate.Function.MAX,
                                    0,
                                    Optional.of(DataType.Primitive.STRING),
                                    DataType.Primitive.STRING,
                                    "last"))),
                    budget);
            ledger.load(storage);
        }

        void add(long eventTime, String group, String value) {
            Row input = new Row(1);
            input.setObject(0, value);
            ledger.add(eventTime, group.getBytes(StandardCharsets.UTF_8), input);
        }

        void advance(long watermark) {
            ledger.advance(
                    watermark,
                    (start, end, group, state) -> closed.add(start + " " + new String(group, StandardCharsets.UTF_8)
                            + " " + state.longAt(0) + " " + state.stringAt(1)));
        }
    }

    /** Room for nothing; for a part, packed; for all, packed. */
    @ParameterizedTest
    @ValueSource(longs = {0, 100_000, BUDGET_BYTES, 4 * BUDGET_BYTES})
    void whatClosesIsTheSameAsWithAllOnTheHeap(long bytes) {
        long seed = Long.getLong("sluice.seed", bytes);
        Random random = new Random(seed);
        Told small = new Told(HeapBudget.ofBytes(bytes));
        Told large = new Told(HeapBudget.unlimited());
        long watermark = 0;
        for (int step = 0; step < 40; step++) {
            for (int i = 0; i < 3_000; i++) {
                long eventTime = watermark + random.nextInt(30);
                String group = "unit " + random.nextInt(GROUPS);
                String value = "value " + random.nextInt(1_000);
                small.add(eventTime, group, value);
                large.add(eventTime, group, value);
            }
            if (random.nextInt(6) == 0) {
                watermark += 10;
                small.advance(watermark);
                large.advance(watermark);
            }
            small.ledger.flush(small.storage);
            assertThat(small.ledger.heapBytes())
                    .as("seed %d, step %d", seed, step)
                    .isLessThanOrEqualTo(bytes);
            if (random.nextInt(10) == 0) {
                small.ledger.load(small.storage);
            }
            assertThat(small.ledger.openGroups())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(large.ledger.openGroups());
            assertThat(small.ledger.groupsOfOldest(9)).isEqualTo(large.ledger.groupsOfOldest(9));
        }
        small.advance(watermark + 100);
        large.advance(watermark + 100);
        Collections.sort(small.closed);
        Collections.sort(large.closed);
        assertThat(small.closed).as("seed %d", seed).isEqualTo(large.closed);
        small.ledger.flush(small.storage);
        assertThat(small.storage.size()).as("entries that stay: the watermark").isEqualTo(1);
    }

    @Test
    void windowOfMoreGroupsThanAreReadAtATimeClosesWhole() {
        Told told = new Told(HeapBudget.ofBytes(0));
        for (int i = 0; i < GROUPS; i++) {
            told.add(5, "unit " + i, "x");
            told.add(15, "unit " + i, "y");
        }
        told.ledger.flush(told.storage);
        // some of the window are on the heap again when it closes
        for (int i = 0; i < GROUPS; i += 7) {
            told.add(6, "unit " + i, "x");
        }
        told.advance(10);
        assertThat(told.closed).hasSize(GROUPS).contains("0 unit 0 2 x", "0 unit 1 1 x");
        assertThat(new HashSet<>(told.closed)).as("different ones").hasSize(GROUPS);
        assertThat(told.ledger.openGroups()).isEqualTo(GROUPS);
    }

    @Test
    void ledgerWithMuchThatIsNotWrittenIsCrowdedUntilItIs() {
        Told told = new Told(HeapBudget.ofBytes(BUDGET_BYTES));
        assertThat(told.ledger.isCrowded()).isFalse();
        for (int i = 0; i < GROUPS; i++) {
            told.add(5, "unit " + i, "x");
        }
        assertThat(told.ledger.isCrowded()).isTrue();
        told.ledger.flush(told.storage);
        assertThat(told.ledger.isCrowded()).isFalse();
    }

    @Test
    void packedGroupsThatHaveChangedNeedRoomToBeWritten() {
        Told told = new Told(HeapBudget.ofBytes(3 * BUDGET_BYTES));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < GROUPS; i++) {
                told.add(5, "unit " + i, "x");
            }
            assertThat(told.ledger.isCrowded()).isTrue();
            told.ledger.flush(told.storage);
            assertThat(told.ledger.heapBytes()).as("packed").isLessThan(2 * BUDGET_BYTES);
            assertThat(told.ledger.isCrowded()).isFalse();
        }
        assertThat(told.ledger.updatedGroups()).isEqualTo(2 * GROUPS);
    }

    /** What does not fit among the packed ones is an object, and leaves the heap as they do. */
    @ParameterizedTest
    @ValueSource(longs = {0, 100_000, BUDGET_BYTES})
    void groupThatIsTooLargeToBePackedIsKeptAllTheSame(long bytes) {
        Told told = new Told(HeapBudget.ofBytes(bytes));
        for (int i = 0; i < GROUPS; i++) {
            told.add(5, "unit " + i, "x");
        }
        told.add(5, "large", "a");
        told.ledger.flush(told.storage);
        for (int round = 0; round < 3; round++) {
            told.add(5, "large", "b".repeat(70_000 + round));
            told.add(6, "long " + "g".repeat(70_000), "y" + round);
            told.ledger.flush(told.storage);
            assertThat(told.ledger.heapBytes()).isLessThanOrEqualTo(bytes);
            assertThat(told.ledger.openGroups()).isEqualTo(GROUPS + 2);
            if (round == 1) {
                told.ledger.load(told.storage);
            }
        }
        told.advance(10);
        assertThat(told.closed)
                .hasSize(GROUPS + 2)
                .contains("0 unit 7 1 x", "0 large 4 " + "b".repeat(70_002), "0 long " + "g".repeat(70_000) + " 3 y2");
        assertThat(told.ledger.heapBytes()).isZero();
    }

    @Test
    void ledgersShareTheBudgetWhileTheyAreOpen() {
        HeapBudget budget = HeapBudget.ofBytes(1_000);
        Told first = new Told(budget);
        assertThat(budget.share()).isEqualTo(1_000);
        Told second = new Told(budget);
        second.ledger.load(second.storage);
        assertThat(budget.share()).isEqualTo(500);
        first.ledger.close();
        first.ledger.close();
        assertThat(budget.share()).isEqualTo(1_000);
    }

    /** The estimate is what keeps a process from running out of memory: it must not be far below the truth. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 15 << 20})
    void heapIsNotMuchFullerThanEstimated(long budget) {
        Told told = new Told(HeapBudget.ofBytes(budget));
        long before = usedHeap();
        for (int i = 0; i < 4 * GROUPS; i++) {
            told.add(5, "unit " + i, "x");
        }
        told.ledger.flush(told.storage);
        told.storage.clear();
        long used = usedHeap() - before;
        assertThat((double) used / told.ledger.heapBytes())
                .as("used : estimated")
                .isBetween(0.5, 1.3);
        assertThat(told.ledger.openGroups()).isEqualTo(4 * GROUPS);
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
