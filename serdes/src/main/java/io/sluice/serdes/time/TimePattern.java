package io.sluice.serdes.time;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * A pattern for dates and times in Java's and Spark's letters, such as {@code dd.MM.yyyy HH:mm:ss}, with English names of months and days. A
 * date that there is not is refused, never moved to the next one. Thread-safe.
 */
public final class TimePattern {
    private static final ZonedDateTime SAMPLE = ZonedDateTime.parse("2026-11-30T08:15:00Z");
    private static final String IMPOSSIBLE = " could not be parsed: ";

    private final String pattern;
    private final DateTimeFormatter formatter;

    private TimePattern(String pattern, DateTimeFormatter formatter) {
        this.pattern = pattern;
        this.formatter = formatter;
    }

    /** @throws IllegalArgumentException when it is no pattern, or has no year, month and day */
    public static TimePattern of(String pattern) {
        DateTimeFormatter formatter = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                // strict resolution would ask for an era beside yyyy
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT);
        TimePattern made = new TimePattern(pattern, formatter);
        try {
            made.parsed(formatter.format(SAMPLE));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("pattern '" + pattern + "': does not tell a day: " + e.getMessage(), e);
        }
        return made;
    }

    /** Whether it has an offset or a zone, so that no zone has to be declared. */
    public boolean hasZone() {
        return parsed(formatter.format(SAMPLE)) instanceof ZonedDateTime;
    }

    /**
     * Microseconds since 1970-01-01T00:00Z; without a time of day, midnight.
     *
     * @throws BadTimeException when the text is not of the pattern, or there is no such date
     */
    public long micros(CharSequence text, ZoneId zone) {
        TemporalAccessor time = resolved(text, "timestamp");
        ZonedDateTime instant;
        if (time instanceof ZonedDateTime zoned) {
            instant = zoned;
        } else if (time instanceof LocalDateTime local) {
            instant = local.atZone(zone);
        } else {
            instant = ((LocalDate) time).atStartOfDay(zone);
        }
        long seconds = instant.toEpochSecond();
        if (seconds < Timestamps.MIN / 1_000_000 || seconds > Timestamps.MAX / 1_000_000) {
            throw new BadTimeException(text, "timestamp", "in UTC it lies outside the years 0001 to 9999");
        }
        return seconds * 1_000_000L + instant.getNano() / 1_000;
    }

    /**
     * Days since 1970-01-01.
     *
     * @throws BadTimeException as {@link #micros}
     */
    public int days(CharSequence text) {
        long days = LocalDate.from(resolved(text, "date")).toEpochDay();
        if (days < Math.floorDiv(Timestamps.MIN, Timestamps.MICROS_PER_DAY)
                || days > Math.floorDiv(Timestamps.MAX, Timestamps.MICROS_PER_DAY)) {
            throw new BadTimeException(text, "date", "it lies outside the years 0001 to 9999");
        }
        return (int) days;
    }

    private TemporalAccessor resolved(CharSequence text, String kind) {
        try {
            return parsed(text);
        } catch (DateTimeParseException e) {
            throw new BadTimeException(text, kind, reason(e));
        }
    }

    /** The parser's words without the text, which its reader has seen. */
    private String reason(DateTimeParseException e) {
        String words = String.valueOf(e.getMessage());
        int reason = words.lastIndexOf(IMPOSSIBLE);
        return reason < 0
                ? "it is not of the pattern " + pattern + ", from character " + (e.getErrorIndex() + 1) + " on"
                : words.substring(reason + IMPOSSIBLE.length());
    }

    private TemporalAccessor parsed(CharSequence text) {
        return formatter.parseBest(text, ZonedDateTime::from, LocalDateTime::from, LocalDate::from);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TimePattern that && pattern.equals(that.pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
