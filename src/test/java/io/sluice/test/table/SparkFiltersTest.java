package io.sluice.test.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.test.read.KernelReader;
import io.sluice.test.read.SparkReader;
import io.sluice.test.read.TableRow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is in a table of ours is the same for Spark with a filter as without: no statistic and no partition value hides a row. What a
 * filter must give is computed here, by Spark's documented order: NaN equals itself and is above all numbers, -0.0 equals 0.0, strings
 * go by their UTF-8 bytes.
 */
class SparkFiltersTest {
    private static final Schema SCHEMA = Schema.of(
            Column.required("id", Primitive.INT),
            Column.nullable("d", Primitive.DOUBLE),
            Column.nullable("f", Primitive.FLOAT),
            Column.nullable("t", Primitive.TIMESTAMP),
            Column.nullable("day", Primitive.DATE),
            Column.nullable("n9", new DataType.Decimal(9, 2)),
            Column.nullable("n18", new DataType.Decimal(18, 4)),
            Column.nullable("n38", new DataType.Decimal(38, 10)),
            Column.nullable("l", Primitive.LONG),
            Column.nullable("s", Primitive.STRING));

    private static final List<@Nullable Object[]> VALUES = List.of(
            values(
                    Double.NaN,
                    Float.NaN,
                    "1970-01-01T00:00:00Z",
                    "1970-01-01",
                    "0.00",
                    "0.0000",
                    "0.0000000000",
                    0L,
                    "a b"),
            values(
                    Double.POSITIVE_INFINITY,
                    Float.POSITIVE_INFINITY,
                    "1969-12-31T23:59:59.999999Z",
                    "1969-12-31",
                    "-0.01",
                    "-0.0001",
                    "-0.0000000001",
                    -1L,
                    "a/b"),
            values(
                    Double.NEGATIVE_INFINITY,
                    Float.NEGATIVE_INFINITY,
                    "1969-12-31T23:59:59.999Z",
                    "1900-01-01",
                    "9999999.99",
                    "99999999999999.9999",
                    "9999999999999999999999999999.9999999999",
                    Long.MAX_VALUE,
                    "50%"),
            values(
                    -0.0,
                    -0.0f,
                    "2026-11-30T08:15:00.123456Z",
                    "2026-11-30",
                    "-9999999.99",
                    "-99999999999999.9999",
                    "-9999999999999999999999999999.9999999999",
                    Long.MIN_VALUE,
                    "a:b"),
            values(
                    0.0,
                    0.0f,
                    "2026-11-30T08:15:00.123457Z",
                    "2026-12-01",
                    "1.10",
                    "1.1000",
                    "1.1000000000",
                    9_007_199_254_740_993L,
                    "it's \"x\""),
            values(
                    0.1,
                    0.1f,
                    "2026-11-30T08:15:00.123Z",
                    "9999-12-31",
                    "1.11",
                    "1.1001",
                    "1.1000000001",
                    9_007_199_254_740_992L,
                    "\u00fcn\u2603\uD83D\uDE00"),
            values(
                    -Double.MAX_VALUE,
                    -Float.MAX_VALUE,
                    "9999-12-31T23:59:59.999999Z",
                    "0001-01-01",
                    "-1.00",
                    "123456789.1234",
                    "12345678901234567890.1234567890",
                    1L,
                    "\uFFFD"),
            values(
                    Double.MIN_VALUE,
                    Float.MIN_VALUE,
                    "0001-01-01T00:00:00Z",
                    "1582-10-15",
                    "-1.01",
                    "-123456789.1234",
                    "-12345678901234567890.1234567890",
                    -9_007_199_254_740_993L,
                    ""),
            values(
                    1.5,
                    16777216f,
                    "1899-12-31T12:00:00.000001Z",
                    "1582-10-04",
                    "5.00",
                    "5.0000",
                    "5.0000000000",
                    42L,
                    "%2F=x"),
            values(null, null, null, null, null, null, null, null, null));

    /** A condition costs a fifth of a second: all of them only with {@code -Dsluice.filters=all}. */
    private static final boolean ALL = System.getProperty("sluice.filters", "").equals("all");

    private static final List<String> OPERATORS = ALL ? List.of("=", "<", ">", "<=", ">=") : List.of("=", "<", ">");

