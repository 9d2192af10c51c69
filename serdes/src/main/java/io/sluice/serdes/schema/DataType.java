package io.sluice.serdes.schema;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/** The type of a column. The names are Spark's SQL names, so that a schema can be pasted from a Spark notebook. */
public sealed interface DataType {

    /** How a value of this type lies in a {@link Row}. */
    enum Storage {
        /** In the row's longs: boolean (0 or 1), int, long, date (days since 1970-01-01), timestamp (microseconds since 1970-01-01T00:00Z). */
        LONG,
        /** In the row's longs as {@link Double#doubleToRawLongBits}: float and double. */
        DOUBLE,
        /** In the row's objects: String, BigDecimal (at exactly the type's scale), byte[]. */
        OBJECT
    }

    /** The types without parameters. */
    enum Primitive implements DataType {
        BOOLEAN(Storage.LONG),
        INT(Storage.LONG),
        LONG(Storage.LONG),
        FLOAT(Storage.DOUBLE),
        DOUBLE(Storage.DOUBLE),
        STRING(Storage.OBJECT),
        /** An instant in microseconds, UTC. */
        TIMESTAMP(Storage.LONG),
        /** A calendar day without a time zone. */
        DATE(Storage.LONG),
        BINARY(Storage.OBJECT);

        private final Storage storage;

        Primitive(Storage storage) {
            this.storage = storage;
        }

        @Override
        public Storage storage() {
            return storage;
        }

        @Override
        public String sqlName() {
            return name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return sqlName();
        }
    }

    /**
     * An exact number of {@code precision} digits in all, {@code scale} of them behind the point.
     *
     * @param precision 1 to 38, as in Delta and Spark
     * @param scale 0 to precision
     */
    record Decimal(int precision, int scale) implements DataType {
        public static final int MAX_PRECISION = 38;

        public Decimal {
            if (precision < 1 || precision > MAX_PRECISION) {
                throw new IllegalArgumentException(
                        "decimal precision = " + precision + ": must be from 1 to " + MAX_PRECISION);
            }
            if (scale < 0 || scale > precision) {
                throw new IllegalArgumentException(
                        "decimal scale = " + scale + ": must be from 0 to the precision, " + precision);
            }
        }

        @Override
        public Storage storage() {
            return Storage.OBJECT;
        }

        @Override
        public String sqlName() {
            return "decimal(" + precision + "," + scale + ")";
        }

        @Override
        public String toString() {
            return sqlName();
        }
    }

    Storage storage();

    /** The spelling that {@link #parse} takes back. */
    String sqlName();

    /**
     * Reads a type's name, in any case. Besides {@link #sqlName()} it takes the aliases {@code integer}, {@code bigint},
     * {@code real}, {@code varchar}, {@code bytes}, {@code decimal} (10,0 as in Spark), {@code decimal(p)} and {@code numeric}.
     *
     * @return empty when there is no such type
     * @throws IllegalArgumentException when precision or scale is out of range
     */
    static Optional<DataType> parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        Matcher decimal = DecimalSyntax.PATTERN.matcher(name);
        if (decimal.matches()) {
            String precision = decimal.group(1);
            String scale = decimal.group(2);
            return Optional.of(new Decimal(
                    precision == null ? 10 : Integer.parseInt(precision), scale == null ? 0 : Integer.parseInt(scale)));
        }
        return switch (name) {
            case "boolean" -> Optional.of(Primitive.BOOLEAN);
            case "int", "integer" -> Optional.of(Primitive.INT);
            case "long", "bigint" -> Optional.of(Primitive.LONG);
            case "float", "real" -> Optional.of(Primitive.FLOAT);
            case "double" -> Optional.of(Primitive.DOUBLE);
            case "string", "varchar" -> Optional.of(Primitive.STRING);
            case "timestamp" -> Optional.of(Primitive.TIMESTAMP);
            case "date" -> Optional.of(Primitive.DATE);
            case "binary", "bytes" -> Optional.of(Primitive.BINARY);
            default -> Optional.empty();
        };
    }
}
