package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonRowDecoderTest {
    private static final Schema READINGS = Schema.of(
            Column.required("UnitId", Primitive.STRING),
            Column.nullable("TemperatureC", Primitive.DOUBLE),
            Column.nullable("ReadingTime", Primitive.TIMESTAMP));

    private static BitSet all(Schema schema) {
        BitSet wanted = new BitSet();
        wanted.set(0, schema.width());
        return wanted;
    }

    private static Schema one(String type) {
        boolean required = type.endsWith(" not null");
        String name = required ? type.substring(0, type.length() - " not null".length()) : type;
        return Schema.of(new Column("c", DataType.parse(name).orElseThrow(), !required));
    }

    private static RowDecoder inZone(Schema schema, String zone) {
        RecordFormat plain = RecordFormat.json(schema);
        ValueRules rules = new ValueRules(Coercion.STRICT, NonFinite.REJECT, ZoneId.of(zone));
        return new RecordFormat(schema, plain.columns(), rules, plain.payload()).decoder(all(schema));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static BadRecordException refusal(Schema schema, byte[] message) {
        JsonRowDecoder decoder = new JsonRowDecoder(schema, all(schema));
        BadRecordException refusal = catchThrowableOfType(
                BadRecordException.class, () -> Decoding.decode(decoder, message, schema.newRow()));
        assertThat(refusal).as(new String(message, StandardCharsets.UTF_8)).isNotNull();
        return refusal;
    }

    /** Each value stands for the message {@code {"c":VALUE}} and each outcome for the row as JSON. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    boolean       | true                         | true
                    boolean       | false                        | false
                    int           | 0                            | 0
                    int           | -0                           | 0
                    int           | 2147483647                   | 2147483647
                    int           | -2147483648                  | -2147483648
                    long          | 9223372036854775807          | 9223372036854775807
                    long          | -9223372036854775808         | -9223372036854775808
                    float         | 0.1                          | 0.1
                    float         | 16777217                     | 1.6777216E7
                    float         | 3.4028235e38                 | 3.4028235E38
                    float         | 1e-60                        | 0.0
                    float         | 1.00000017881393432617187499 | 1.0000001
                    double        | 21.5                         | 21.5
                    double        | -18                          | -18.0
                    double        | -0.0                         | -0.0
                    double        | 4.9e-324                     | 4.9E-324
                    double        | 1e-400                       | 0.0
                    double        | 1.7976931348623157e308       | 1.7976931348623157E308
                    double        | 12345678901234567890123      | 1.2345678901234568E22
                    double        | 9007199254740993             | 9.007199254740992E15
                    string        | "unit-1"                     | "unit-1"
                    string        | ""                           | ""
                    string        | "a\\u00e9\\ud83d\\ude00\\n"  | "aé😀\\n"
                    string        | "Käse 😀"                    | "Käse 😀"
                    timestamp     | "2026-11-30T08:15:00Z"       | "2026-11-30T08:15:00Z"
                    timestamp     | "2026-11-30T08:15:00.1234567+01:00" | "2026-11-30T07:15:00.123456Z"
                    timestamp     | "2026-11-30 08:15:00"        | "2026-11-30T08:15:00Z"
                    timestamp     | "2026-11-30T08:15:00.5+0100" | "2026-11-30T07:15:00.500Z"
                    timestamp     | "2026\\u002d11-30"           | "2026-11-30T00:00:00Z"
                    date          | "2026-11-30"                 | "2026-11-30"
                    date          | "1969-12-31"                 | "1969-12-31"
                    binary        | "AP8="                       | "AP8="
                    binary        | ""                           | ""
                    decimal(5,2)  | 123.45                       | 123.45
                    decimal(5,2)  | -999.99                      | -999.99
                    decimal(5,2)  | 1                            | 1.00
                    decimal(5,2)  | 1.5000                       | 1.50
                    decimal(5,2)  | 1.2e2                        | 120.00
                    decimal(5,2)  | 12345e-2                     | 123.45
                    decimal(5,2)  | 0                            | 0.00
                    decimal(5,2)  | 0.000000                     | 0.00
                    decimal(5,2)  | 0e999999                     | 0.00
                    decimal(5,2)  | -0.0                         | 0.00
                    decimal(2,2)  | 0.99                         | 0.99
                    decimal(38,0) | 99999999999999999999999999999999999999 | 99999999999999999999999999999999999999
                    decimal(38,0) | 1e37                         | 10000000000000000000000000000000000000
                    int           | null                         | null
                    string        | null                         | null
                    timestamp     | null                         | null
                    """)
    void aValueOfItsTypeIsDecoded(String type, String value, String outcome) {
        Schema schema = one(type);
        Row row = schema.newRow();

        Decoding.decode(new JsonRowDecoder(schema, all(schema)), utf8("{\"c\":" + value + "}"), row);

        assertThat(new RowJson(schema).text(row)).isEqualTo("{\"c\":" + outcome + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    boolean       | "true"                | "true" where true or false is expected
                    boolean       | 1                     | 1 where true or false is expected
                    int           | "5"                   | "5" where a number without fraction and exponent is expected
                    int           | 1.0                   | 1.0 where a number without fraction
                    int           | 1e3                   | 1e3 where a number without fraction
                    int           | true                  | true where a number
                    int           | {"x":1}               | an object where a number
                    int           | [1,[2]]               | an array where a number
                    int           | 2147483648            | 2147483648 is out of range, it must be from -2147483648 to 2147483647
                    int           | -2147483649           | -2147483649 is out of range
                    int           | 123456789012345678901 | 123456789012345678901 is out of range
                    long          | 9223372036854775808   | 9223372036854775808 is out of range, it must be from -9223372036854775808
                    long          | 1.5                   | 1.5 where a number without fraction
                    float         | 1e39                  | 1e39 is beyond the range of float
                    float         | -3.5e38               | -3.5e38 is beyond the range of float
                    float         | "1.5"                 | "1.5" where a number is expected
                    double        | 1e400                 | 1e400 is beyond the range of double
                    double        | -1e400                | -1e400 is beyond the range of double
                    double        | "NaN"                 | "NaN" where a number is expected
                    double        | false                 | false where a number is expected
                    string        | 5                     | 5 where a string is expected
                    string        | true                  | true where a string is expected
                    string        | {"a":{"b":[1]}}       | an object where a string is expected
                    string        | "a\\ud800"            | "a\\ud800" holds half of a surrogate pair
                    string        | "\\ude00\\ud83d"      | half of a surrogate pair
                    timestamp     | 1796026500            | 1796026500 where a string such as "2026-11-30T08:15:00Z" is expected; whether a number counts seconds or milliseconds must be declared, as in unit: ms
                    timestamp     | "yesterday"           | "yesterday" is no timestamp: at character 1 there is 'y'
                    timestamp     | "2026-02-30T00:00:00Z" | there is no day 30 in that month
                    timestamp     | ""                    | is no timestamp: it is empty
                    timestamp     | {}                    | an object where a string such as
                    date          | 20787                 | 20787 where a string such as "2026-11-30" is expected
                    date          | "2026-11-30T00:00:00Z" | is no date: at character 11
                    binary        | "!!"                  | "!!" is no base64: Illegal character '!'
                    binary        | "QQ"                  | "QQ" is no base64: Unexpected end
                    binary        | "Q"                   | "Q" is no base64: Unexpected end
                    binary        | 5                     | 5 where a string in base64 is expected
                    decimal(5,2)  | "1.5"                 | "1.5" where a number is expected
                    decimal(5,2)  | 1.005                 | 1.005 has more than 2 digits behind the point
                    decimal(5,2)  | 1e-3                  | 1e-3 has more than 2 digits behind the point
                    decimal(5,2)  | 1000                  | 1000 has more than 3 digits before the point
                    decimal(5,2)  | 1e1000000000          | 1e1000000000 has more than 3 digits before the point
                    decimal(5,2)  | 1e-1000000000         | more than 2 digits behind the point
                    decimal(5,2)  | 1e99999999999         | 1e99999999999 is beyond the range of any decimal
                    decimal(5,2)  | -1e-99999999999       | -1e-99999999999 is beyond the range of any decimal
                    decimal(2,2)  | 1                     | 1 has more than 0 digits before the point
                    int not null  | null                  | it is null, the column is declared not null
                    """)
    void aValueThatDoesNotFitIsABadRecordOfItsColumn(String type, String value, String reason) {
        BadRecordException refusal = refusal(one(type), utf8("{\"x\":0,\"c\":" + value + ",\"y\":0}"));

        assertThat(refusal.column()).contains("c");
        assertThat(refusal.reason()).contains(reason);
        assertThat(refusal).hasMessage("column 'c': " + refusal.reason());
        assertThat(refusal.getStackTrace()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                 | the message is empty
                    `  `               | the message is blank
                    FT109918           | the message is not JSON, at byte 0: Unrecognized token 'FT109918'
                    "FT109918"         | the message is a string where a JSON object is expected
                    [{"c":1}]          | the message is an array where a JSON object is expected
                    17                 | the message is a number where
                    null               | the message is the word null where
                    true               | the message is a boolean where
                    {"c":1             | the message ends in the middle of its JSON, at byte 6
                    {"c"               | the message ends in the middle of its JSON, at byte 4
                    {                  | the message ends in the middle of its JSON, at byte 1
                    {"c":}             | the message is not JSON, at byte 5
                    {"c":1,}           | the message is not JSON, at byte 7
                    {'c':1}            | the message is not JSON, at byte 1
                    {c:1}              | the message is not JSON, at byte 1
                    {"c":"abc          | the message ends in the middle of its JSON, at byte 9
                    {"c":1]            | Unexpected close marker ']': expected '}'
                    {"c":NaN}          | the message is not JSON, at byte 8: Non-standard token 'NaN'
                    {"c":-Infinity}    | Non-standard token '-Infinity'
                    {"c":01}           | Leading zeroes not allowed
                    {"c":+1}           | the message is not JSON
                    {"c":.5}           | the message is not JSON
                    {"c":1}x           | after the JSON object, at byte 7 there is more: Unrecognized token 'x'
                    {"c":1}{"c":2}     | after the JSON object there is more: a message must be one object
                    {"c":1},           | after the JSON object
                    {"c":1}]           | after the JSON object
                    {"x":[}            | the message is not JSON
                    {"x":"}            | the message ends in the middle
                    // c               | the message is not JSON, at byte 0
                    """)
    void aMessageThatIsNoObjectIsABadRecordAsAWhole(String message, String reason) {
        BadRecordException refusal = refusal(one("double"), utf8(message));

        assertThat(refusal.column()).isEmpty();
        assertThat(refusal.reason()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    00 00 00 00 07 7b 7d             | looks framed by a schema registry (0x00 and a schema id of 4 bytes, here 7)
                    00                               | looks framed by a schema registry
                    fe ff 00 7b 00 7d                | UTF-16 or UTF-32
                    ff fe 7b 00 7d 00                | UTF-16 or UTF-32
                    00 7b 00 7d                      | UTF-16 or UTF-32
                    7b 00 7d 00                      | UTF-16 or UTF-32
                    7b 00 00 00 7d 00 00 00          | UTF-16 or UTF-32
                    00 00 00 7b 00 00 00 7d          | UTF-16 or UTF-32
                    7b 22 63 22 3a 22 c0 80 22 7d    | byte 0xc0 at position 6 is not UTF-8
                    7b 22 63 22 3a 22 e4 22 7d       | byte 0xe4 at position 6 is not UTF-8
                    7b 22 63 22 3a 22 e0 80 80 22 7d | byte 0xe0 at position 6 is not UTF-8
                    7b 22 63 22 3a 22 ed a0 80 22 7d | byte 0xed at position 6 is not UTF-8
                    7b 22 63 22 3a 22 f4 90 80 80 22 7d | byte 0xf4 at position 6 is not UTF-8
                    7b 22 63 22 3a 22 f0 9f 98       | byte 0xf0 at position 6 is not UTF-8
                    7b 22 63 22 3a 22 ff 22 7d       | byte 0xff at position 6 is not UTF-8
                    7b 7d 00                         | after the JSON object, at byte 3 there is more
                    """)
    void bytesThatAreNoUtf8TextAreNamed(String hex, String reason) {
        BadRecordException refusal = refusal(one("string"), HexFormat.of().parseHex(hex.replace(" ", "")));

        assertThat(refusal.column()).isEmpty();
        assertThat(refusal.reason()).contains(reason);
    }

    @Test
    void textInAnotherEncodingIsNeverMisread() {
        for (String name : new String[] {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"}) {
            byte[] message = "{\"c\": \"warm\"}".getBytes(Charset.forName(name));

            assertThat(refusal(one("string"), message).reason()).as(name).contains("UTF-16 or UTF-32");
        }
    }

    @Test
    void aTombstoneIsNamed() {
        JsonRowDecoder decoder = new JsonRowDecoder(READINGS, all(READINGS));

        assertThatThrownBy(() -> Decoding.decode(decoder, null, READINGS.newRow()))
                .isInstanceOf(BadRecordException.class)
                .hasMessage("the message is null (a tombstone)");
    }

    @Test
    void aByteOrderMarkOfUtf8IsAccepted() {
        Row row = one("int").newRow();

        Decoding.decode(new JsonRowDecoder(one("int"), all(one("int"))), utf8("\uFEFF{\"c\":5}\r\n"), row);

        assertThat(row.longAt(0)).isEqualTo(5);
    }

    @Test
    void onlyWantedColumnsAreDecodedAndTheRestStaysNull() {
        BitSet wanted = new BitSet();
        wanted.set(1);
        Row row = READINGS.newRow();
        row.setObject(0, "left over");

        Decoding.decode(
                new JsonRowDecoder(READINGS, wanted),
                utf8("{\"UnitId\":[1,{}],\"TemperatureC\":-18.5,\"ReadingTime\":\"bad\",\"Extra\":{}}"),
                row);

        assertThat(new RowJson(READINGS).text(row))
                .isEqualTo("{\"UnitId\":null,\"TemperatureC\":-18.5,\"ReadingTime\":null}");
    }

    @Test
    void withoutAWantedColumnTheMessageMustStillBeAnObject() {
        JsonRowDecoder decoder = new JsonRowDecoder(READINGS, new BitSet());

        Decoding.decode(decoder, utf8("{\"a\":1}"), READINGS.newRow());
        assertThatThrownBy(() -> Decoding.decode(decoder, utf8("[]"), READINGS.newRow()))
                .isInstanceOf(BadRecordException.class);
    }

    @Test
    void aNameInAnotherCaseIsAnotherField() {
        Row row = one("int").newRow();

        Decoding.decode(new JsonRowDecoder(one("int"), all(one("int"))), utf8("{\"C\":5}"), row);

        assertThat(row.isNull(0)).isTrue();
    }

    @Test
    void ofARepeatedNameTheLastValueCounts() {
        Schema schema = one("int");
        JsonRowDecoder decoder = new JsonRowDecoder(schema, all(schema));
        Row row = schema.newRow();

        Decoding.decode(decoder, utf8("{\"c\":1,\"c\":2}"), row);
        assertThat(row.longAt(0)).isEqualTo(2);
        Decoding.decode(decoder, utf8("{\"c\":\"x\",\"c\":3}"), row);
        assertThat(row.longAt(0)).isEqualTo(3);
        Decoding.decode(decoder, utf8("{\"c\":4,\"c\":null}"), row);
        assertThat(row.isNull(0)).isTrue();
        assertThatThrownBy(() -> Decoding.decode(decoder, utf8("{\"c\":4,\"c\":\"x\"}"), row))
                .isInstanceOf(BadRecordException.class);
    }

    @Test
    void aNestedFieldOfTheSameNameIsNotTheColumn() {
        Row row = one("int").newRow();

        Decoding.decode(
                new JsonRowDecoder(one("int"), all(one("int"))), utf8("{\"x\":{\"c\":5},\"y\":[{\"c\":6}]}"), row);

        assertThat(row.isNull(0)).isTrue();
    }

    @Test
    void allBadColumnsAreReportedAtOnce() {
        BadRecordException refusal =
                refusal(READINGS, utf8("{\"ReadingTime\":17,\"TemperatureC\":{\"x\":[]},\"Other\":1}"));

        assertThat(refusal.column()).contains("UnitId");
        assertThat(refusal.reason())
                .startsWith("it is missing, the column is declared not null; column 'TemperatureC': an object where")
                .contains("; column 'ReadingTime': 17 where a string");
    }

    @Test
    void aBadRecordLeavesNoTraceInTheNext() {
        JsonRowDecoder decoder = new JsonRowDecoder(READINGS, all(READINGS));
        Row row = READINGS.newRow();
        assertThatThrownBy(() -> Decoding.decode(decoder, utf8("{\"UnitId\":\"a\",\"TemperatureC\":\"x\""), row))
                .isInstanceOf(BadRecordException.class);
        assertThatThrownBy(() -> Decoding.decode(decoder, utf8("{\"UnitId\":5,\"TemperatureC\":\"x\"}"), row))
                .isInstanceOf(BadRecordException.class);

        Decoding.decode(decoder, utf8("{\"UnitId\":\"b\"}"), row);

        assertThat(new RowJson(READINGS).text(row))
                .isEqualTo("{\"UnitId\":\"b\",\"TemperatureC\":null,\"ReadingTime\":null}");
    }

    @Test
    void aTimestampWithoutOffsetIsTakenInTheGivenZone() {
        Schema schema = one("timestamp");
        Row row = schema.newRow();

        Decoding.decode(inZone(schema, "Europe/Berlin"), utf8("{\"c\":\"2026-11-30T08:15:00\"}"), row);

        assertThat(new RowJson(schema).text(row)).isEqualTo("{\"c\":\"2026-11-30T07:15:00Z\"}");
    }

    @Test
    void messagesBeyondTheParsersLimitsAreBadRecords() {
        String deep = "{\"x\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}";
        String longNumber = "{\"c\":" + "9".repeat(1_500) + "}";
        String longName = "{\"" + "k".repeat(60_000) + "\":1}";

        for (String message : new String[] {deep, longNumber, longName}) {
            assertThat(refusal(one("double"), utf8(message)).reason()).startsWith("the message exceeds a limit: ");
        }
    }

    @Test
    void aLongValueIsCutInTheReasonAndItsControlCharactersAreEscaped() {
        BadRecordException refusal = refusal(one("int"), utf8("{\"c\":\"\\u001b[31m" + "x".repeat(5_000) + "\"}"));

        assertThat(refusal.reason())
                .hasSizeLessThan(200)
                .contains("\"\\u001b[31mxxx")
                .doesNotContain("\u001b");
    }

    @Test
    void theColumnOfAReasonIsEmptyWhenTheWholeMessageIsBad() {
        assertThat(new BadRecordException("x").column()).isEqualTo(Optional.empty());
    }

    @Test
    void theParsersAdviceForProgrammersIsLeftOut() {
        for (String message : new String[] {"{", "{\"c\":1]", "{\"c\":NaN}", "{\"x\":" + "[".repeat(2_000)}) {
            assertThat(refusal(one("double"), utf8(message)).reason())
                    .doesNotContain("Source", "`", "REDACTED", "enable", "(start", "(for");
        }
        assertThat(refusal(one("binary"), utf8("{\"c\":\"QQ\"}")).reason()).doesNotContain("variant", "Variant");
    }

    @Test
    void aRowOfAnotherWidthIsTheCallersMistakeAndNoBadRecord() {
        JsonRowDecoder decoder = new JsonRowDecoder(READINGS, all(READINGS));

        assertThatThrownBy(() -> Decoding.decode(decoder, utf8("{}"), new Row(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row width = 1: must be at least that of the schema, 3");
    }

    @Test
    void manyDifferentNamesInOneMessageAreSkipped() {
        StringBuilder message = new StringBuilder("{");
        for (int i = 0; i < 30_000; i++) {
            message.append("\"k").append(i * 31L).append("\":1,");
        }
        Row row = one("int").newRow();

        Decoding.decode(new JsonRowDecoder(one("int"), all(one("int"))), utf8(message + "\"c\":5}"), row);

        assertThat(row.longAt(0)).isEqualTo(5);
    }

    @Test
    void aWantedColumnBeyondTheSchemaIsRefused() {
        BitSet wanted = new BitSet();
        wanted.set(3);

        assertThatThrownBy(() -> new JsonRowDecoder(READINGS, wanted)).hasMessageContaining("wanted column = 3");
    }
}
