package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.EpochUnit;
import io.sluice.serdes.time.TimestampFormat;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.jspecify.annotations.Nullable;

/** Reads Avro values into one column; what Avro keeps as text is read as text of the column's type. Confined to one thread. */
final class AvroValues implements AvroCell {
    private static final long EARLIEST = Timestamps.MIN;

    private final DataType type;
    private final Optional<TimestampFormat> time;
    private final ValueRules rules;
    private final TextReader text;

    AvroValues(DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        this.type = type;
        this.time = time;
        this.rules = rules;
        this.text = TextValues.of(type, time, rules);
    }

    @Override
    public @Nullable String read(AvroValue value, Row row, int column) {
        Schema.Type kind = value.schema().getType();
        if (kind == Schema.Type.STRING || kind == Schema.Type.ENUM) {
            return readText(value, row, column);
        }
        if (type instanceof Decimal decimal) {
            return readDecimal(decimal, value, row, column);
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> readBoolean(value, row, column);
            case INT -> readWhole(Integer.MIN_VALUE, Integer.MAX_VALUE, value, row, column);
            case LONG -> readWhole(Long.MIN_VALUE, Long.MAX_VALUE, value, row, column);
            case FLOAT, DOUBLE -> readFloating(value, row, column);
            case STRING -> readString(value, row, column);
            case TIMESTAMP -> readTimestamp(value, row, column);
            case DATE -> readDate(value, row, column);
            case BINARY -> readBinary(value, row, column);
        };
    }

    private @Nullable String readText(AvroValue value, Row row, int column) {
        boolean textual = type == Primitive.STRING || type == Primitive.TIMESTAMP || type == Primitive.DATE;
        if (!textual && rules.coercion() == Coercion.STRICT) {
            return value.shown() + " where a value of type " + type + " is expected";
        }
        String written = String.valueOf(value.value());
        if (type == Primitive.STRING && StrictValues.hasHalfPair(written)) {
            return value.shown() + " holds half of a surrogate pair, which is no character";
        }
        return text.read(written, row, column);
    }

    private @Nullable String readBoolean(AvroValue value, Row row, int column) {
        if (value.value() instanceof Boolean truth) {
            row.setBoolean(column, truth);
            return null;
        }
        return lenient(value, row, column);
    }

    private @Nullable String readWhole(long least, long most, AvroValue value, Row row, int column) {
        if (value.value() instanceof Integer || value.value() instanceof Long) {
            long number = ((Number) value.value()).longValue();
            if (number < least || number > most) {
                return value.shown() + " is out of range, it must be from " + least + " to " + most;
            }
            row.setLong(column, number);
            return null;
        }
        return lenient(value, row, column);
    }

    private @Nullable String readFloating(AvroValue value, Row row, int column) {
        if (!(value.value() instanceof Number number)) {
            return lenient(value, row, column);
        }
        double wide = number.doubleValue();
        if (!Double.isFinite(wide)) {
            return NonFiniteText.set(wide, rules.nonFinite(), row, column);
        }
        double fitted = type == Primitive.FLOAT ? number.floatValue() : wide;
        if (Double.isInfinite(fitted)) {
            return value.shown() + " is beyond the range of float";
        }
        row.setDouble(column, fitted);
        return null;
    }

    private @Nullable String readDecimal(Decimal decimal, AvroValue value, Row row, int column) {
        Optional<BigDecimal> number = decimal(value);
        if (number.isEmpty()) {
            return lenient(value, row, column);
        }
        String lost = DecimalValue.set(decimal, number.get(), row, column);
        return lost == null ? null : number.get().toPlainString() + lost;
    }

    private static Optional<BigDecimal> decimal(AvroValue value) {
        if (value.value() instanceof Integer || value.value() instanceof Long) {
            return Optional.of(BigDecimal.valueOf(((Number) value.value()).longValue()));
        }
        byte[] bytes = bytes(value);
        return bytes != null
                        && bytes.length > 0
                        && value.schema().getLogicalType() instanceof LogicalTypes.Decimal written
                ? Optional.of(new BigDecimal(new BigInteger(bytes), written.getScale()))
                : Optional.empty();
    }

