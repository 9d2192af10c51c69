package io.sluice.delta.file;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Bounds as texts: where a text says less than the value, it errs outwards. */
final class StatisticsText {
    /** How many code points of a string are kept. */
    static final int LONGEST = 32;

    private static final DateTimeFormatter MILLISECONDS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final int MICROS_PER_MILLI = 1_000;

    private StatisticsText() {}

    /** Empty outside the years 1 to 9999, which have no text that all readers take. */
    static Optional<String> date(long days) {
        return days < FIRST_DAY || days > LAST_DAY
                ? Optional.empty()
                : Optional.of(LocalDate.ofEpochDay(days).toString());
    }

    static Optional<String> millisecondBefore(long micros) {
        return timestamp(Math.floorDiv(micros, MICROS_PER_MILLI));
    }

    static Optional<String> millisecondAfter(long micros) {
        long down = Math.floorDiv(micros, MICROS_PER_MILLI);
        return timestamp(Math.floorMod(micros, MICROS_PER_MILLI) == 0 ? down : down + 1);
    }

    private static Optional<String> timestamp(long millis) {
        long day = Math.floorDiv(millis, MILLIS_PER_DAY);
        return day < FIRST_DAY || day > LAST_DAY
                ? Optional.empty()
                : Optional.of(MILLISECONDS.format(Instant.ofEpochMilli(millis)));
    }

    /** The first code points; nothing that starts with them is below them. */
    static String prefixOf(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        return isLong(text) ? text.substring(0, text.offsetByCodePoints(0, LONGEST)) : text;
    }

    /**
     * The text itself if it is short, else the least text of at most {@link #LONGEST} code points that is above everything with
     * its first code points; empty if there is none, because they all are the last code point there is.
     */
    static Optional<String> prefixAbove(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        if (!isLong(text)) {
            return Optional.of(text);
        }
        int[] points = text.codePoints().limit(LONGEST).toArray();
        for (int i = points.length - 1; i >= 0; i--) {
            if (points[i] < Character.MAX_CODE_POINT) {
                points[i] = points[i] + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : points[i] + 1;
                return Optional.of(new String(points, 0, i + 1));
            }
        }
        return Optional.empty();
    }

    private static boolean isLong(String text) {
        return text.length() > LONGEST && text.codePointCount(0, text.length()) > LONGEST;
    }
}
