package io.sluice.delta.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.delta.commit.DataFile;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper EXACT_JSON =
            new ObjectMapper().enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final List<DataType> TYPES = List.of(
            Primitive.BOOLEAN,
            Primitive.INT,
            Primitive.LONG,
            Primitive.FLOAT,
            Primitive.DOUBLE,
            Primitive.STRING,
            Primitive.TIMESTAMP,
            Primitive.DATE,
            Primitive.BINARY,
            new DataType.Decimal(7, 3),
            new DataType.Decimal(17, 2),
            new DataType.Decimal(38, 20));

    @TempDir
    private Path folder;

    private JsonNode write(DataType type, List<Row> rows) throws IOException {
        return write(layout(type, 32), rows);
    }

    private JsonNode write(FileLayout layout, List<Row> rows) throws IOException {
        List<DataFile> files = new DataFileWriter(new LocalTableFolder(folder), layout, Compression.NONE, rows).write();
        assertThat(files).hasSize(1);
        assertThat(files.get(0).rows()).isEqualTo(rows.size());
        boolean decimal = layout.data().get(0).type() instanceof DataType.Decimal;
        return (decimal ? EXACT_JSON : JSON).readTree(files.get(0).statistics());
    }

    private static FileLayout layout(DataType type, int indexed) {
        return new FileLayout(List.of(new FileColumn("c", type, true, 0)), List.of(), indexed);
    }

    private static Row row() {
        return new Row(1);
    }

    private static Row row(double value) {
        Row row = row();
        row.setDouble(0, value);
        return row;
    }

    private static Row row(long value) {
        Row row = row();
        row.setLong(0, value);
        return row;
    }

    private static Row row(Object value) {
        Row row = row();
        row.setObject(0, value);
        return row;
    }

    @Test
    void noValueLiesOutsideTheBounds() throws IOException {
        for (long seed = 1; seed <= 240; seed++) {
            Random random = new Random(seed);
            DataType type = TYPES.get((int) (seed % TYPES.size()));
            List<Row> rows = new ArrayList<>();
            int nulls = 0;
            for (int i = random.nextInt(20) + 1; i > 0; i--) {
                boolean isNull = random.nextInt(4) == 0;
                nulls += isNull ? 1 : 0;
                rows.add(isNull ? row() : randomRow(type, random));
            }
            JsonNode statistics = write(type, rows);
            String context = "seed " + seed + " " + type + " " + statistics;
            assertThat(statistics.get("numRecords").asInt()).as(context).isEqualTo(rows.size());
            assertThat(statistics.get("nullCount").get("c").asInt()).as(context).isEqualTo(nulls);
            JsonNode least = statistics.get("minValues").path("c");
            JsonNode greatest = statistics.get("maxValues").path("c");
            for (Row row : rows) {
                if (!row.isNull(0)) {
                    checkWithin(type, row, least, greatest, context);
                }
            }
        }
    }

    private static void checkWithin(DataType type, Row row, JsonNode least, JsonNode greatest, String context) {
        if (!least.isMissingNode()) {
            assertThat(compare(type, row, least)).as(context).isGreaterThanOrEqualTo(0);
        }
        if (!greatest.isMissingNode()) {
            assertThat(compare(type, row, greatest)).as(context).isLessThanOrEqualTo(0);
        }
    }

    /** The way readers compare: numbers by value, texts by their UTF-8 bytes, times as instants. */
    private static int compare(DataType type, Row row, JsonNode bound) {
        if (type instanceof DataType.Decimal) {
            return row.decimalAt(0).compareTo(bound.decimalValue());
        }
        return switch ((Primitive) type) {
            case INT, LONG -> Long.compare(row.longAt(0), bound.longValue());
            case FLOAT -> Float.compare((float) row.doubleAt(0), bound.floatValue());
            case DOUBLE -> Double.compare(row.doubleAt(0), bound.doubleValue());
            case STRING ->
                Arrays.compareUnsigned(
                        row.stringAt(0).getBytes(StandardCharsets.UTF_8),
                        bound.textValue().getBytes(StandardCharsets.UTF_8));
            case TIMESTAMP ->
                Instant.EPOCH.plus(row.longAt(0), ChronoUnit.MICROS).compareTo(Instant.parse(bound.textValue()));
            case DATE -> LocalDate.ofEpochDay(row.longAt(0)).compareTo(LocalDate.parse(bound.textValue()));
            case BOOLEAN, BINARY -> throw new AssertionError("there are no bounds for " + type);
        };
    }

    private static Row randomRow(DataType type, Random random) {
        if (type instanceof DataType.Decimal decimal) {
            BigInteger unscaled =
                    new BigInteger(random.nextInt(1, 120), random).mod(BigInteger.TEN.pow(decimal.precision()));
            return row(new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale()));
        }
        return switch ((Primitive) type) {
            case BOOLEAN -> row(random.nextInt(2));
            case INT -> row(random.nextInt());
            case DATE -> row(random.nextInt(-1_000_000, 4_000_000));
            case LONG -> row(random.nextLong());
            case TIMESTAMP ->
                row(random.nextLong(-70_000_000_000_000_000L, 270_000_000_000_000_000L) >> random.nextInt(20));
            case FLOAT -> row(oddDouble(random, Float.intBitsToFloat(random.nextInt())));
            case DOUBLE -> row(oddDouble(random, Double.longBitsToDouble(random.nextLong())));
            case STRING -> row(randomString(random));
            case BINARY -> row(randomString(random).getBytes(StandardCharsets.UTF_8));
        };
    }

    private static double oddDouble(Random random, double any) {
        double[] odd = {
            0.0, -0.0, any, any, any, 1.5, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
        };
        return odd[random.nextInt(random.nextBoolean() ? odd.length : 7)];
    }

    /** Long common prefixes, the last code points there are, and half surrogate pairs, around the length that is kept. */
    private static String randomString(Random random) {
        int[] points = {
            'a', 'b', 0, 0x7F, 0xE9, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x1F600, Character.MAX_CODE_POINT
        };
        StringBuilder text = new StringBuilder();
        int[] repeated = {points[random.nextInt(points.length)], Character.MAX_CODE_POINT, 'a'};
        String prefix = new String(repeated, random.nextInt(3), 1).repeat(random.nextInt(3) * 15);
        text.append(prefix);
        for (int i = random.nextInt(8); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    @Test
    void longTextsAreCutDownwardsAndUpwards() throws IOException {
        JsonNode statistics = write(Primitive.STRING, List.of(row("b".repeat(40)), row("a".repeat(40))));
        assertThat(statistics.get("minValues").get("c").asText()).isEqualTo("a".repeat(32));
        assertThat(statistics.get("maxValues").get("c").asText()).isEqualTo("b".repeat(31) + "c");
    }

    @Test
    void cuttingUpwardsCarriesAndSkipsSurrogates() throws IOException {
        String last = Character.toString(Character.MAX_CODE_POINT);
        assertThat(maxOf("a" + last.repeat(40))).isEqualTo("b");
        assertThat(maxOf("a".repeat(31) + "\uD7FF" + "x")).isEqualTo("a".repeat(31) + "\uE000");
        assertThat(write(Primitive.STRING, List.of(row(last.repeat(33))))
                        .get("maxValues")
                        .has("c"))
                .isFalse();
        assertThat(maxOf("\uD83D\uDE00".repeat(32))).isEqualTo("\uD83D\uDE00".repeat(32));
    }

    private String maxOf(String value) throws IOException {
        return write(Primitive.STRING, List.of(row(value)))
                .get("maxValues")
                .get("c")
                .asText();
    }

    @Test
    void timestampsAreRoundedOutwardsToMilliseconds() throws IOException {
        JsonNode statistics = write(Primitive.TIMESTAMP, List.of(row(1_700_000_000_123_456L), row(-1L)));
        assertThat(statistics.get("minValues").get("c").asText()).isEqualTo("1969-12-31T23:59:59.999Z");
        assertThat(statistics.get("maxValues").get("c").asText()).isEqualTo("2023-11-14T22:13:20.124Z");
        assertThat(write(Primitive.TIMESTAMP, List.of(row(1_000L)))
                        .get("maxValues")
                        .get("c")
                        .asText())
                .isEqualTo("1970-01-01T00:00:00.001Z");
        JsonNode extreme = write(Primitive.TIMESTAMP, List.of(row(Long.MIN_VALUE), row(Long.MAX_VALUE)));
        assertThat(extreme.get("minValues")).isEmpty();
        assertThat(extreme.get("maxValues")).isEmpty();
    }

    @Test
    void nanTakesTheBoundsAwayAndInfinityOnlyItsOwn() throws IOException {
        JsonNode nan = write(Primitive.DOUBLE, List.of(row(1.0), row(Double.NaN)));
        assertThat(nan.get("minValues")).isEmpty();
        assertThat(nan.get("maxValues")).isEmpty();
        JsonNode infinite = write(Primitive.DOUBLE, List.of(row(1.0), row(Double.POSITIVE_INFINITY)));
        assertThat(infinite.get("minValues").get("c").doubleValue()).isEqualTo(1.0);
        assertThat(infinite.get("maxValues")).isEmpty();
    }

    @Test
    void zerosOfBothSignsLieBetweenThem() throws IOException {
        JsonNode statistics = write(Primitive.DOUBLE, List.of(row(0.0)));
        assertThat(statistics.get("minValues").get("c").toString()).isEqualTo("-0.0");
        assertThat(write(Primitive.FLOAT, List.of(row(-0.0)))
                        .get("maxValues")
                        .get("c")
                        .toString())
                .isEqualTo("0.0");
    }

    @Test
    void decimalsArePlainNumbers() throws IOException {
        DataType type = new DataType.Decimal(38, 20);
        DataFile file = new DataFileWriter(
                        new LocalTableFolder(folder),
                        layout(type, 32),
                        Compression.NONE,
                        List.of(row(new BigDecimal("0.00000000000000000001"))))
                .write()
                .get(0);
        assertThat(file.statistics()).contains("\"maxValues\":{\"c\":0.00000000000000000001}");
    }

    @Test
    void onlyNullsHaveNoBounds() throws IOException {
        for (DataType type : TYPES) {
            JsonNode statistics = write(type, List.of(row(), row()));
            assertThat(statistics.get("minValues")).as(type.toString()).isEmpty();
            assertThat(statistics.get("maxValues")).as(type.toString()).isEmpty();
            assertThat(statistics.get("nullCount").get("c").asInt()).isEqualTo(2);
        }
    }

    @Test
    void columnsBeyondTheIndexedHaveNone() throws IOException {
        JsonNode statistics = write(layout(Primitive.LONG, 0), List.of(row(1L)));
        assertThat(statistics.toString())
                .isEqualTo("{\"numRecords\":1,\"minValues\":{},\"maxValues\":{},\"nullCount\":{}}");
    }
}