    private @Nullable String readString(AvroValue value, Row row, int column) {
        boolean plain = value.value() instanceof Number || value.value() instanceof Boolean;
        if (rules.coercion() == Coercion.LENIENT && plain) {
            row.setObject(column, String.valueOf(value.value()));
            return null;
        }
        return value.shown() + " where a string is expected";
    }

    private @Nullable String readTimestamp(AvroValue value, Row row, int column) {
        if (!(value.value() instanceof Long || value.value() instanceof Integer)) {
            return value.shown() + " where a timestamp is expected";
        }
        long number = ((Number) value.value()).longValue();
        LogicalType logical = value.schema().getLogicalType();
        String name = logical == null ? "" : logical.getName();
        try {
            TimestampFormat.Epoch epoch = epoch(name);
            if (epoch == null) {
                return value.shown()
                        + " is a plain number where a timestamp is expected: declare what it counts, as in unit: ms";
            }
            long micros = epoch.micros(number);
            row.setLong(column, name.startsWith("local-") ? inZone(micros) : micros);
            return null;
        } catch (BadTimeException e) {
            return value.shown() + " is no timestamp: " + e.reason();
        }
    }

    /** A declared unit wins over what the schema says. */
    private TimestampFormat.@Nullable Epoch epoch(String logicalType) {
        if (time.orElse(null) instanceof TimestampFormat.Epoch declared) {
            return declared;
        }
        return switch (logicalType) {
            case "timestamp-millis", "local-timestamp-millis" -> new TimestampFormat.Epoch(EpochUnit.MS, EARLIEST);
            case "timestamp-micros", "local-timestamp-micros" -> new TimestampFormat.Epoch(EpochUnit.US, EARLIEST);
            case "timestamp-nanos", "local-timestamp-nanos" -> new TimestampFormat.Epoch(EpochUnit.NS, EARLIEST);
            default -> null;
        };
    }

    private long inZone(long local) {
        ZoneId zone = time.orElse(null) instanceof TimestampFormat.Iso iso ? iso.zone() : rules.zone();
        LocalDateTime wall = LocalDateTime.ofEpochSecond(Math.floorDiv(local, 1_000_000L), 0, ZoneOffset.UTC);
        return wall.atZone(zone).toEpochSecond() * 1_000_000L + Math.floorMod(local, 1_000_000L);
    }

    private @Nullable String readDate(AvroValue value, Row row, int column) {
        boolean date = value.schema().getLogicalType() instanceof LogicalTypes.Date;
        if (!date || !(value.value() instanceof Integer days)) {
            return value.shown() + " where a date is expected";
        }
        if (days < Math.floorDiv(Timestamps.MIN, 86_400_000_000L)
                || days > Math.floorDiv(Timestamps.MAX, 86_400_000_000L)) {
            return value.shown() + " days lie outside the years 0001 to 9999";
        }
        row.setLong(column, days);
        return null;
    }

    private static @Nullable String readBinary(AvroValue value, Row row, int column) {
        byte[] bytes = bytes(value);
        if (bytes == null) {
            return value.shown() + " where bytes are expected";
        }
        row.setObject(column, bytes);
        return null;
    }

    private static byte @Nullable [] bytes(AvroValue value) {
        if (value.value() instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return value.value() instanceof GenericFixed fixed ? fixed.bytes() : null;
    }

    private @Nullable String lenient(AvroValue value, Row row, int column) {
        boolean plain = value.value() instanceof Number || value.value() instanceof Boolean;
        return rules.coercion() == Coercion.LENIENT && plain
                ? text.read(String.valueOf(value.value()), row, column)
                : value.shown() + " where a value of type " + type + " is expected";
    }
}
