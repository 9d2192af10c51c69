package io.sluice.app.window;

import io.sluice.app.window.WindowQuestion.Comparison;
import io.sluice.app.window.WindowQuestion.Condition;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The conditions of a question, with their values read as the columns' types have it. */
final class KeyFilter {
    private final Schema keys;
    private final List<Test> tests = new ArrayList<>();

    private record Test(int column, Comparison comparison, Object value) {}

    /** @throws IllegalArgumentException when there is no such column, or its type has no such value */
    KeyFilter(Schema keys, List<Condition> conditions) {
        this.keys = keys;
        for (Condition condition : conditions) {
            int column = keys.ordinal(condition.column())
                    .orElseThrow(() -> new IllegalArgumentException(
                            condition.column() + ": is no group-by column of the query; they are "
                                    + keys.columns().stream().map(Column::name).collect(Collectors.joining(", "))));
            tests.add(new Test(
                    column,
                    condition.comparison(),
                    value(condition, keys.column(column).type())));
        }
    }

    private static Object value(Condition condition, DataType type) {
        String text = condition.value();
        try {
            return type instanceof Primitive primitive
                    ? primitive(text, primitive)
                    : new BigDecimal(text).setScale(((DataType.Decimal) type).scale(), RoundingMode.UNNECESSARY);
        } catch (RuntimeException refused) {
            throw new IllegalArgumentException(
                    condition.column() + " = " + text + ": is no " + type + " (" + refused.getMessage() + ")", refused);
        }
    }

    private static Object primitive(String text, Primitive type) {
        return switch (type) {
            case BOOLEAN -> truth(text);
            case INT -> (long) Integer.parseInt(text);
            case LONG -> Long.parseLong(text);
            case FLOAT -> (double) Float.parseFloat(text);
            case DOUBLE -> Double.parseDouble(text);
            case STRING -> text;
            case TIMESTAMP -> Timestamps.parse(text, ZoneOffset.UTC);
            case DATE -> (long) Dates.parse(text);
            case BINARY -> Base64.getDecoder().decode(text);
        };
    }

    private static boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("must be true or false");
        }
        return text.equals("true");
    }

    /** The one group that can fulfil the conditions, when they fix every column. */
    Optional<Row> onlyGroup() {
        Set<Integer> fixed = new HashSet<>();
        Row row = keys.newRow();
        for (Test test : tests) {
            if (test.comparison == Comparison.EQUAL) {
                fixed.add(test.column);
                set(row, test.column, test.value);
            }
        }
        return fixed.size() == keys.width() ? Optional.of(row) : Optional.empty();
    }

    private static void set(Row row, int column, Object value) {
        if (value instanceof Long number) {
            row.setLong(column, number);
        } else if (value instanceof Double number) {
            row.setDouble(column, number);
        } else if (value instanceof Boolean truth) {
            row.setBoolean(column, truth);
        } else {
            row.setObject(column, value);
        }
    }

    /** @param row begins with the group-by columns */
    boolean accepts(Row row) {
        return tests.stream().allMatch(test -> fulfils(row, test));
    }

    private boolean fulfils(Row row, Test test) {
        if (row.isNull(test.column)) {
            return false;
        }
        int compared = compare(row, test.column, test.value);
        return switch (test.comparison) {
            case EQUAL -> compared == 0;
            case FROM -> compared >= 0;
            case TO -> compared < 0;
        };
    }

    private int compare(Row row, int column, Object value) {
        if (!(keys.column(column).type() instanceof Primitive primitive)) {
            return row.decimalAt(column).compareTo((BigDecimal) value);
        }
        return switch (primitive) {
            case BOOLEAN -> Boolean.compare(row.booleanAt(column), (Boolean) value);
            case INT, LONG, TIMESTAMP, DATE -> Long.compare(row.longAt(column), (Long) value);
            // -0.0 and 0.0 are one group
            case FLOAT, DOUBLE -> Double.compare(row.doubleAt(column) + 0.0, (Double) value + 0.0);
            // by code points, as Delta and Spark order strings
            case STRING -> Arrays.compareUnsigned(utf8(row.stringAt(column)), utf8((String) value));
            case BINARY -> Arrays.compareUnsigned(row.binaryAt(column), (byte[]) value);
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
