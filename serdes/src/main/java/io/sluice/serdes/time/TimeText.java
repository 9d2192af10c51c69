package io.sluice.serdes.time;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Reads a date or timestamp step by step, with a reason for every refusal: the thorough way, taken when the fast one declines. */
final class TimeText {
    private static final String TIMESTAMP_FORM =
            "write it as 2026-11-30T08:15:00Z, with T or a blank, 0 to 9 fraction digits, and Z, +01:00, +0100, +01 or nothing";
    private static final String DATE_FORM = "write it as 2026-11-30";
    private static final int MAX_OFFSET_HOURS = 18;

    private final CharSequence text;
    private final boolean date;
    private int position;

    private TimeText(CharSequence text, boolean date) {
        this.text = text;
        this.date = date;
    }

    static int days(CharSequence text) {
        TimeText reader = new TimeText(text, true);
        int days = reader.readDate();
        reader.requireEnd();
        return days;
    }

    static long micros(CharSequence text, ZoneId zone) {
        TimeText reader = new TimeText(text, false);
        long micros = reader.readTimestamp(zone);
        if (micros < Timestamps.MIN || micros > Timestamps.MAX) {
            throw reader.refuse("in UTC it lies outside the years 0001 to 9999");
        }
        return micros;
    }

    private long readTimestamp(ZoneId zone) {
        int days = readDate();
        if (atEnd()) {
            return inZone(days, 0, zone);
        }
        if (!accept('T') && !accept('t') && !accept(' ')) {
            throw unexpected("T or a blank between date and time");
        }
        long microsOfDay = readTimeOfDay();
        if (atEnd()) {
            return inZone(days, microsOfDay, zone);
        }
        long offsetMicros = readOffset();
        requireEnd();
        return days * Timestamps.MICROS_PER_DAY + microsOfDay - offsetMicros;
    }

    private int readDate() {
        if (text.length() == 0) {
            throw refuse("it is empty; " + form());
        }
        int year = readYear();
        require('-', "'-' after the year");
        int month = readNumber(2, "month", 1, 12);
        require('-', "'-' after the month");
        int day = readNumber(2, "day", 1, 31);
        int last = Calendar.daysInMonth(year, month);
        if (day > last) {
            throw refuse("there is no day " + day + " in that month, which ends on the " + last + "th");
        }
        return Calendar.days(year, month, day);
    }

    private int readYear() {
        int digits = 0;
        while (digits < text.length() && isDigit(digits)) {
            digits++;
        }
        char first = text.charAt(0);
        if ((digits > 4 && digits < text.length() && text.charAt(digits) == '-') || first == '-' || first == '+') {
            throw refuse("the year must be from 0001 to 9999, without a sign");
        }
        return readNumber(4, "year", Calendar.MIN_YEAR, Calendar.MAX_YEAR);
    }

    private long readTimeOfDay() {
        int hour = readNumber(2, "hour", 0, 23);
        require(':', "':' after the hour");
        int minute = readNumber(2, "minute", 0, 59);
        long micros = (hour * 60L + minute) * 60_000_000L;
        if (!accept(':')) {
            return micros;
        }
        micros += readNumber(2, "second", 0, 59) * 1_000_000L;
        return accept('.') || accept(',') ? micros + readFraction() : micros;
    }

    /** The microseconds of up to nine digits; what is finer is cut off, which is towards the past before 1970 as well. */
    private int readFraction() {
        int start = position;
        int micros = 0;
        while (!atEnd() && isDigit(position)) {
            if (position - start < 6) {
                micros = micros * 10 + digit(position);
            }
            position++;
        }
        int digits = position - start;
        if (digits > 9) {
            throw refuse("it has " + digits + " fraction digits; at most 9 are read");
        }
        for (int i = digits; i < 6; i++) {
            micros *= 10;
        }
        return micros;
    }

    private long readOffset() {
        if (accept('Z') || accept('z')) {
            return 0;
        }
        boolean east = accept('+');
        if (!east && !accept('-')) {
            throw unexpected("the end, Z, or an offset such as +01:00");
        }
        int minutes = readNumber(2, "offset's hour", 0, MAX_OFFSET_HOURS) * 60;
        if (!atEnd()) {
            accept(':');
            minutes += readNumber(2, "offset's minute", 0, 59);
        }
        if (minutes > MAX_OFFSET_HOURS * 60) {
            throw refuse("the offset must be at most 18:00");
        }
        return (east ? minutes : -minutes) * 60_000_000L;
    }

    private long inZone(int days, long microsOfDay, ZoneId zone) {
        long local = days * Timestamps.MICROS_PER_DAY + microsOfDay;
        if (zone.equals(ZoneOffset.UTC)) {
            return local;
        }
        long second = Math.floorDiv(local, 1_000_000L);
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        return time.atZone(zone).toEpochSecond() * 1_000_000L + Math.floorMod(local, 1_000_000L);
    }

    private int readNumber(int width, String name, int least, int most) {
        int value = 0;
        for (int i = 0; i < width; i++) {
            if (atEnd() || !isDigit(position)) {
                throw unexpected("the " + name + " in " + width + " digits");
            }
            value = value * 10 + digit(position++);
        }
        if (value < least || value > most) {
            throw refuse("the " + name + " is " + value + ", it must be from " + least + " to " + most);
        }
        return value;
    }

    private void require(char wanted, String expected) {
        if (!accept(wanted)) {
            throw unexpected(expected);
        }
    }

    private void requireEnd() {
        if (!atEnd()) {
            throw unexpected("the end");
        }
    }

    private boolean accept(char wanted) {
        if (!atEnd() && text.charAt(position) == wanted) {
            position++;
            return true;
        }
        return false;
    }

    private boolean atEnd() {
        return position == text.length();
    }

    private boolean isDigit(int at) {
        char c = text.charAt(at);
        return c >= '0' && c <= '9';
    }

    private int digit(int at) {
        return text.charAt(at) - '0';
    }

    private BadTimeException unexpected(String expected) {
        String found = atEnd() ? "the text ends" : "there is '" + text.charAt(position) + "'";
        return refuse(
                "at character " + (position + 1) + " " + found + " where " + expected + " is expected; " + form());
    }

    private String form() {
        return date ? DATE_FORM : TIMESTAMP_FORM;
    }

    private BadTimeException refuse(String reason) {
        return new BadTimeException(text, date ? "date" : "timestamp", reason);
    }
}
