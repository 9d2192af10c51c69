package io.sluice.serdes.time;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as text, in Spark's spelling and in ISO-8601. Thread-safe. */
public final class DurationText {
    private static final String FORMS =
            "write it as '10 minutes', '1 hour 30 minutes' or '500 milliseconds', or in ISO-8601 as PT10M; units are week, day,"
                    + " hour, minute, second, millisecond and microsecond";

    private static final String WITHOUT_FIXED_LENGTH = " no fixed length: write days instead, such as '30 days'";

    private static final Pattern TERM =
            Pattern.compile("\\s*([+-]?)\\s*(\\d{1,19}(?:\\.\\d{1,9})?)\\s*([a-z]+)(?=[\\s\\d+-]|$)");
    private static final Pattern ISO = Pattern.compile(
            "([+-]?)p(?=[+\\-\\dt])(?:([+-]?\\d{1,19})w)?(?:([+-]?\\d{1,19})d)?(?:t(?=[+\\-\\d])(?:([+-]?\\d{1,19})h)?"
                    + "(?:([+-]?\\d{1,19})m)?(?:([+-]?\\d{1,19}(?:[.,]\\d{1,9})?)s)?)?");
    private static final DurationUnit[] ISO_UNITS = {
        DurationUnit.WEEK, DurationUnit.DAY, DurationUnit.HOUR, DurationUnit.MINUTE, DurationUnit.SECOND
    };

    private static final Pattern ISO_WITHOUT_FIXED_LENGTH = Pattern.compile("[+-]?p[^t]*[ym].*");
    private static final Set<String> CALENDAR_UNITS =
            Set.of("month", "months", "mon", "mons", "quarter", "quarters", "year", "years", "y", "yr", "yrs");

    private static final BigDecimal NANOS_PER_MICRO = BigDecimal.valueOf(1_000);
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

    private DurationText() {}

    /**
     * Reads {@code 10 minutes}, {@code 1 hour 30 minutes}, {@code interval 1 day}, {@code 15 min}, {@code 90s} or {@code PT10M}, in
     * any case. Terms add up and may be negative; whether a length must be positive is the caller's to say.
     *
     * @return a whole number of microseconds within a long
     * @throws IllegalArgumentException saying value, rule and accepted forms
     */
    public static Duration parse(String text) {
        String normal = text.strip().toLowerCase(Locale.ROOT);
        if (normal.isEmpty()) {
            throw refuse(text, "it is empty; " + FORMS);
        }
        Matcher iso = ISO.matcher(normal);
        if (iso.matches()) {
            return duration(text, isoNanos(iso));
        }
        if (ISO_WITHOUT_FIXED_LENGTH.matcher(normal).matches()) {
            throw refuse(text, "years and months have" + WITHOUT_FIXED_LENGTH);
        }
        return duration(text, termNanos(text, normal));
    }

    private static BigDecimal isoNanos(Matcher iso) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < ISO_UNITS.length; i++) {
            String number = iso.group(i + 2);
            if (number != null) {
                sum = sum.add(new BigDecimal(number.replace(',', '.')).multiply(ISO_UNITS[i].nanos()));
            }
        }
        return "-".equals(iso.group(1)) ? sum.negate() : sum;
    }

    private static BigDecimal termNanos(String text, String normal) {
        int start = normal.matches("interval\\s.*") ? "interval".length() : 0;
        Matcher term = TERM.matcher(normal);
        BigDecimal sum = BigDecimal.ZERO;
        for (int at = start; at < normal.length(); at = term.end()) {
            term.region(at, normal.length());
            if (!term.lookingAt()) {
                throw refuse(text, problem(normal.substring(at).strip()) + "; " + FORMS);
            }
            BigDecimal nanos = new BigDecimal(term.group(2))
                    .multiply(unit(text, term.group(3)).nanos());
            sum = "-".equals(term.group(1)) ? sum.subtract(nanos) : sum.add(nanos);
        }
        return sum;
    }

    private static String problem(String rest) {
        if (rest.matches("[+-]?\\s*[\\d.]+")) {
            return "the number " + rest + " has no unit";
        }
        return "it must be a number and a unit, repeated as needed, and '" + rest + "' is neither";
    }

    private static DurationUnit unit(String text, String name) {
        if (CALENDAR_UNITS.contains(name)) {
            throw refuse(text, "unit '" + name + "' has" + WITHOUT_FIXED_LENGTH);
        }
        return DurationUnit.of(name).orElseThrow(() -> refuse(text, "there is no unit '" + name + "'; " + FORMS));
    }

    private static Duration duration(String text, BigDecimal nanos) {
        BigDecimal micros = nanos.divide(NANOS_PER_MICRO);
        if (micros.stripTrailingZeros().scale() > 0) {
            throw refuse(text, "it must be a whole number of microseconds, the resolution of timestamps");
        }
        if (micros.toBigInteger().bitLength() > 63) {
            throw refuse(text, "it must be less than 292,000 years");
        }
        BigInteger[] seconds = nanos.toBigInteger().divideAndRemainder(NANOS_PER_SECOND);
        return Duration.ofSeconds(seconds[0].longValueExact(), seconds[1].longValueExact());
    }

    /** Spark's spelling, which {@link #parse} takes back: {@code 10 minutes}, {@code 1 day 30 seconds}, {@code 0 seconds}. */
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0 seconds";
        }
        boolean negative = duration.isNegative();
        BigInteger rest = BigInteger.valueOf(duration.getSeconds())
                .multiply(NANOS_PER_SECOND)
                .add(BigInteger.valueOf(duration.getNano()))
                .abs();
        StringJoiner text = new StringJoiner(" ");
        for (DurationUnit unit : DurationUnit.values()) {
            BigInteger[] count = rest.divideAndRemainder(unit.nanos().toBigInteger());
            // Spark never writes weeks
            if (unit != DurationUnit.WEEK && count[0].signum() != 0) {
                text.add((negative ? "-" : "") + count[0] + " " + unit.singular()
                        + (count[0].equals(BigInteger.ONE) ? "" : "s"));
                rest = count[1];
            }
        }
        return text.toString();
    }

    private static IllegalArgumentException refuse(String text, String reason) {
        return new IllegalArgumentException("'" + text + "' is no duration: " + reason);
    }
}
