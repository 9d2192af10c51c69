package io.sluice.serdes.schema;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** The type of a column. The names are Spark's SQL names, so that a schema can be pasted from a Spark notebook. */
public sealed interface DataType {

    /** How a value of this type lies in a {@link Row}. */
    enum Storage {
        /** In the row's longs: boolean (0 or 1), int, long, date (days since 1970-01-01), timestamp (microseconds since 1970-01-01T00:00Z). */
        LONG,
        /** In the row's longs as {@link Double#doubleToRawLongBits}: float and double. */
        DOUBLE,
        /** In the row's objects: String, BigDecimal (at exactly the type's scale), byte[], and a {@link Row} for what is nested. */
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

    /** A type whose values have values inside; each is a {@link Row} of its own, which nobody changes once it is set. */
    sealed interface Nested extends DataType {
        @Override
        default Storage storage() {
            return Storage.OBJECT;
        }
    }

    /** Named values. Its row has a column for each field, in their order. */
    record Struct(Schema fields) implements Nested {
        public Struct {
            if (fields.width() == 0) {
                throw new IllegalArgumentException("a struct must have at least one field");
            }
        }

        @Override
        public String sqlName() {
            return fields.columns().stream().map(Struct::field).collect(Collectors.joining(",", "struct<", ">"));
        }

        private static String field(Column field) {
            return TypeText.name(field.name()) + ":" + field.type().sqlName() + (field.nullable() ? "" : " not null");
        }

        @Override
        public String toString() {
            return sqlName();
        }
    }

    /** Values of one type, each of which may be null. Its row has a column for each element. */
    record Array(DataType element) implements Nested {
        @Override
        public String sqlName() {
            return "array<" + element.sqlName() + ">";
        }

        @Override
        public String toString() {
            return sqlName();
        }
    }

    /**
     * Values of one type, each of which may be null, by keys that are strings: neither JSON nor Avro has others. Its row has the
     * key of entry i in column 2i and the value in column 2i + 1; no key is null, and none comes twice.
     */
    record Dictionary(DataType value) implements Nested {
        @Override
        public String sqlName() {
            return "map<string," + value.sqlName() + ">";
        }

        @Override
        public String toString() {
            return sqlName();
        }
    }

    /** Whether it is that type, or has it inside. */
    default boolean has(Primitive type) {
        if (this instanceof Struct struct) {
            return struct.fields().columns().stream()
                    .anyMatch(field -> field.type().has(type));
        }
        if (this instanceof Array array) {
            return array.element().has(type);
        }
        return this instanceof Dictionary map ? map.value().has(type) : this == type;
    }

    Storage storage();

    /** The spelling that {@link #parse} takes back. */
    String sqlName();

    /**
     * Reads a type's name, in any case. Besides {@link #sqlName()} it takes the aliases {@code integer}, {@code bigint},
     * {@code real}, {@code varchar}, {@code bytes}, {@code decimal} (10,0 as in Spark), {@code decimal(p)} and {@code numeric},
     * and types in each other as Spark's DDL has them: {@code struct<id: string, temp: double not null>}, {@code array<double>},
     * {@code map<string, long>}. Names of fields keep their case; what is no plain name stands in back-ticks.
     *
     * @return empty when there is no such type
     * @throws IllegalArgumentException when precision or scale is out of range, or something in a nested type is wrong
     */
    static Optional<DataType> parse(String text) {
        return TypeText.isNested(text) ? Optional.of(TypeText.parse(text)) : parseFlat(text);
    }

    private static Optional<DataType> parseFlat(String text) {
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
