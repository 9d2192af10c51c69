package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Partition values as the texts that the log keeps. Timestamps are written with their zone, as in
 * {@code 2026-01-31T08:10:00.000000Z}: readers take a text without a zone in a zone of their own.
 */
final class PartitionValues {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private PartitionValues() {}

    /** Null for a null and, as the protocol knows no empty text, for an empty string. */
    static @Nullable String write(FileColumn column, Row row) {
        String text = row.isNull(column.ordinal()) ? "" : text(column, row);
        if (text.isEmpty()) {
            RowValues.checkNull(column);
            return null;
        }
        return text;
    }

    private static String text(FileColumn column, Row row) {
        int ordinal = column.ordinal();
        if (column.type() instanceof DataType.Decimal type) {
            return RowValues.decimal(column, type, row.decimalAt(ordinal)).toPlainString();
        }
        if (column.type() instanceof DataType.Nested) {
            throw new IllegalArgumentException(
                    "column '" + column.name() + "': a " + column.type() + " cannot partition a table");
        }
        return switch ((DataType.Primitive) column.type()) {
            case BOOLEAN -> String.valueOf(row.booleanAt(ordinal));
            case INT -> String.valueOf(RowValues.int32(column, row.longAt(ordinal)));
            case LONG -> String.valueOf(row.longAt(ordinal));
            case FLOAT -> String.valueOf((float) row.doubleAt(ordinal));
            case DOUBLE -> String.valueOf(row.doubleAt(ordinal));
            case STRING -> row.stringAt(ordinal);
            case DATE -> LocalDate.ofEpochDay(row.longAt(ordinal)).toString();
            case TIMESTAMP -> TIMESTAMP.format(Instant.EPOCH.plus(row.longAt(ordinal), ChronoUnit.MICROS));
            case BINARY ->
                throw new IllegalArgumentException(
                        "column '" + column.name() + "': a binary column cannot partition a table");
        };
    }

    /** Sets the column of {@code row}. A timestamp without a zone is taken as UTC. */
    static void read(DataType type, @Nullable String text, Row row, int ordinal) {
        if (text == null || text.isEmpty()) {
            row.setNull(ordinal);
            return;
        }
        if (type instanceof DataType.Decimal decimal) {
            row.setObject(ordinal, new BigDecimal(text).setScale(decimal.scale()));
            return;
        }
        if (type instanceof DataType.Nested) {
            throw new IllegalArgumentException("a " + type + " cannot partition a table");
        }
        switch ((DataType.Primitive) type) {
            case BOOLEAN -> row.setBoolean(ordinal, Boolean.parseBoolean(text));
            case INT, LONG -> row.setLong(ordinal, Long.parseLong(text));
            case FLOAT -> row.setDouble(ordinal, Float.parseFloat(text));
            case DOUBLE -> row.setDouble(ordinal, Double.parseDouble(text));
            case STRING -> row.setObject(ordinal, text);
            case DATE -> row.setLong(ordinal, LocalDate.parse(text).toEpochDay());
            case TIMESTAMP -> row.setLong(ordinal, micros(instant(text)));
            case BINARY -> throw new IllegalArgumentException("a binary column cannot partition a table");
        }
    }

    /** Not ChronoUnit.between, which counts nanoseconds on the way and overflows after the year 2262. */
    private static long micros(Instant instant) {
        long second = instant.getEpochSecond();
        long fraction = instant.getNano() / 1_000;
        // before 1970 counted from the second's end, so that the product of the very first second does not overflow
        return second < 0
                ? Math.addExact(Math.multiplyExact(second + 1, MICROS_PER_SECOND), fraction - MICROS_PER_SECOND)
                : Math.addExact(Math.multiplyExact(second, MICROS_PER_SECOND), fraction);
    }

    private static Instant instant(String text) {
        return text.endsWith("Z")
                ? Instant.parse(text)
                : LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
    }
}
