package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.EpochUnit;
import io.sluice.serdes.time.TimePattern;
import io.sluice.serdes.time.TimestampFormat;
import io.sluice.serdes.wire.RowCodec;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A decoder that knows the forms of messages answers as one that leaves each message to Jackson, to the bit. Run one case again with
 * {@code -Dsluice.seed=...}, more of them with {@code -Dsluice.fuzz.forms=...}.
 */
class MessageFormsFuzzTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261201);
    private static final int CASES = Integer.getInteger("sluice.fuzz.forms", 20_000);

    private static final Schema SCHEMA = Schema.of(
            Column.nullable("text", Primitive.STRING),
            Column.nullable("flag", Primitive.BOOLEAN),
            Column.nullable("small", Primitive.INT),
            Column.nullable("big", Primitive.LONG),
            Column.nullable("single", Primitive.FLOAT),
            Column.required("number", Primitive.DOUBLE),
            Column.nullable("price", new Decimal(12, 3)),
            Column.nullable("at", Primitive.TIMESTAMP),
            Column.nullable("epoch", Primitive.TIMESTAMP),
            Column.nullable("patterned", Primitive.TIMESTAMP),
            Column.nullable("day", Primitive.DATE));

    private static final String[] ODD = {
        "null",
        "true",
        "false",
        "\"\"",
        "\"K\u00e4se\"",
        "\"\\u00e9\"",
        "\"NaN\"",
        "\"17\"",
        "NaN",
        "-Infinity",
        "-0",
        "-0.0",
        "0",
        "0.000",
        "01",
        "1.",
        "1e3",
        "1E-3",
        "9223372036854775807",
        "999999999999999999",
        "9999999999999999999",
        "9007199254740993",
        "16777217",
        "2147483648",
        "0.12345678901234567",
        "3.4028236e38",
        "\"0001-01-01T00:00:00+01:00\"",
        "\"2026-02-30\"",
        "[1]",
        "{}"
    };

    private final Random random = new Random(SEED);
    private final Mutations mutations = new Mutations(random);

    /** No message here is as long; with it, no forms are used. */
    private static final JsonLimits TIGHT = new JsonLimits(1_000, 20_000_000, 1_000, 10_000);

    private static RecordFormat format(Coercion coercion, NonFinite nonFinite, JsonLimits limits) {
        List<ColumnFormat> columns = new ArrayList<>();
        for (Column column : SCHEMA.columns()) {
            columns.add(new ColumnFormat(Optional.empty(), time(column.name())));
        }
        return new RecordFormat(
                SCHEMA,
                columns,
                new ValueRules(coercion, nonFinite, ZoneId.of("Europe/Berlin")),
                new PayloadFormat.Json(
                        new Envelope.None(), Optional.empty(), false, PayloadFormat.Framing.NONE, limits));
    }

    private static Optional<TimestampFormat> time(String column) {
        return switch (column) {
            case "epoch" -> Optional.of(new TimestampFormat.Epoch(EpochUnit.MS));
            case "patterned" ->
                Optional.of(
                        new TimestampFormat.Pattern(TimePattern.of("dd.MM.yyyy HH:mm"), ZoneId.of("Europe/Berlin")));
            default -> Optional.empty();
        };
    }

    @ParameterizedTest
    @EnumSource(Coercion.class)
    void decoderThatKnowsFormsAnswersAsJackson(Coercion coercion) {
        for (NonFinite nonFinite : NonFinite.values()) {
            BitSet wanted = new BitSet();
            wanted.set(0, SCHEMA.width());
            if (nonFinite == NonFinite.ACCEPT) {
                wanted.clear(random.nextInt(5));
            }
            RowDecoder byForms = format(coercion, nonFinite, JsonLimits.DEFAULT).decoder(wanted);
            RowDecoder byJackson = format(coercion, nonFinite, TIGHT).decoder(wanted);
            RowCodec codec = new RowCodec(new Schema(SCHEMA.columns().stream()
                    .map(column -> Column.nullable(column.name(), column.type()))
                    .toList()));
            for (int i = 0; i < CASES; i++) {
                byte[] message = random.nextInt(6) == 0 ? mutations.of(message()) : message();
                assertThat(Decoding.answer(byForms, codec, SCHEMA.width(), message))
                        .as("seed %d case %d: %s", SEED, i, HexFormat.of().formatHex(message))
                        .isEqualTo(Decoding.answer(byJackson, codec, SCHEMA.width(), message));
            }
        }
    }

    private byte[] message() {
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "{\"more\":[0,{\"deep\":null}]," : "{");
        for (int i = 0; i < SCHEMA.width(); i++) {
            text.append(i == 0 ? "\"" : ",\"")
                    .append(SCHEMA.column(i).name())
                    .append("\":")
                    .append(random.nextInt(60) == 0 ? ODD[random.nextInt(ODD.length)] : fitting(i));
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private String fitting(int column) {
        return switch (SCHEMA.column(column).name()) {
            case "text" -> "\"unit-" + random.nextInt(100) + '"';
            case "flag" -> Boolean.toString(random.nextBoolean());
            case "small" -> Integer.toString(random.nextInt());
            case "big" -> Long.toString(random.nextLong() >> random.nextInt(64));
            case "price" -> number(9, 3);
            case "at" -> "\"2026-11-%02dT08:15:%02d%s\"".formatted(day(), random.nextInt(60), zone());
            case "epoch" ->
                Long.toString(1_764_490_500_000L + random.nextInt()) + (random.nextInt(40) == 0 ? ".5" : "");
            case "patterned" -> "\"%02d.11.2026 08:%02d\"".formatted(day(), random.nextInt(60));
            case "day" -> "\"2026-11-%02d\"".formatted(day());
            case "single" ->
                random.nextInt(10) == 0
                        ? number(1 + random.nextInt(10), random.nextInt(8))
                        : number(1 + random.nextInt(4), random.nextInt(4));
            default -> number(1 + random.nextInt(10), random.nextInt(8));
        };
    }

    private int day() {
        return 1 + random.nextInt(30);
    }

    private String zone() {
        return new String[] {"Z", "", ".5Z", ".123456+01:00"}[random.nextInt(4)];
    }

    private String number(int digits, int behind) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "").append(1 + random.nextInt(9));
        for (int i = 1; i < digits; i++) {
            text.append(random.nextInt(10));
        }
        for (int i = 0; i < behind; i++) {
            text.append(i == 0 ? "." : "").append(random.nextInt(10));
        }
        return text.toString();
    }
}
