package io.sluice.serdes.time;

/**
 * The forms that machines write, yyyy-MM-ddTHH:mm:ss with 0 to 9 fraction digits and Z, or +hh:mm: once per message, so without an
 * object. Everything else, each mistake included, is left to {@link TimeText}; a tested property is that both agree.
 */
final class FastTimestamp {
    /** No timestamp in range has this value. */
    static final long DECLINED = Long.MIN_VALUE;

    private static final int SHORTEST = 20;
    private static final int LONGEST = 35;
    private static final int[] SCALE = {1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};

    private FastTimestamp() {}

    static long parse(CharSequence text) {
        int length = text.length();
        if (length < SHORTEST || length > LONGEST) {
            return DECLINED;
        }
        byte[] ascii = new byte[LONGEST];
        for (int i = 0; i < length; i++) {
            ascii[i] = ascii(text.charAt(i));
        }
        return parse(ascii, 0, length);
    }

    static long parse(char[] text, int offset, int length) {
        if (length < SHORTEST || length > LONGEST) {
            return DECLINED;
        }
        byte[] ascii = new byte[LONGEST];
        for (int i = 0; i < length; i++) {
            ascii[i] = ascii(text[offset + i]);
        }
        return parse(ascii, 0, length);
    }

    /** What is no ASCII becomes something that stands nowhere in a timestamp. */
    private static byte ascii(char character) {
        return character < 0x80 ? (byte) character : 0;
    }

    static long parse(byte[] text, int offset, int length) {
        if (length < SHORTEST || length > LONGEST || !hasMarks(text, offset)) {
            return DECLINED;
        }
        int year = pair(text, offset) * 100 + pair(text, offset + 2);
        int month = pair(text, offset + 5);
        int day = pair(text, offset + 8);
        int hour = pair(text, offset + 11);
        int minute = pair(text, offset + 14);
        int second = pair(text, offset + 17);
        if (year < Calendar.MIN_YEAR || year > Calendar.MAX_YEAR || month < 1 || month > 12 || day < 1) {
            return DECLINED;
        }
        if ((day > 28 && day > Calendar.daysInMonth(year, month)) || hour > 23 || minute > 59 || second > 59) {
            return DECLINED;
        }
        long seconds = Calendar.days(year, month, day) * 86_400L + hour * 3600L + minute * 60L + second;
        return withFraction(seconds * 1_000_000L, text, offset + 19, offset + length);
    }

    private static boolean hasMarks(byte[] text, int offset) {
        return text[offset + 4] == '-'
                && text[offset + 7] == '-'
                && (text[offset + 10] == 'T' || text[offset + 10] == ' ')
                && text[offset + 13] == ':'
                && text[offset + 16] == ':';
    }

    /** Two digits as a number; when either is no digit, one too large for any field, in sums with another pair too. */
    private static int pair(byte[] text, int at) {
        int tens = text[at] - '0';
        int ones = text[at + 1] - '0';
        // as unsigned numbers, what is below '0' is huge
        return Integer.compareUnsigned(tens, 9) > 0 || Integer.compareUnsigned(ones, 9) > 0
                ? 1_000_000
                : tens * 10 + ones;
    }

    private static long withFraction(long micros, byte[] text, int start, int end) {
        int at = start;
        int fraction = 0;
        if (text[at] == '.') {
            at++;
            int first = at;
            while (at < end && text[at] >= '0' && text[at] <= '9') {
                if (at - first < 6) {
                    fraction = fraction * 10 + (text[at] - '0');
                }
                at++;
            }
            int digits = at - first;
            if (digits > 9) {
                return DECLINED;
            }
            fraction *= SCALE[Math.min(digits, 6)];
        }
        return withOffset(micros + fraction, text, at, end);
    }

    private static long withOffset(long micros, byte[] text, int at, int end) {
        if (end - at == 1 && text[at] == 'Z') {
            return micros;
        }
        if (end - at != 6 || text[at + 3] != ':' || (text[at] != '+' && text[at] != '-')) {
            return DECLINED;
        }
        int hours = pair(text, at + 1);
        int minutes = pair(text, at + 4);
        if (hours > 17 || minutes > 59) {
            return DECLINED;
        }
        long shift = (hours * 60L + minutes) * 60_000_000L;
        long utc = text[at] == '+' ? micros - shift : micros + shift;
        return utc < Timestamps.MIN || utc > Timestamps.MAX ? DECLINED : utc;
    }
}
