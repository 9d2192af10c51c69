package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.TimestampFormat;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The plain readers of types. They take nothing that {@link StrictValues} does not take. */
final class PlainValues {
    /** Powers of ten that a double holds exactly. */
    private static final double[] DOUBLE_TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };
    /** And a float. */
    private static final float[] FLOAT_TENS = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};

    private static final long EXACT_IN_DOUBLE = 1L << 53;
    private static final long EXACT_IN_FLOAT = 1L << 24;

    private PlainValues() {}

    /**
     * The plain reader of a type, or null where it has none.
     *
     * @param recent of the same column
     */
    static @Nullable PlainReader of(DataType type, Optional<TimestampFormat> time, ZoneId zone, RecentTexts recent) {
        if (type instanceof Decimal decimal) {
            return new Decimals(decimal);
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> new Truths();
            case INT -> new Integers(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> new Integers(Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> new Floats();
            case DOUBLE -> new Doubles();
            case STRING -> new Texts(recent);
            case TIMESTAMP -> timestamps(time.orElse(new TimestampFormat.Iso(zone)));
            case DATE -> new Times(dates(time.orElse(null)));
            case BINARY -> null;
        };
    }

    private static PlainReader timestamps(TimestampFormat format) {
        if (format instanceof TimestampFormat.Epoch epoch) {
            return new Epochs(epoch);
        }
        if (format instanceof TimestampFormat.Pattern written) {
            return new Times((ascii, from, to) -> written.pattern().micros(string(ascii, from, to), written.zone()));
        }
        ZoneId zone = ((TimestampFormat.Iso) format).zone();
        return new Times((ascii, from, to) -> Timestamps.parse(ascii, from, to - from, zone));
    }

    private static TimeText dates(@Nullable TimestampFormat format) {
        return format instanceof TimestampFormat.Pattern written
                ? (ascii, from, to) -> written.pattern().days(string(ascii, from, to))
                : (ascii, from, to) -> Dates.parse(string(ascii, from, to));
    }

    private static String string(byte[] ascii, int from, int to) {
        return new String(ascii, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private record Truths() implements PlainReader {
        @Override
        public boolean truth(boolean value, Row row, int column) {
            row.setBoolean(column, value);
            return true;
        }
    }

    private record Integers(long least, long most) implements PlainReader {
        @Override
        public boolean number(long unscaled, int scale, Row row, int column) {
            row.setLong(column, unscaled);
            return scale == 0 && unscaled >= least && unscaled <= most;
        }
    }

    /** Both numbers are exact in the type, so that one division rounds correctly: W. Clinger, How to read floating point numbers accurately. */
    private record Doubles() implements PlainReader {
        @Override
        public boolean number(long unscaled, int scale, Row row, int column) {
            row.setDouble(column, unscaled / DOUBLE_TENS[scale]);
            return unscaled >= -EXACT_IN_DOUBLE && unscaled <= EXACT_IN_DOUBLE;
        }
    }

    private record Floats() implements PlainReader {
        @Override
        public boolean number(long unscaled, int scale, Row row, int column) {
            if (scale >= FLOAT_TENS.length || unscaled < -EXACT_IN_FLOAT || unscaled > EXACT_IN_FLOAT) {
                return false;
            }
            row.setDouble(column, unscaled / FLOAT_TENS[scale]);
            return true;
        }
    }

    private record Decimals(Decimal type) implements PlainReader {
        @Override
        public boolean number(long unscaled, int scale, Row row, int column) {
            return DecimalValue.set(type, BigDecimal.valueOf(unscaled, scale), row, column) == null;
        }
    }

    private record Texts(RecentTexts recent) implements PlainReader {
        @Override
        public boolean text(byte[] ascii, int from, int to, Row row, int column) {
            String text = recent.find(ascii, from, to);
            if (text == null) {
                text = string(ascii, from, to);
                recent.keep(text);
            }
            row.setObject(column, text);
            return true;
        }
    }

    private record Epochs(TimestampFormat.Epoch epoch) implements PlainReader {
        @Override
        public boolean number(long unscaled, int scale, Row row, int column) {
            try {
                row.setLong(column, epoch.micros(unscaled));
                return scale == 0;
            } catch (BadTimeException e) {
                return false;
            }
        }
    }

    /** A time in a text, in the unit of its column. */
    @FunctionalInterface
    private interface TimeText {
        /** @throws BadTimeException when there is none */
        long value(byte[] ascii, int from, int to);
    }

    private record Times(TimeText time) implements PlainReader {
        @Override
        public boolean text(byte[] ascii, int from, int to, Row row, int column) {
            try {
                row.setLong(column, time.value(ascii, from, to));
                return true;
            } catch (BadTimeException e) {
                return false;
            }
        }
    }
}
