package io.sluice.serdes.time;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.Optional;

/** How a source writes its timestamps. Thread-safe. */
public sealed interface TimestampFormat {
    /** The forms of {@link Timestamps#parse}; those without an offset are in {@code zone}. */
    record Iso(ZoneId zone) implements TimestampFormat {}

    /** Text of a pattern; where it has no offset, in {@code zone}. */
    record Pattern(TimePattern pattern, ZoneId zone) implements TimestampFormat {}

    /**
     * A number since 1970-01-01T00:00Z.
     *
     * @param earliest first legal instant, in microseconds; what lies before it is taken for a number of another unit
     */
    record Epoch(EpochUnit unit, long earliest) implements TimestampFormat {
        /** 1971-01-01T00:00:00Z: numbers of today that are read in a too fine unit come out before it. */
        public static final long EARLIEST = 31_536_000_000_000L;

        public Epoch(EpochUnit unit) {
            this(unit, EARLIEST);
        }

        /**
         * @return microseconds
         * @throws BadTimeException when the instant lies before {@link #earliest} or after the year 9999
         */
        public long micros(long number) {
            return checked(BigDecimal.valueOf(number), unit.micros(number));
        }

        /** As {@link #micros(long)}; what is finer than a microsecond is cut off, towards the past. */
        public long micros(BigDecimal number) {
            // written out, 1e1000000000 would fill the memory
            boolean huge = (long) number.precision() - number.scale() > 30;
            return checked(number, huge ? Optional.empty() : unit.micros(number));
        }

        private long checked(BigDecimal number, Optional<Long> micros) {
            if (micros.isEmpty() || micros.get() > Timestamps.MAX || micros.get() < Timestamps.MIN) {
                throw refuse(number, "lies outside the years 0001 to 9999");
            }
            if (micros.get() < earliest) {
                throw refuse(
                        number,
                        "is " + Timestamps.format(micros.get()) + ", before the earliest, "
                                + Timestamps.format(earliest));
            }
            return micros.get();
        }

        private BadTimeException refuse(BigDecimal number, String reason) {
            String meant = EpochUnit.plausible(number)
                    .filter(other -> other != unit)
                    .map(other -> "; it would be plausible in " + other.words())
                    .orElse("");
            String shown = number.precision() > 40 ? "the number" : number.toString();
            return new BadTimeException(shown, "number of " + unit.words(), "as such it " + reason + meant);
        }
    }

    /** Rounds to whole microseconds, towards the past. */
    static BigDecimal floor(BigDecimal micros) {
        return micros.setScale(0, RoundingMode.FLOOR);
    }
}
