package io.sluice.serdes.time;

import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/** Timestamps as ISO-8601 text and as microseconds since 1970-01-01T00:00Z. Thread-safe. */
public final class Timestamps {
    /** 0001-01-01T00:00:00Z, the first instant that text can name. */
    public static final long MIN = -62_135_596_800_000_000L;
    /** 9999-12-31T23:59:59.999999Z, the last instant that text can name. */
    public static final long MAX = 253_402_300_799_999_999L;

    static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private Timestamps() {}

    /**
     * Microseconds of a text such as {@code 2026-11-30T08:15:00.123Z}. Between date and time stands T or a blank; seconds may be
     * absent, so may the whole time, which means midnight; digits beyond the microsecond are cut off, towards the past. The
     * offset is Z, +hh:mm, +hhmm, +hh, or absent: then it is a wall-clock time in {@code zone}. Of a wall-clock time that the zone
     * has twice, the earlier instant is meant; one that it skips is moved on by the length of the gap, as in Spark.
     *
     * @throws BadTimeException when there is no such date or time, or it lies outside {@link #MIN} to {@link #MAX}
     */
    public static long parse(CharSequence text, ZoneId zone) {
        long micros = FastTimestamp.parse(text);
        return micros == FastTimestamp.DECLINED ? TimeText.micros(text, zone) : micros;
    }

    /** As {@link #parse(CharSequence, ZoneId)}, of a part of an array, which is neither copied nor kept. */
    public static long parse(char[] text, int offset, int length, ZoneId zone) {
        long micros = FastTimestamp.parse(text, offset, length);
        return micros == FastTimestamp.DECLINED ? TimeText.micros(CharBuffer.wrap(text, offset, length), zone) : micros;
    }

    /** As {@link #parse(char[], int, int, ZoneId)}, of a text in ASCII. */
    public static long parse(byte[] ascii, int offset, int length, ZoneId zone) {
        long micros = FastTimestamp.parse(ascii, offset, length);
        return micros == FastTimestamp.DECLINED
                ? TimeText.micros(new String(ascii, offset, length, StandardCharsets.US_ASCII), zone)
                : micros;
    }

    /**
     * ISO-8601 with Z and as few fraction digits as keep the value: none, 3 or 6. Any long has a text; outside {@link #MIN} to
     * {@link #MAX} its year is signed and {@link #parse} does not take it back.
     */
    public static String format(long micros) {
        long days = Math.floorDiv(micros, MICROS_PER_DAY);
        long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
        int second = (int) (ofDay / MICROS_PER_SECOND);
        int fraction = (int) (ofDay % MICROS_PER_SECOND);
        StringBuilder text = new StringBuilder(27);
        Calendar.append(text, days);
        Calendar.appendPadded(text.append('T'), second / 3600, 2);
        Calendar.appendPadded(text.append(':'), second / 60 % 60, 2);
        Calendar.appendPadded(text.append(':'), second % 60, 2);
        if (fraction % 1000 != 0) {
            Calendar.appendPadded(text.append('.'), fraction, 6);
        } else if (fraction != 0) {
            Calendar.appendPadded(text.append('.'), fraction / 1000, 3);
        }
        return text.append('Z').toString();
    }
}
