package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageFormsTest {
    private static final Schema SCHEMA = Schema.of(
            Column.nullable("Unit", Primitive.STRING),
            Column.nullable("Degrees", Primitive.DOUBLE),
            Column.required("Time", Primitive.TIMESTAMP));
    private static final String READING = """
            {"Unit":"freezer-1","Degrees":-18.25,"Door":{"open":false,"since":[1,"x"]},"Time":"2026-11-30T08:15:00Z"}""";

    private final MessageForms forms = forms(SCHEMA);
    private final Rows rows = new Rows(SCHEMA.width());

    private static MessageForms forms(Schema schema) {
        BitSet all = new BitSet();
        all.set(0, schema.width());
        RecordFormat format = RecordFormat.json(schema);
        JsonMessages messages = JsonMessages.of(JsonLimits.DEFAULT, format.rules());
        JsonTreeReader reader = new JsonTree(format, PayloadFormat.Json.PLAIN, all)
                .reader(new Envelope.None(), messages, new ColumnProblems(schema));
        return new MessageForms(messages, reader.root(), schema.width());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private boolean read(String text) {
        rows.clear();
        boolean known = forms.read(bytes(text), rows);
        assertThat(rows.size()).isEqualTo(known ? 1 : 0);
        return known;
    }

    @Test
    void messageOfTheFormOfTheOneBeforeIsReadByIt() {
        assertThat(read(READING)).isFalse();
        forms.learn(bytes(READING));
        assertThat(read(READING.replace("freezer-1", "f").replace("-18.25", "7").replace("false", "true")))
                .isTrue();
        assertThat(rows.row(0).stringAt(0)).isEqualTo("f");
        assertThat(rows.row(0).doubleAt(1)).isEqualTo(7.0);
        assertThat(rows.row(0).longAt(2)).isEqualTo(Timestamps.parse("2026-11-30T08:15:00Z", ZoneOffset.UTC));
        assertThat(read(READING.replace("-18.25", "null"))).isTrue();
        assertThat(rows.row(0).isNull(1)).isTrue();
        assertThat(rows.row(0).stringAt(0)).isEqualTo("freezer-1");
    }

    @ParameterizedTest(name = "{0} instead of {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "freezer-1|Käse",
                "freezer-1|a\\\\b",
                "freezer-1|a\tb",
                "\"freezer-1\"|5",
                "\"freezer-1\"|true",
                "\"freezer-1\"|{}",
                "-18.25|01.5",
                "-18.25|1.",
                "-18.25|.5",
                "-18.25|-",
                "-18.25|-0.0",
                "-18.25|1e3",
                "-18.25|1E3",
                "-18.25|1.5.5",
                "-18.25|9007199254740993",
                "-18.25|1234567890123456789",
                "-18.25|\"1\"",
                "-18.25|nul",
                "-18.25|nulll",
                "-18.25|NaN",
                "-18.25|+1",
                "-18.25| 1",
                "2026-11-30|2026-11-31",
                "\"2026-11-30T08:15:00Z\"|null",
                "\"2026-11-30T08:15:00Z\"|1764490500",
                "false|fals",
                "false|maybe",
                "\"x\"|\"x",
                "\"x\"|01",
                "\"Unit\"|\"unit\"",
                "]},|],",
                "Z\"}|Z\"} ",
                "Z\"}|Z\"",
                "Z\"}|Z\"}}",
                "[1,|[1,2,",
                ",\"Door\"|, \"Door\""
            })
    void whatIsNotPlainOrStandsElsewhereIsLeftToJackson(String known, String other) {
        forms.learn(bytes(READING));
        assertThat(READING).contains(known);
        assertThat(read(READING.replace(known, other))).isFalse();
        assertThat(read(READING)).isTrue();
    }

    @Test
    void messageThatEndsAnywhereIsLeftToJackson() {
        forms.learn(bytes(READING));
        for (int length = 0; length < READING.length(); length++) {
            assertThat(read(READING.substring(0, length)))
                    .as("%d bytes", length)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Unit\":\"a\",\"Unit\":\"b\"}",
                "{\"other\":1,\"other\":2}",
                "{\"Unit\":{\"a\":1}}",
                "{\"Unit\":[\"a\"]}",
                "{\"Unit\":\"\\u0041\"}",
                "{\"Degrees\":1e5}",
                "{\"Degrees\":0.12345678901234567}",
                "\uFEFF{\"Unit\":\"a\"}",
                "[]"
            })
    void messageOfWhichNoneCanBeReadByItsFormHasNone(String message) {
        forms.learn(bytes(message));
        assertThat(read(message)).isFalse();
        assertThat(read(message.replace("\"b\"", "\"c\""))).isFalse();
    }

    @Test
    void fourFormsThatComeInTurnsAreAllKnown() {
        String[] turns = {"{\"Unit\":\"%s\"}", "{\"Degrees\":%s}", "{ \"Degrees\":%s }", "{\"other\":[%s]}"};
        for (String form : turns) {
            forms.learn(bytes(form.replace("%s", "1")));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(read(turns[i * 7 % 4].replace("%s", Integer.toString(i))))
                    .isTrue();
        }
    }

    @Test
    void newFormTakesThePlaceOfTheOneThatHasNotComeForLongest() {
        for (String name : new String[] {"a", "b", "c", "d"}) {
            forms.learn(bytes("{\"" + name + "\":1}"));
        }
        assertThat(read("{\"a\":1}")).isTrue();
        int messages = 0;
        while (!read("{\"e\":1}")) {
            forms.learn(bytes("{\"e\":1}"));
            messages++;
        }
        assertThat(messages).as("messages until it is learned").isLessThan(50);
        assertThat(read("{\"a\":1}")).isTrue();
        assertThat(read("{\"d\":1}")).isFalse();
    }

    @Test
    void oddValuesInAKnownFormPushNoOtherOut() {
        String[] others = {"{\"a\":1}", "{\"b\":1}", "{\"c\":1}"};
        forms.learn(bytes(READING));
        for (String other : others) {
            forms.learn(bytes(other));
        }
        for (int i = 0; i < 2_000; i++) {
            forms.learn(bytes(READING.replace("-18.25", "-18.123456789012345")));
        }
        assertThat(others).allSatisfy(other -> assertThat(read(other)).isTrue());
    }

    @Test
    void messagesOfEverNewFormsAreNotLearnedForAWhile() {
        int known = 0;
        for (int i = 0; i < 2_000; i++) {
            String message = "{\"name" + i + "\":1}";
            known += read(message) ? 1 : 0;
            forms.learn(bytes(message));
        }
        assertThat(known).isZero();
        forms.learn(bytes(READING));
        assertThat(read(READING)).as("in the rest").isFalse();
        int messages = 0;
        while (!read(READING)) {
            forms.learn(bytes(READING));
            messages++;
        }
        assertThat(messages).as("messages until they are looked at again").isBetween(1_000, 20_000);
    }

    @Test
    void longMessagesAreLeftToJackson() {
        String message = READING.replace("freezer-1", "x".repeat(20_000));
        forms.learn(bytes(message));
        forms.learn(bytes(READING));
        assertThat(read(message)).isFalse();
        assertThat(read(READING)).isTrue();
    }

    @Test
    void columnsInsideOfObjectsHaveAFormAndThoseInsideOfArraysNot() {
        Schema schema = Schema.of(Column.nullable("a", Primitive.LONG));
        assertThat(isLearned(schema, "a.b", "{\"a\":{\"b\":1}}")).isTrue();
        assertThat(isLearned(schema, "a[0]", "{\"a\":[1]}")).isFalse();
        assertThat(isLearned(schema, "$.a", "{\"a\":1}")).isTrue();
    }

    @Test
    void lenientColumnsHaveAForm() {
        ValueRules lenient = new ValueRules(Coercion.LENIENT, NonFinite.TO_NULL, ZoneOffset.UTC);
        for (String type : new String[] {"long", "double", "string", "boolean", "decimal(4,2)"}) {
            Schema schema = Schema.of(Column.nullable("a", DataType.parse(type).orElseThrow()));
            String value = type.equals("string") ? "\"1\"" : type.equals("boolean") ? "true" : "1";
            assertThat(isLearned(schema, "a", "{\"a\":" + value + "}", lenient))
                    .as(type)
                    .isTrue();
        }
    }

    @Test
    void nestedAndBinaryColumnsHaveNone() {
        DataType list = DataType.parse("array<int>").orElseThrow();
        assertThat(isLearned(Schema.of(Column.nullable("a", list)), "a", "{\"a\":[1]}"))
                .isFalse();
        assertThat(isLearned(Schema.of(Column.nullable("a", Primitive.BINARY)), "a", "{\"a\":\"AP8=\"}"))
                .isFalse();
    }

    private static boolean isLearned(Schema schema, String path, String message) {
        return isLearned(schema, path, message, ValueRules.DEFAULT);
    }

    private static boolean isLearned(Schema schema, String path, String message, ValueRules rules) {
        PathNode root = new PathNode("");
        root.at(FieldPath.parse(path).steps())
                .setField(new PathNode.Field(
                        0, true, ValueReader.of(schema.column(0).type(), Optional.empty(), rules)));
        MessageForms forms = new MessageForms(JsonMessages.of(JsonLimits.DEFAULT, rules), root, 1);
        forms.learn(bytes(message));
        return forms.read(bytes(message), new Rows(1));
    }

    @Test
    void sourcesWithPayloadsInsideRowsInArraysOrTighterLimitsHaveNone() {
        PayloadFormat.Json plain = PayloadFormat.Json.PLAIN;
        assertThat(MessageForms.serve(plain)).isTrue();
        assertThat(MessageForms.serve(new PayloadFormat.Json(
                        plain.envelope(),
                        Optional.of(FieldPath.parse("rows")),
                        false,
                        plain.framing(),
                        plain.limits())))
                .isFalse();
        assertThat(MessageForms.serve(new PayloadFormat.Json(
                        plain.envelope(), Optional.empty(), true, plain.framing(), plain.limits())))
                .isFalse();
        assertThat(MessageForms.serve(new PayloadFormat.Json(
                        plain.envelope(), Optional.empty(), false, PayloadFormat.Framing.REGISTRY, plain.limits())))
                .isFalse();
        for (JsonLimits limits : new JsonLimits[] {
            new JsonLimits(1_000, 100, 1_000, Long.MAX_VALUE),
            new JsonLimits(1_000, 20_000_000, 10, Long.MAX_VALUE),
            new JsonLimits(1_000, 20_000_000, 1_000, 100)
        }) {
            assertThat(MessageForms.serve(
                            new PayloadFormat.Json(plain.envelope(), Optional.empty(), false, plain.framing(), limits)))
                    .as("%s", limits)
                    .isFalse();
        }
    }
}
