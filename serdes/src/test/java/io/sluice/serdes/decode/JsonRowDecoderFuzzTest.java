package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.RandomRows;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Run one case again with {@code -Dsluice.seed=...}, more of them with {@code -Dsluice.fuzz.json=...}. */
class JsonRowDecoderFuzzTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);
    private static final int CASES = Integer.getInteger("sluice.fuzz.json", 50_000);

    private static final Schema SCHEMA = Schema.of(
            Column.required("id", Primitive.STRING),
            Column.nullable("flag", Primitive.BOOLEAN),
            Column.nullable("small", Primitive.INT),
            Column.nullable("big", Primitive.LONG),
            Column.nullable("single", Primitive.FLOAT),
            Column.nullable("number", Primitive.DOUBLE),
            Column.nullable("at", Primitive.TIMESTAMP),
            Column.nullable("day", Primitive.DATE),
            Column.nullable("raw", Primitive.BINARY),
            Column.nullable("price", new Decimal(38, 10)),
            Column.nullable(
                    "device", type("struct<n: long, raw: binary, inner: struct<price: decimal(10,2) not null>>")),
            Column.nullable("values", type("array<array<int>>")),
            Column.nullable("tags", type("map<string, boolean>")));

    private static DataType type(String text) {
        return DataType.parse(text).orElseThrow();
    }

    private static final String[] VALUES = {
        "\"unit-1\"",
        "\"K\u00e4se \uD83D\uDE00\"",
        "\"\\u00e9\\n\\ud83d\\ude00\"",
        "true",
        "null",
        "5",
        "-0",
        "1.5",
        "1e300",
        "9223372036854775807",
        "\"2026-11-30T08:15:00.123Z\"",
        "\"2026-11-30\"",
        "\"AP8=\"",
        "123.4500",
        "1e-5",
        "{\"a\":[1,{\"b\":null}]}",
        "[[],{}]",
        "12345678901234567890.5",
        "\"\""
    };

    private final Random random = new Random(SEED);
    private final Mutations mutations = new Mutations(random);

    @Test
    void noMessageHoweverBrokenThrowsAnythingButABadRecord() {
        BitSet wanted = new BitSet();
        wanted.set(0, SCHEMA.width());
        JsonRowDecoder decoder = new JsonRowDecoder(SCHEMA, wanted);
        RowCodec codec = new RowCodec(SCHEMA);
        Row row = SCHEMA.newRow();
        int decoded = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] message = mutations.of(message());
            try {
                Decoding.decode(decoder, message, row);
                // a row that got through must be one: every value within its type
                codec.encode(row);
                decoded++;
            } catch (BadRecordException e) {
                assertThat(e.reason())
                        .as("seed %d case %d", SEED, i)
                        .isNotBlank()
                        .hasSizeLessThan(3_000);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed " + SEED + " case " + i + ": " + HexFormat.of().formatHex(message), e);
            }
        }
        assertThat(decoded).as("seed %d: decoded", SEED).isBetween(CASES / 100, CASES / 2);
    }

    @Test
    void whatWasReadBeforeChangesNoAnswer() {
        BitSet wanted = new BitSet();
        wanted.set(0, SCHEMA.width());
        JsonRowDecoder experienced = new JsonRowDecoder(SCHEMA, wanted);
        RowCodec codec = new RowCodec(SCHEMA);
        for (int i = 0; i < CASES / 5; i++) {
            byte[] message = random.nextBoolean() ? message() : mutations.of(message());
            assertThat(Decoding.answer(experienced, codec, SCHEMA.width(), message))
                    .as("seed %d case %d: %s", SEED, i, HexFormat.of().formatHex(message))
                    .isEqualTo(Decoding.answer(new JsonRowDecoder(SCHEMA, wanted), codec, SCHEMA.width(), message));
        }
    }

    @Test
    void whatIsWrittenAsJsonIsDecodedToTheSameRow() {
        RandomRows rows = new RandomRows(random);
        RowJson json = new RowJson(SCHEMA);
        RowCodec codec = new RowCodec(SCHEMA);
        BitSet wanted = new BitSet();
        wanted.set(0, SCHEMA.width());
        JsonRowDecoder decoder = new JsonRowDecoder(SCHEMA, wanted);
        int compared = 0;
        for (int i = 0; i < CASES / 5; i++) {
            Row row = rows.row(SCHEMA);
            makeReadable(row);
            Row back = SCHEMA.newRow();
            Decoding.decode(decoder, json.text(row).getBytes(StandardCharsets.UTF_8), back);
            assertThat(codec.encode(back))
                    .as("seed %d case %d: %s", SEED, i, json.text(row))
                    .isEqualTo(codec.encode(row));
            compared++;
        }
        assertThat(compared).isEqualTo(CASES / 5);
    }

    /** Takes out what JSON has no number or text for, and dates beyond the years that text can name. */
    private void makeReadable(Row row) {
        row.setObject(0, "unit-" + random.nextInt(100) + "\u00e9\uD83D\uDE00\n\"");
        for (int column : new int[] {4, 5}) {
            if (!Double.isFinite(row.doubleAt(column))) {
                row.setNull(column);
            }
        }
        row.setLong(6, random.nextLong(-62_135_596_800_000_000L, 253_402_300_800_000_000L));
        row.setLong(7, random.nextInt(-719_162, 2_932_897));
        if (!row.isNull(10)
                && !row.nestedAt(10).isNull(2)
                && row.nestedAt(10).nestedAt(2).isNull(0)) {
            row.nestedAt(10).setNull(2);
        }
    }

    private byte[] message() {
        StringBuilder text = new StringBuilder(random.nextInt(20) == 0 ? "\uFEFF{" : "{");
        for (int i = 0; i < SCHEMA.width(); i++) {
            text.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(random.nextInt(10) == 0 ? "other" : SCHEMA.column(i).name())
                    .append("\":")
                    .append(random.nextInt(10) == 0 ? VALUES[random.nextInt(VALUES.length)] : fitting(i));
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String fitting(int column) {
        return switch (column) {
            case 0 -> "\"unit-1\"";
            case 1 -> "true";
            case 2, 3 -> "17";
            case 4, 5, 9 -> "-18.25";
            case 6 -> "\"2026-11-30T08:15:00.123Z\"";
            case 7 -> "\"2026-11-30\"";
            case 10 -> "{\"n\":5,\"raw\":\"AP8=\",\"inner\":{\"price\":1.25}}";
            case 11 -> "[[1,2],[],null,[3]]";
            case 12 -> "{\"a\":true,\"b\":null}";
            default -> "\"AP8=\"";
        };
    }
}
