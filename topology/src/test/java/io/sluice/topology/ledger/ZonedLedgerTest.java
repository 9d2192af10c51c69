package io.sluice.topology.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.LedgerStory.Told;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Days of New York in 1970, when its clocks were set on 26 April and 25 October. Times are minutes since 1970. */
class ZonedLedgerTest {
    private static final Window NEW_YORK = new ZonedDays(1, 0, ZoneId.of("America/New_York"));
    private static final long DAY = 24 * 60;
    /** Midnight is at 05:00Z, and at 04:00Z in summer. */
    private static final long APRIL_25 = 114 * DAY + 300;

    private static final long APRIL_26 = 115 * DAY + 300;
    private static final long APRIL_27 = 116 * DAY + 240;
    private static final long OCTOBER_25 = 297 * DAY + 240;
    private static final long OCTOBER_26 = 298 * DAY + 300;

    @ParameterizedTest
    @EnumSource
    void dayOf23HoursClosesAfter23Hours(Told told) {
        assertThat(APRIL_27 - APRIL_26).isEqualTo(23 * 60);
        new LedgerStory(NEW_YORK, 60, told)
                .reading(APRIL_26 - 1, "a")
                .reading(APRIL_26, "a")
                .reading(APRIL_26 + 59, "a")
                .closesNothing()
                .reading(APRIL_26 + 60, "a")
                .closes(APRIL_25 + " a=1")
                .reading(APRIL_26 - 1, "a")
                .late(1)
                .reading(APRIL_27 - 1, "b")
                .reading(APRIL_27 + 59, "b")
                .closesNothing()
                .open(2, 3)
                .filtered(APRIL_27 + 60)
                .closes(APRIL_26 + " a=3", APRIL_26 + " b=1")
                .reading(APRIL_27 - 1, "b")
                .late(2)
                .open(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void dayOf25HoursTakesWhatComesInItsLastHour(Told told) {
        assertThat(OCTOBER_26 - OCTOBER_25).isEqualTo(25 * 60);
        new LedgerStory(NEW_YORK, 0, told)
                .reading(OCTOBER_25, "a")
                .reading(OCTOBER_25 + 24 * 60, "a")
                .reading(OCTOBER_26 - 1, "a")
                .closesNothing()
                .reading(OCTOBER_26, "a")
                .closes(OCTOBER_25 + " a=3")
                .open(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void severalDaysCloseOldestFirstAndEachAtItsOwnEnd(Told told) {
        new LedgerStory(NEW_YORK, 10 * DAY, told)
                .reading(APRIL_25, "a")
                .reading(APRIL_27 - 1, "a")
                .reading(APRIL_27, "a")
                .open(3, 3)
                .filtered(APRIL_27 + 10 * DAY)
                .closes(APRIL_25 + " a=1", APRIL_26 + " a=1")
                .filtered(APRIL_27 + 11 * DAY - 1)
                .closesNothing()
                .filtered(APRIL_27 + 11 * DAY)
                .closes(APRIL_27 + " a=1");
    }

    @Test
    void dayThatNoLongerBeginsWhereItDidIsNotGoneOnWith() {
        MemoryStorage storage = new MemoryStorage();
        WindowLedger written = new WindowLedger(NEW_YORK, new Aggregation(List.of()));
        written.add(APRIL_26 * LedgerStory.MINUTE, new byte[] {1}, new Row(0));
        written.flush(storage);
        Window chicago = new ZonedDays(1, 0, ZoneId.of("America/Chicago"));
        assertThatThrownBy(() -> new WindowLedger(chicago, new Aggregation(List.of())).load(storage))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("window start = 1970-04-26T05:00:00Z")
                .hasMessageContaining("America/Chicago")
                .hasMessageContaining("the rules of its time zone");
        WindowLedger same = new WindowLedger(NEW_YORK, new Aggregation(List.of()));
        same.load(storage);
        List<Long> ends = new ArrayList<>();
        same.advance(APRIL_27 * LedgerStory.MINUTE, (start, end, group, state) -> ends.add(end / LedgerStory.MINUTE));
        assertThat(ends).containsExactly(APRIL_27);
    }

    /** The clocks of Bogota stay: there this day goes on for another hour, and would be closed again with what comes in it. */
    @Test
    void dayThatIsClosedIsNotOpenedAgainByOtherRules() {
        MemoryStorage storage = new MemoryStorage();
        WindowLedger written = new WindowLedger(NEW_YORK, new Aggregation(List.of()));
        List<Long> closed = new ArrayList<>();
        written.add(APRIL_26 * LedgerStory.MINUTE, new byte[] {1}, new Row(0));
        written.advance(APRIL_27 * LedgerStory.MINUTE, (start, end, group, state) -> closed.add(start));
        written.flush(storage);
        Window bogota = new ZonedDays(1, 0, ZoneId.of("America/Bogota"));
        long minuteLater = (APRIL_27 + 1) * LedgerStory.MINUTE;
        assertThat(closed).containsExactly(bogota.startOf(minuteLater));
        assertThat(bogota.endOfWindowAt(minuteLater)).isGreaterThan(written.watermark());
        assertThatThrownBy(() -> new WindowLedger(bogota, new Aggregation(List.of())).load(storage))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("window start = 1970-04-27T04:00:00Z: is not closed, and no window of 1 days in"
                        + " America/Bogota");
        WindowLedger same = new WindowLedger(NEW_YORK, new Aggregation(List.of()));
        same.load(storage);
        assertThat(same.isLate(minuteLater)).isFalse();
    }

    @Test
    void watermarkThatAnEarlierReleaseKeptAloneIsTaken() {
        MemoryStorage storage = new MemoryStorage();
        storage.put(
                StorageKey.ledgerWatermark(),
                ByteBuffer.allocate(Long.BYTES)
                        .putLong(APRIL_26 * LedgerStory.MINUTE)
                        .array());
        WindowLedger ledger = new WindowLedger(NEW_YORK, new Aggregation(List.of()));
        ledger.load(storage);
        assertThat(ledger.isLate(APRIL_26 * LedgerStory.MINUTE - 1)).isTrue();
        assertThat(ledger.isLate(APRIL_26 * LedgerStory.MINUTE)).isFalse();
    }

    /** An instance with another Java has aggregated it. */
    @Test
    void partOfADayThatBeginsElsewhereIsRefused() {
        Aggregation aggregation = new Aggregation(List.of());
        WindowLedger ledger = new WindowLedger(NEW_YORK, aggregation);
        byte[] partial = new RowCodec(aggregation.stateSchema())
                .encode(aggregation.stateSchema().newRow());
        ledger.merge(APRIL_26 * LedgerStory.MINUTE, new byte[] {1}, partial);
        assertThatThrownBy(() -> ledger.merge((APRIL_26 + 60) * LedgerStory.MINUTE, new byte[] {1}, partial))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no window of 1 days in America/New_York");
    }
}
