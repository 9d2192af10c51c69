package io.sluice.query.plan;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Back-to-back windows of whole days of a time zone, [start, end): start inclusive, end exclusive. Every instant lies in exactly one.
 * A window begins when the clocks of the zone first show its first day's midnight, or that midnight and the offset. Where they skip it,
 * it begins at the skip. In Europe/Oslo, windows of one day begin at 2026-03-28T23:00Z and 2026-03-29T22:00Z, 23 hours later, since the
 * clocks go forward in between. Windows of several days are counted from 1970-01-01.
 *
 * <p>Immutable as far as anyone can see; remembers some windows, so that rows of the same days ask the zone's rules once. Thread-safe.
 */
public final class ZonedDays implements Window {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    /** An instant shifted by so much names a stretch of 19 hours, and the stretch a place in the memory. */
    private static final int STRETCH = 36;

    private static final int REMEMBERED = 16;

    private final int days;
    private final long offsetMicros;
    private final ZoneId zone;
    private final ZoneRules rules;
    /** Whatever a thread sees here is whole, and right for what it says: it need not be the newest. */
    private final @Nullable Span[] spans = new @Nullable Span[REMEMBERED];

    private record Span(long start, long end) {}

    /**
     * @param days length, 1 or more
     * @param offsetMicros how long after midnight a window begins, on the clocks of the zone, in microseconds; from 0 to less than the
     *     length
     */
    public ZonedDays(int days, long offsetMicros, ZoneId zone) {
        if (days < 1) {
            throw new IllegalArgumentException("window days = " + days + ": must be 1 or more");
        }
        if (offsetMicros < 0 || offsetMicros >= days * DAY) {
            throw new IllegalArgumentException(
                    "window offset = " + offsetMicros + " us: must be from 0 to less than " + days + " days");
        }
        this.days = days;
        this.offsetMicros = offsetMicros;
        this.zone = zone;
        this.rules = zone.getRules();
    }

    public int days() {
        return days;
    }

    @Override
    public long offsetMicros() {
        return offsetMicros;
    }

    public ZoneId zone() {
        return zone;
    }

    /** Where no clock is set. */
    @Override
    public long sizeMicros() {
        return days * DAY;
    }

    @Override
    public long startOf(long instant) {
        return span(instant).start;
    }

    @Override
    public long endOf(long start) {
        return span(start).end;
    }

    @Override
    public long endOfWindowAt(long instant) {
        return span(instant).end;
    }

    private Span span(long instant) {
        int place = (int) (instant >> STRETCH) & (REMEMBERED - 1);
        Span span = spans[place];
        if (span == null || instant < span.start || instant >= span.end) {
            span = spanAt(instant);
            spans[place] = span;
        }
        return span;
    }

    private Span spanAt(long instant) {
        long second = Math.floorDiv(instant, SECOND);
        ZoneOffset clock = rules.getOffset(Instant.ofEpochSecond(second));
        LocalDateTime shown =
                LocalDateTime.ofEpochSecond(second, 0, clock).minus(offsetMicros / SECOND, ChronoUnit.SECONDS);
        long window = Math.floorDiv(shown.toLocalDate().toEpochDay(), days);
        // clocks that are set back around a window's beginning show times of the window before once more
        while (boundary(window) > instant) {
            window--;
        }
        while (boundary(window + 1) <= instant && boundary(window + 1) != Long.MAX_VALUE) {
            window++;
        }
        return new Span(boundary(window), boundary(window + 1));
    }

    /** When a window begins; saturates at both ends of time. */
    private long boundary(long window) {
        LocalDateTime shown = LocalDate.ofEpochDay(window * days).atStartOfDay().plus(offsetMicros, ChronoUnit.MICROS);
        List<ZoneOffset> clocks = rules.getValidOffsets(shown);
        long second =
                clocks.isEmpty() ? rules.getTransition(shown).toEpochSecond() : shown.toEpochSecond(clocks.get(0));
        long micro = clocks.isEmpty() ? 0 : offsetMicros % SECOND;
        try {
            return Math.addExact(Math.multiplyExact(second, SECOND), micro);
        } catch (ArithmeticException beyond) {
            return second < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ZonedDays that
                && days == that.days
                && offsetMicros == that.offsetMicros
                && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return Objects.hash(days, offsetMicros, zone);
    }

    @Override
    public String toString() {
        return days + " days in " + zone + " offset " + offsetMicros + " us";
    }
}
