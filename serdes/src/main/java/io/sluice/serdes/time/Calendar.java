package io.sluice.serdes.time;

/** The proleptic Gregorian calendar, that of ISO-8601, Spark and java.time, as arithmetic on days since 1970-01-01. */
final class Calendar {
    static final int MIN_YEAR = 1;
    static final int MAX_YEAR = 9999;

    /** 400 years, after which the calendar repeats. */
    private static final int DAYS_PER_ERA = 146_097;

    /** From 0000-03-01 to 1970-01-01: years are counted from March so that the leap day is their last. */
    private static final int MARCH_YEAR_ZERO = 719_468;

    private Calendar() {}

    static int daysInMonth(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** Days since 1970-01-01 of a date from year 1 on that exists. */
    static int days(int year, int month, int day) {
        int marchYear = month > 2 ? year : year - 1;
        int era = marchYear / 400;
        int yearOfEra = marchYear - era * 400;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * DAYS_PER_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - MARCH_YEAR_ZERO;
    }

    /** Appends yyyy-MM-dd; a year that is not of four digits carries a sign, as ISO-8601 wants it. */
    static void append(StringBuilder text, long days) {
        long shifted = days + MARCH_YEAR_ZERO;
        long era = Math.floorDiv(shifted, (long) DAYS_PER_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        if (year > MAX_YEAR) {
            text.append('+');
        } else if (year < 0) {
            text.append('-');
        }
        appendPadded(text, Math.abs(year), 4);
        appendPadded(text.append('-'), month, 2);
        appendPadded(text.append('-'), dayOfYear - (153 * marchMonth + 2) / 5 + 1, 2);
    }

    static void appendPadded(StringBuilder text, long value, int width) {
        String digits = Long.toString(value);
        text.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }
}
