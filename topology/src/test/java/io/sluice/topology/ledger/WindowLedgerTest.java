package io.sluice.topology.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.LedgerStory.Told;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each story is told in one go, with a restore after every step, and with and without one where the heap has room for nothing. */
class WindowLedgerTest {

    @ParameterizedTest
    @EnumSource
    void windowClosesWhenTheWatermarkReachesItsEnd(Told told) {
        new LedgerStory(5, told)
                .reading(1, "a")
                .reading(14, "a")
                .closesNothing()
                .reading(15, "a")
                .closes("0 a=1")
                .watermark(10)
                .open(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void endIsExclusiveAndStartInclusive(Told told) {
        new LedgerStory(0, told)
                .reading(0, "a")
                .reading(9, "a")
                .reading(10, "a")
                .closes("0 a=2")
                .open(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void lateRowIsCountedAndChangesNothing(Told told) {
        new LedgerStory(0, told)
                .reading(5, "a")
                .reading(25, "a")
                .closes("0 a=1")
                .reading(9, "a")
                .reading(19, "b")
                .late(2)
                .closesNothing()
                .rows(4)
                .open(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void rowOlderThanTheWatermarkCountsWhileItsWindowIsOpen(Told told) {
        new LedgerStory(5, told)
                .reading(18, "a")
                .watermark(13)
                .reading(12, "a")
                .late(0)
                .reading(25, "a")
                .closes("10 a=2");
    }

    @ParameterizedTest
    @EnumSource
    void oneRowClosesAllWindowsThatAreDueOldestFirst(Told told) {
        new LedgerStory(20, told)
                .reading(0, "a")
                .reading(12, "a")
                .reading(12, "b")
                .reading(21, "a")
                .reading(100, "a")
                .closes("0 a=1", "10 a=1", "10 b=1", "20 a=1")
                .open(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void windowsBeforeTheEpochAreCutLikeAllOthers(Told told) {
        new LedgerStory(0, told)
                .reading(-25, "a")
                .reading(-21, "a")
                .reading(-20, "a")
                .closes("-30 a=2");
    }

    @ParameterizedTest
    @EnumSource
    void rowThatTheQueryDropsStillMovesTheWatermark(Told told) {
        new LedgerStory(0, told)
                .reading(5, "a")
                .filtered(30)
                .closes("0 a=1")
                .reading(6, "a")
                .late(1);
    }

    @Test
    void restartDoesNotReopenAClosedWindow() {
        new LedgerStory(0, Told.IN_ONE_GO)
                .reading(5, "a")
                .reading(10, "a")
                .closes("0 a=1")
                .restored()
                .reading(6, "a")
                .late(1)
                .closesNothing();
    }

    @Test
    void closedWindowLeavesNothingInTheStorage() {
        LedgerStory story = new LedgerStory(0, Told.IN_ONE_GO).reading(5, "a").reading(6, "b");
        int before = story.storedEntries();
        story.reading(10, "a").closes("0 a=1", "0 b=1");
        assertThat(story.storedEntries()).isEqualTo(before - 1);
    }

    @Test
    void windowThatOpensAndClosesBetweenTwoCommitsIsNeverStored() {
        LedgerStory story = new LedgerStory(0, Told.IN_ONE_GO);
        story.reading(5, "a").reading(15, "a").closes("0 a=1").reading(25, "a").closes("10 a=1");
        // the clock, the ledger's watermark and the one open group
        assertThat(story.storedEntries()).isEqualTo(3);
    }

    @Test
    void addingToAClosedWindowIsRefused() {
        WindowLedger ledger = new WindowLedger(new Window.Tumbling(10, 0), new Aggregation(List.of()));
        ledger.advance(10, (start, end, group, state) -> {});
        assertThatThrownBy(() -> ledger.add(9, new byte[0], new Row(0))).hasMessageContaining("is closed");
    }

    @Test
    void watermarkSaturatesAtTheEndsOfTime() {
        SourceClock clock = new SourceClock(0, 10);
        assertThat(clock.watermark()).isEqualTo(Watermark.NONE);
        clock.observe(Long.MIN_VALUE + 5);
        assertThat(clock.watermark()).isEqualTo(Watermark.NONE);
        Window.Tumbling window = new Window.Tumbling(10, 0);
        assertThat(window.endOfWindowAt(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(window.startOf(Long.MIN_VALUE)).isLessThanOrEqualTo(Long.MIN_VALUE + 10);
    }
}
