package io.sluice.serdes.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.serdes.RandomRows;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowCodecTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);
    private static final int CASES = Integer.getInteger("sluice.fuzz.codec", 20_000);

    private static final Schema ALL_TYPES = Schema.of(
            Column.nullable("flag", Primitive.BOOLEAN),
            Column.nullable("small", Primitive.INT),
            Column.nullable("big", Primitive.LONG),
            Column.nullable("single", Primitive.FLOAT),
            Column.nullable("number", Primitive.DOUBLE),
            Column.nullable("name", Primitive.STRING),
            Column.nullable("at", Primitive.TIMESTAMP),
            Column.nullable("day", Primitive.DATE),
            Column.nullable("raw", Primitive.BINARY),
            Column.nullable("price", new Decimal(10, 2)));

    private static final Schema NESTED = Schema.of(
            Column.nullable("device", type("struct<id: string, temp: double not null, at: array<timestamp>>")),
            Column.nullable("values", type("array<array<int>>")),
            Column.nullable("tags", type("map<string, decimal(10,2)>")));

    private static DataType type(String text) {
        return DataType.parse(text).orElseThrow();
    }

    private static Row sample() {
        Row row = ALL_TYPES.newRow();
        row.setBoolean(0, true);
        row.setLong(1, -5);
        row.setLong(2, 300);
        row.setDouble(3, 1.5f);
        row.setDouble(4, -18.25);
        row.setObject(5, "Käse");
        row.setLong(6, 1_796_026_500_000_000L);
        row.setLong(7, 20_787);
        row.setObject(8, new byte[] {0, (byte) 0xFF});
        row.setObject(9, new BigDecimal("-123.45"));
        return row;
    }

    @Test
    void theWireFormOfEveryTypeStaysAsItIs() {
        String golden =
                "01 0000 01 09 d804 3fc00000 c032400000000000 05 4bc3a47365 0006617a018a2900 e6c402 02 00ff 02 cfc7";
        byte[] bytes = HexFormat.of().parseHex(golden.replace(" ", ""));

        Row decoded = ALL_TYPES.newRow();
        new RowCodec(ALL_TYPES).decode(bytes, decoded);

        assertThat(HexFormat.of().formatHex(new RowCodec(ALL_TYPES).encode(sample())))
                .isEqualTo(HexFormat.of().formatHex(bytes));
        assertThat(decoded.longAt(6)).isEqualTo(1_796_026_500_000_000L);
        assertThat(decoded.decimalAt(9)).isEqualTo(new BigDecimal("-123.45"));
        assertThat(decoded.stringAt(5)).isEqualTo("Käse");
    }

    @Test
    void theWireFormOfNestedTypesStaysAsItIs() {
        Row device = new Row(3);
        device.setObject(0, "u1");
        device.setDouble(1, 1.5);
        Row numbers = new Row(2);
        numbers.setLong(1, 7);
        Row values = new Row(1);
        values.setObject(0, numbers);
        Row tags = new Row(4);
        tags.setObject(0, "a");
        tags.setObject(2, "b");
        tags.setObject(3, new BigDecimal("1.00"));
        Row row = NESTED.newRow();
        row.setObject(0, device);
        row.setObject(1, values);
        row.setObject(2, tags);
        String golden = "01 00  04 02 7531 3ff8000000000000  01 00 02 01 0e  02 01 01 61 01 62 01 64";
        byte[] bytes = HexFormat.of().parseHex(golden.replace(" ", ""));

        Row decoded = NESTED.newRow();
        new RowCodec(NESTED).decode(bytes, decoded);

        assertThat(HexFormat.of().formatHex(new RowCodec(NESTED).encode(row)))
                .isEqualTo(HexFormat.of().formatHex(bytes));
        assertThat(new RowJson(NESTED).text(decoded))
                .isEqualTo(
                        "{\"device\":{\"id\":\"u1\",\"temp\":1.5,\"at\":null},\"values\":[[null,7]],\"tags\":{\"a\":null,\"b\":1.00}}");
    }

    @Test
    void aRowOfNullsIsItsBitmapAlone() {
        assertThat(new RowCodec(ALL_TYPES).encode(ALL_TYPES.newRow()))
                .isEqualTo(new byte[] {1, (byte) 0xFF, (byte) 0x03});
    }

    @Test
    void aRowWithoutColumnsIsItsVersionAlone() {
        Schema none = Schema.of();

        assertThat(new RowCodec(none).encode(none.newRow())).isEqualTo(new byte[] {1});
    }

    @Test
    void decodingReplacesWhatTheRowHeldBefore() {
        Row row = sample();
        RowCodec codec = new RowCodec(ALL_TYPES);

        codec.decode(codec.encode(ALL_TYPES.newRow()), row);

        for (int i = 0; i < ALL_TYPES.width(); i++) {
            assertThat(row.isNull(i)).as("column %d", i).isTrue();
        }
    }

    @Test
    void everyRowComesBackWithTheSameValuesAndTheSameBytes() {
        RandomRows rows = new RandomRows(new Random(SEED));
        for (int i = 0; i < CASES / 10; i++) {
            Schema schema = rows.schema();
            RowCodec codec = new RowCodec(schema);
            Row row = rows.row(schema);
            byte[] bytes = codec.encode(row);
            Row decoded = rows.row(schema);
            codec.decode(bytes, decoded);

            for (int c = 0; c < schema.width(); c++) {
                assertThat(shown(decoded, c, schema.column(c).type()))
                        .as("seed %d case %d column %d of %s", SEED, i, c, schema)
                        .isEqualTo(shown(row, c, schema.column(c).type()));
            }
            assertThat(codec.encode(decoded)).as("seed %d case %d", SEED, i).isEqualTo(bytes);
        }
    }

    private static @Nullable Object shown(Row row, int column, DataType type) {
        return type instanceof DataType.Nested nested && !row.isNull(column)
                ? RowJson.text(nested, row.nestedAt(column))
                : row.boxed(column, type);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void damagedBytesAreRefusedOrAreTheOneFormOfAnotherRow(boolean nested) {
        Random random = new Random(SEED);
        RandomRows rows = new RandomRows(random);
        Schema schema = nested ? NESTED : ALL_TYPES;
        RowCodec codec = new RowCodec(schema);
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] damaged = damage(codec.encode(rows.row(schema)), random);
            Row row = schema.newRow();
            try {
                codec.decode(damaged, row);
            } catch (CorruptRowException e) {
                refused++;
                assertThat(e.position()).as(e.getMessage()).isBetween(0, damaged.length);
                continue;
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + SEED + " case " + i + ": " + HexFormat.of().formatHex(damaged), e);
            }
            assertThat(codec.encode(row)).as("seed %d case %d", SEED, i).isEqualTo(damaged);
        }
        assertThat(refused).isGreaterThan(CASES / 4);
    }

    private static byte[] damage(byte[] bytes, Random random) {
        int kind = random.nextInt(4);
        if (kind == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        if (kind == 1) {
            return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(3));
        }
        if (kind == 2) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            return bytes;
        }
        for (int i = 0; i < 4; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    string        |                          | 0 | format version 1  | 0 of 1 bytes
                    string        | 02 00 00                 | 0 | format version 1  | version 2
                    string        | 01                       | 1 | null bits         | 0 of 1 bytes
                    string        | 01 02                    | 1 | null bits         | a bit for column 2
                    string        | 01 00 ff ff ff ff 07 41  | 2 | column 'c' string | a length of 2147483647 where 1 bytes are left
                    string        | 01 00 ff ff ff ff ff ff ff ff ff 01 | 2 | string | a length of 18446744073709551615 where 0
                    string        | 01 00 ff ff ff ff ff ff ff ff ff 02 | 2 | string | exceeds 64 bits
                    string        | 01 00 ff ff ff ff ff ff ff ff ff ff 01 | 2 | string | a number of more than 10 bytes
                    string        | 01 00 81 00 41           | 2 | string            | not in its shortest form
                    string        | 01 00 02 41 80           | 4 | string            | not UTF-8
                    string        | 01 00 02 c0 80           | 3 | string            | not UTF-8
                    string        | 01 00 02 41 c3           | 4 | string            | not UTF-8
                    string        | 01 00 04 f4 90 80 80     | 3 | string            | not UTF-8
                    string        | 01 00 06 ed a0 bd ed b8 80 | 6 | string          | not UTF-8
                    string        | 01 00 01 41 00           | 4 | the end of the row | 1 more bytes
                    boolean       | 01 00 02                 | 2 | column 'c' boolean | byte 2
                    int           | 01 00 80 80 80 80 10     | 2 | column 'c' int    | 2147483648
                    date          | 01 00                    | 2 | column 'c' date   | 0 of 1 bytes
                    timestamp     | 01 00 00 00 00 00 00 00 00 | 2 | timestamp      | 7 of 8 bytes
                    double        | 01 00 00                 | 2 | double            | 1 of 8 bytes
                    float         | 01 00 00                 | 2 | float             | 1 of 4 bytes
                    float         | 01 00 7f c0 00 01        | 2 | float             | a NaN with the bits 7fc00001
                    decimal(2,1)  | 01 00 01 64              | 2 | decimal(2,1)      | 3 digits
                    decimal(2,1)  | 01 00 00                 | 2 | decimal(2,1)      | 0 bytes that are no shortest form
                    decimal(2,1)  | 01 00 02 00 01           | 2 | decimal(2,1)      | 2 bytes that are no shortest form
                    decimal(2,1)  | 01 00 02 ff 80           | 2 | decimal(2,1)      | 2 bytes that are no shortest form
                    array<int>    | 01 00 09 00              | 2 | column 'c' array<int> | 9 elements where 1 bytes are left
                    array<int>    | 01 00 02 04              | 3 | null bits of 2 elements | a bit for element 3
                    array<int>    | 01 00 01 00              | 4 | column 'c'[] int  | 0 of 1 bytes
                    map<string,int> | 01 00 08 00            | 4 | map<string,int>   | 8 keys in 0 bytes
                    struct<a:int,b:date> | 01 00 02 80 80 80 80 10 | 3 | column 'c'.a int | 2147483648
                    """)
    void corruptBytesSayWhereAndWhatWasExpected(String type, String hex, int position, String expected, String found) {
        Schema schema = Schema.of(Column.nullable("c", DataType.parse(type).orElseThrow()));
        byte[] bytes = HexFormat.of().parseHex(hex == null ? "" : hex.replace(" ", ""));

        assertThatThrownBy(() -> new RowCodec(schema).decode(bytes, schema.newRow()))
                .isInstanceOfSatisfying(CorruptRowException.class, e -> {
                    assertThat(e.position()).isEqualTo(position);
                    assertThat(e.expected()).contains(expected);
                })
                .hasMessageContaining("at position " + position)
                .hasMessageContaining(found);
    }

    @Test
    void keysThatSparkGroupsTogetherHaveTheSameBytes() {
        Schema schema = Schema.of(Column.nullable("d", Primitive.DOUBLE), Column.nullable("f", Primitive.FLOAT));
        RowCodec codec = new RowCodec(schema);

        assertThat(codec.encodeKey(numbers(schema, -0.0, -0.0f)))
                .isEqualTo(codec.encodeKey(numbers(schema, 0.0, 0.0f)));
        assertThat(codec.encodeKey(numbers(
                        schema, Double.longBitsToDouble(0xFFF8_0000_0000_0007L), Float.intBitsToFloat(0xFFC0_0003))))
                .isEqualTo(codec.encodeKey(numbers(schema, Double.NaN, Float.NaN)));
        assertThat(codec.encodeKey(numbers(schema, Double.MIN_VALUE, Float.MIN_VALUE)))
                .isNotEqualTo(codec.encodeKey(numbers(schema, 0.0, 0.0f)));
    }

    @Test
    void valuesKeepTheSignOfZero() {
        Schema schema = Schema.of(Column.nullable("d", Primitive.DOUBLE), Column.nullable("f", Primitive.FLOAT));
        RowCodec codec = new RowCodec(schema);

        assertThat(codec.encode(numbers(schema, -0.0, -0.0f))).isNotEqualTo(codec.encode(numbers(schema, 0.0, 0.0f)));
    }

    private static Row numbers(Schema schema, double first, float second) {
        Row row = schema.newRow();
        row.setDouble(0, first);
        row.setDouble(1, second);
        return row;
    }

    @Test
    void nullAndEmptyStringAreDifferentKeys() {
        Schema schema = Schema.of(Column.nullable("s", Primitive.STRING));
        RowCodec codec = new RowCodec(schema);
        Row empty = schema.newRow();
        empty.setObject(0, "");

        assertThat(codec.encodeKey(empty)).isNotEqualTo(codec.encodeKey(schema.newRow()));
    }

    @Test
    void aValueThatIsNoneOfItsTypeIsRefused() {
        Schema schema = Schema.of(Column.nullable("n", Primitive.INT), Column.nullable("p", new Decimal(4, 2)));
        RowCodec codec = new RowCodec(schema);
        Row tooLarge = schema.newRow();
        tooLarge.setLong(0, 1L << 31);
        Row otherScale = schema.newRow();
        otherScale.setObject(1, new BigDecimal("1.5"));
        Row tooLong = schema.newRow();
        tooLong.setObject(1, new BigDecimal("100.00"));

        assertThatThrownBy(() -> codec.encode(tooLarge)).hasMessageContaining("column 'n' int = 2147483648");
        assertThatThrownBy(() -> codec.encode(otherScale)).hasMessageContaining("must have scale 2");
        assertThatThrownBy(() -> codec.encode(tooLong)).hasMessageContaining("at most 4 digits");
        assertThatThrownBy(() -> codec.encode(new Row(1))).hasMessageContaining("row width = 1");
    }

    @Test
    void aLargeRowDoesNotLeakIntoTheNext() {
        Schema schema = Schema.of(Column.nullable("s", Primitive.STRING));
        RowCodec codec = new RowCodec(schema);
        Row large = schema.newRow();
        large.setObject(0, "y".repeat(3_000_000));
        Row small = schema.newRow();
        small.setObject(0, "a");

        assertThat(codec.encode(large)).hasSize(3_000_000 + 6);
        assertThat(codec.encode(small)).isEqualTo(new byte[] {1, 0, 1, 'a'});
    }
}
