package io.sluice.serdes.time;

import java.nio.CharBuffer;

/** Dates as text, yyyy-MM-dd, and as days since 1970-01-01. Thread-safe. */
public final class Dates {
    private Dates() {}

    /** @throws BadTimeException when the text is not of that form, or there is no such day in the years 0001 to 9999 */
    public static int parse(CharSequence text) {
        return TimeText.days(text);
    }

    /** As {@link #parse(CharSequence)}, of a part of an array, which is neither copied nor kept. */
    public static int parse(char[] text, int offset, int length) {
        return TimeText.days(CharBuffer.wrap(text, offset, length));
    }

    /** The date yyyy-MM-dd; a year outside 0000 to 9999 is signed. */
    public static String format(int days) {
        StringBuilder text = new StringBuilder(10);
        Calendar.append(text, days);
        return text.toString();
    }
}