    @TempDir
    private static Path folder;

    private static Path files;
    private static Path partitions;

    private static @Nullable Object[] values(
            @Nullable Double d,
            @Nullable Float f,
            @Nullable String t,
            @Nullable String day,
            @Nullable String n9,
            @Nullable String n18,
            @Nullable String n38,
            @Nullable Long l,
            @Nullable String s) {
        return new @Nullable Object[] {
            d,
            f,
            t == null ? null : Instant.parse(t),
            day == null ? null : LocalDate.parse(day),
            n9 == null ? null : new BigDecimal(n9),
            n18 == null ? null : new BigDecimal(n18),
            n38 == null ? null : new BigDecimal(n38),
            l,
            s
        };
    }

    @BeforeAll
    static void writeBothTables() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < VALUES.size(); i++) {
            rows.add(Tables.row(numbered(i, VALUES.get(i))));
        }
        List<List<Row>> commits = rows.stream().map(List::of).collect(Collectors.toCollection(ArrayList::new));
        List<Row> together = new ArrayList<>();
        for (int i = 0; i < VALUES.size(); i++) {
            together.add(Tables.row(numbered(100 + i, VALUES.get(i))));
        }
        commits.add(together);
        files = folder.resolve("files");
        Tables.write(files, SCHEMA, List.of(), commits);
        partitions = folder.resolve("partitions");
        Tables.write(
                partitions,
                SCHEMA,
                SCHEMA.columns().stream().skip(1).map(Column::name).toList(),
                List.of(rows));
    }

    private static @Nullable Object[] numbered(int id, @Nullable Object[] values) {
        List<@Nullable Object> all = new ArrayList<>(Arrays.asList(values));
        all.add(0, id);
        return all.toArray();
    }

    @Test
    void sparkAndKernelReadWhatWasWritten() {
        assertThat(SparkReader.rows(files)).isEqualTo(KernelReader.rows(files));
        assertThat(SparkReader.rows(files).stream().filter(row -> id(row) < 100).toList())
                .isEqualTo(TableRow.sorted(expected(false)));
        assertThat(SparkReader.rows(partitions)).isEqualTo(TableRow.sorted(expected(true)));
        assertThat(KernelReader.rows(partitions)).isEqualTo(TableRow.sorted(expected(true)));
    }

    /** @param partition whether an empty string is null, as the protocol has it for partition values */
    private static List<TableRow> expected(boolean partition) {
        List<TableRow> rows = new ArrayList<>();
        for (int i = 0; i < VALUES.size(); i++) {
            List<@Nullable Object> row = new ArrayList<>(Arrays.asList(numbered(i, VALUES.get(i))));
            row.replaceAll(value -> partition && "".equals(value) ? null : value);
            rows.add(new TableRow(row));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "f", "t", "day", "n9", "n18", "n38", "l", "s"})
    void filtersGiveWhatTheyMustGive(String column) {
        Map<Path, List<Integer>> probes = ALL
                ? Map.of(files, List.of(0, 1, 2, 3, 4, 5, 6, 7, 8), partitions, List.of(0, 1, 2, 3, 4, 5, 6, 7, 8))
                : Map.of(files, List.of(0, 3, 5, 7), partitions, List.of(1, 4));
        probes.forEach((table, values) -> {
            Map<String, Probe> conditions = conditions(column, values);
            assertThat(bySpark(table, conditions))
                    .as("%s of %s", column, table)
                    .isEqualTo(byOrder(table, column, conditions));
        });
    }

    /** The ids that each condition finds; one statement, since each costs a fixed time. */
    private static Map<String, String> bySpark(Path table, Map<String, Probe> conditions) {
        String all = conditions.keySet().stream()
                .map(condition -> "SELECT '" + condition.replace("\\", "\\\\").replace("'", "\\'")
                        + "' AS condition, id FROM " + SparkReader.nameOf(table) + " WHERE " + condition)
                .collect(Collectors.joining(" UNION ALL "));
        Map<String, List<Integer>> found = new TreeMap<>();
        conditions.keySet().forEach(condition -> found.put(condition, new ArrayList<>()));
        for (TableRow row : SparkReader.sql(all)) {
            found.computeIfAbsent((String) Objects.requireNonNull(row.values().get(0)), unseen -> new ArrayList<>())
                    .add(id(row, 1));
        }
        return shown(found);
    }

    private static Map<String, String> byOrder(Path table, String column, Map<String, Probe> conditions) {
        int ordinal = SCHEMA.ordinal(column).orElseThrow();
        List<TableRow> rows = SparkReader.rows(table);
        Map<String, List<Integer>> found = new TreeMap<>();
        conditions.forEach((condition, probe) -> {
            List<Integer> ids = found.computeIfAbsent(condition, unseen -> new ArrayList<>());
            for (TableRow row : rows) {
                if (holds(row.values().get(ordinal), probe)) {
                    ids.add(id(row));
                }
            }
        });
        return shown(found);
    }

    private static int id(TableRow row) {
        return id(row, 0);
    }

    private static int id(TableRow row, int column) {
        return (Integer) Objects.requireNonNull(row.values().get(column));
    }

    private static Map<String, String> shown(Map<String, List<Integer>> found) {
        Map<String, String> shown = new TreeMap<>();
        found.forEach((condition, ids) ->
                shown.put(condition, ids.stream().sorted().map(String::valueOf).collect(Collectors.joining(" "))));
        return shown;
    }

    private record Probe(String operator, @Nullable Object value) {}

    private static Map<String, Probe> conditions(String column, List<Integer> values) {
        Map<String, Probe> conditions = new TreeMap<>();
        conditions.put(column + " IS NULL", new Probe("IS NULL", null));
        conditions.put(column + " IS NOT NULL", new Probe("IS NOT NULL", null));
        int ordinal = SCHEMA.ordinal(column).orElseThrow() - 1;
        for (int number : values) {
            Object value = VALUES.get(number)[ordinal];
            if (value != null) {
                OPERATORS.forEach(operator ->
                        conditions.put(column + " " + operator + " " + literal(value), new Probe(operator, value)));
            }
        }
        return conditions;
    }

    private static String literal(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return "CAST('" + value + "' AS " + (value instanceof Float ? "FLOAT" : "DOUBLE") + ")";
        }
        if (value instanceof Instant) {
            return "TIMESTAMP'" + value + "'";
        }
        if (value instanceof LocalDate) {
            return "DATE'" + value + "'";
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString() + "BD";
        }
        return value instanceof String text ? "'" + text.replace("'", "\\'") + "'" : value + "L";
    }

    private static boolean holds(@Nullable Object value, Probe probe) {
        if (probe.value == null || value == null) {
            return probe.operator.equals(value == null ? "IS NULL" : "IS NOT NULL");
        }
        int sign = compare(value, probe.value);
        return switch (probe.operator) {
            case "=" -> sign == 0;
            case "<" -> sign < 0;
            case ">" -> sign > 0;
            case "<=" -> sign <= 0;
            default -> sign >= 0;
        };
    }

    @SuppressWarnings("unchecked") // both are of the column's class
    private static int compare(Object left, Object right) {
        if (left instanceof Double || left instanceof Float) {
            // + 0.0 turns -0.0 into 0.0; Double.compare has NaN above all
            return Double.compare(((Number) left).doubleValue() + 0.0, ((Number) right).doubleValue() + 0.0);
        }
        if (left instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparable<Object>) left).compareTo(right);
    }

    @Test
    void partitionTimestampsAreTheSameInstantsInEveryZoneOfTheReader() {
        SparkSession elsewhere = SparkReader.session().newSession();
        elsewhere.conf().set("spark.sql.session.timeZone", "America/New_York");

        List<Object> instants = elsewhere
                .sql("SELECT t FROM " + SparkReader.nameOf(partitions)
                        + " WHERE t > TIMESTAMP'1969-12-31T23:59:59.999Z'")
                .collectAsList()
                .stream()
                .map(row -> row.get(0))
                .toList();

        assertThat(instants)
                .containsExactlyInAnyOrder(VALUES.stream()
                        .map(row -> row[2])
                        .filter(t -> t instanceof Instant instant
                                && instant.isAfter(Instant.parse("1969-12-31T23:59:59.999Z")))
                        .toArray());
    }
}
