package io.sluice.serdes.time;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/** The units of fixed length, largest first. A day is 24 hours. */
enum DurationUnit {
    WEEK(604_800_000_000_000L),
    DAY(86_400_000_000_000L),
    HOUR(3_600_000_000_000L),
    MINUTE(60_000_000_000L),
    SECOND(1_000_000_000L),
    MILLISECOND(1_000_000L),
    MICROSECOND(1_000L),
    NANOSECOND(1L);

    private final long nanos;

    DurationUnit(long nanos) {
        this.nanos = nanos;
    }

    BigDecimal nanos() {
        return BigDecimal.valueOf(nanos);
    }

    String singular() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param lowerCase the unit as written, in lower case */
    static Optional<DurationUnit> of(String lowerCase) {
        return switch (lowerCase) {
            case "week", "weeks" -> Optional.of(WEEK);
            case "day", "days", "d" -> Optional.of(DAY);
            case "hour", "hours", "hr", "hrs", "h" -> Optional.of(HOUR);
            case "minute", "minutes", "min", "mins", "m" -> Optional.of(MINUTE);
            case "second", "seconds", "sec", "secs", "s" -> Optional.of(SECOND);
            case "millisecond", "milliseconds", "millis", "ms" -> Optional.of(MILLISECOND);
            case "microsecond", "microseconds", "micros", "us" -> Optional.of(MICROSECOND);
            case "nanosecond", "nanoseconds", "nanos", "ns" -> Optional.of(NANOSECOND);
            default -> Optional.empty();
        };
    }
}
