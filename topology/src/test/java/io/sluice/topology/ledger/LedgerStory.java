package io.sluice.topology.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One source partition's clock and ledger, told as a story: readings come, windows close. Between any two steps the story can
 * be made to go on in a fresh clock and ledger that take up the storage, as after a crash right behind a commit, or to commit where the
 * heap has room for nothing.
 */
final class LedgerStory {
    /** Times in a story are minutes; windows are of ten minutes unless it is told with others. */
    static final long MINUTE = 60_000_000L;

    private static final Window TEN_MINUTES = new Window.Tumbling(10 * MINUTE, 0);
    private static final List<Aggregate> COUNT_AND_SUM = List.of(
            new Aggregate(Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), DataType.Primitive.LONG, "n"),
            new Aggregate(
                    Aggregate.Function.SUM, 0, Optional.of(DataType.Primitive.LONG), DataType.Primitive.LONG, "total"));

    private final Window window;
    private final long delayMinutes;
    private final Told told;
    private final MemoryStorage storage = new MemoryStorage();
    private final List<String> closed = new ArrayList<>();
    private SourceClock clock;
    private WindowLedger ledger;
    private Aggregation aggregation;

    /** What happens between two steps. */
    enum Told {
        IN_ONE_GO(Long.MAX_VALUE),
        RESTORED_AFTER_EACH_STEP(Long.MAX_VALUE),
        WITHOUT_HEAP(0),
        RESTORED_WITHOUT_HEAP(0),
        /** For a few groups, which are packed then. */
        WITH_LITTLE_HEAP(600),
        RESTORED_WITH_LITTLE_HEAP(600);

        private final long heapBytes;

        Told(long heapBytes) {
            this.heapBytes = heapBytes;
        }
    }

    LedgerStory(long delayMinutes, Told told) {
        this(TEN_MINUTES, delayMinutes, told);
    }

    LedgerStory(Window window, long delayMinutes, Told told) {
        this.window = window;
        this.delayMinutes = delayMinutes;
        this.told = told;
        aggregation = new Aggregation(COUNT_AND_SUM);
        clock = new SourceClock(0, delayMinutes * MINUTE);
        ledger = new WindowLedger(window, aggregation, HeapBudget.ofBytes(told.heapBytes));
    }

    /** A reading of that minute and group with value 1. */
    LedgerStory reading(long minute, String group) {
        long eventTime = minute * MINUTE;
        clock.observe(eventTime);
        ledger.advance(clock.watermark(), this::close);
        if (ledger.isLate(eventTime)) {
            clock.countLate(new LateRow(
                    0, eventTime, window.startOf(eventTime), window.endOfWindowAt(eventTime), clock.watermark()));
        } else {
            Row input = new Row(1);
            input.setLong(0, 1);
            ledger.add(eventTime, group.getBytes(StandardCharsets.UTF_8), input);
        }
        return between();
    }

    /** A row that the query's conditions drop: it moves the watermark all the same. */
    LedgerStory filtered(long minute) {
        clock.observe(minute * MINUTE);
        clock.countFiltered();
        ledger.advance(clock.watermark(), this::close);
        return between();
    }

    private LedgerStory between() {
        return switch (told) {
            case IN_ONE_GO -> this;
            case RESTORED_AFTER_EACH_STEP, RESTORED_WITHOUT_HEAP, RESTORED_WITH_LITTLE_HEAP -> restored();
            case WITHOUT_HEAP, WITH_LITTLE_HEAP -> commit();
        };
    }

    /** Commits, and goes on as a new process would. */
    LedgerStory restored() {
        commit();
        clock = new SourceClock(0, delayMinutes * MINUTE);
        clock.load(storage);
        aggregation = new Aggregation(COUNT_AND_SUM);
        ledger = new WindowLedger(window, aggregation, HeapBudget.ofBytes(told.heapBytes));
        ledger.load(storage);
        return this;
    }

    LedgerStory commit() {
        clock.flush(storage);
        ledger.flush(storage);
        if (told.heapBytes == 0) {
            assertThat(ledger.heapBytes()).as("bytes on the heap").isZero();
        }
        return this;
    }

    private void close(long start, long end, byte[] group, Row state) {
        Row result = new Row(2);
        aggregation.finish(state, result, 0);
        assertThat(result.longAt(1)).as("count and sum of ones").isEqualTo(result.longAt(0));
        assertThat(end).isEqualTo(window.endOf(start)).isGreaterThan(start);
        closed.add(start / MINUTE + " " + new String(group, StandardCharsets.UTF_8) + "=" + result.longAt(0));
    }

    /** Exactly these groups have closed since the last question, as "start group=count", and no more. */
    LedgerStory closes(String... groups) {
        assertThat(closed).containsExactlyInAnyOrder(groups);
        closed.clear();
        return this;
    }

    LedgerStory closesNothing() {
        return closes();
    }

    LedgerStory late(long rows) {
        assertThat(clock.progress().lateRows()).as("late rows").isEqualTo(rows);
        return this;
    }

    LedgerStory rows(long rows) {
        assertThat(clock.progress().rows()).as("rows").isEqualTo(rows);
        return this;
    }

    LedgerStory watermark(long minute) {
        assertThat(ledger.watermark()).as("watermark").isEqualTo(minute * MINUTE);
        return this;
    }

    LedgerStory open(long windows, long groups) {
        assertThat(ledger.openWindows()).as("open windows").isEqualTo(windows);
        assertThat(ledger.openGroups()).as("open groups").isEqualTo(groups);
        return this;
    }

    int storedEntries() {
        commit();
        return storage.size();
    }
}
