package io.sluice.test.read;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One row of a table in the form in which engines are compared: Boolean, Integer, Long, Float, Double, BigDecimal (scale and
 * all), String, Instant (microseconds), LocalDate, {@link Bytes} or null, in the order of the table's columns; a struct is a row, an
 * array a list and a map a sorted map of these. Any other class is refused, so that no engine can slip in a type of its own whose equality means something else.
 */
public record TableRow(List<@Nullable Object> values) {
    private static final List<Class<?>> CLASSES = List.of(
            Boolean.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            String.class,
            Instant.class,
            LocalDate.class,
            Bytes.class,
            TableRow.class);

    /** A binary value: equal when the bytes are, unlike an array. */
    public record Bytes(String hex) {
        @Override
        public String toString() {
            return "0x" + hex;
        }
    }

    public TableRow {
        List<@Nullable Object> canonical = new ArrayList<>();
        for (@Nullable Object value : values) {
            canonical.add(canonical(value));
        }
        values = Collections.unmodifiableList(canonical);
    }

    public static TableRow of(@Nullable Object... values) {
        return new TableRow(Arrays.asList(values));
    }

    /** The rows in the one order that does not depend on the engine: that of their text. */
    public static List<TableRow> sorted(Collection<TableRow> rows) {
        return rows.stream().sorted(Comparator.comparing(TableRow::toString)).toList();
    }

    private static @Nullable Object canonical(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return new Bytes(HexFormat.of().formatHex(bytes));
        }
        if (value instanceof List<?> array) {
            List<@Nullable Object> elements = new ArrayList<>();
            array.forEach(element -> elements.add(canonical(element)));
            return elements;
        }
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> entries = new TreeMap<>();
            map.forEach((key, held) -> entries.put(key, canonical(held)));
            return entries;
        }
        if (value != null && !CLASSES.contains(value.getClass())) {
            throw new IllegalArgumentException(
                    value + " is a " + value.getClass().getName() + ": a row holds only " + CLASSES);
        }
        return value;
    }

    @Override
    public String toString() {
        return values.stream().map(String::valueOf).collect(Collectors.joining(" | "));
    }
}
