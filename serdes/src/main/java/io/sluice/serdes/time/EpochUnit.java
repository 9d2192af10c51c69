package io.sluice.serdes.time;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a number of an epoch timestamp counts. */
public enum EpochUnit {
    S("seconds", 6),
    MS("milliseconds", 3),
    US("microseconds", 0),
    NS("nanoseconds", -3);

    /** 2001-09-09 and 2100-01-01: numbers of today in one unit lie outside in every other. */
    private static final long PLAUSIBLE_FROM = 1_000_000_000_000_000L;

    private static final long PLAUSIBLE_TO = 4_102_444_800_000_000L;

    private final String words;
    private final int digits;

    EpochUnit(String words, int digits) {
        this.words = words;
        this.digits = digits;
    }

    /** In the plural, for people. */
    public String words() {
        return words;
    }

    /** The unit of that name: s, ms, us or ns, in any case; empty when there is none. */
    public static Optional<EpochUnit> of(String name) {
        return Arrays.stream(values())
                .filter(unit -> unit.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    /** Microseconds, rounded towards the past; empty beyond a long. */
    Optional<Long> micros(long number) {
        if (digits < 0) {
            return Optional.of(Math.floorDiv(number, 1_000L));
        }
        long factor = digits == 6 ? 1_000_000L : digits == 3 ? 1_000L : 1L;
        long product = number * factor;
        return Math.multiplyHigh(number, factor) == product >> 63 ? Optional.of(product) : Optional.empty();
    }

    /** Of a number that is smaller than 1e30. */
    Optional<Long> micros(BigDecimal number) {
        if ((long) number.precision() - number.scale() < -30) {
            // next to nothing; written out, its zeros would fill the memory
            return Optional.of(number.signum() < 0 ? -1L : 0L);
        }
        BigInteger micros =
                TimestampFormat.floor(number.scaleByPowerOfTen(digits)).toBigInteger();
        return micros.bitLength() < Long.SIZE ? Optional.of(micros.longValue()) : Optional.empty();
    }

    /** The unit in which the number is a time of our days. */
    static Optional<EpochUnit> plausible(BigDecimal number) {
        if ((long) number.precision() - number.scale() > 30) {
            return Optional.empty();
        }
        return Arrays.stream(values())
                .filter(unit -> unit.micros(number)
                        .filter(micros -> micros >= PLAUSIBLE_FROM && micros < PLAUSIBLE_TO)
                        .isPresent())
                .findFirst();
    }
}
