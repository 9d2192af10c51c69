package io.sluice.test.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.test.read.KernelReader;
import io.sluice.test.read.SparkReader;
import io.sluice.test.read.TableRow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Structs, arrays and maps that came as JSON are the same in the table for Spark and for Delta Kernel. */
class NestedTableTest {
    private static final Schema SCHEMA = Schema.of(
            Column.nullable("Id", Primitive.INT),
            column("Device", "struct<id: string, temp: double not null, at: struct<seen: timestamp, day: date>>"),
            column("Prices", "array<decimal(30,4)>"),
            column("Grid", "array<array<int>>"),
            column("Tags", "map<string, long>"),
            column("Logs", "array<struct<text: string, raw: binary, tags: map<string, array<float>>>>"));

    private static final List<String> MESSAGES = List.of("""
            {"Id":1,"Device":{"id":"u1","temp":-18.5,"at":{"seen":"1969-12-31T23:59:59.999999Z","day":"2026-11-30"}},
             "Prices":[1.25,null,-99999999999999999999999999.9999],"Grid":[[1,2],[],null,[null,3]],
             "Tags":{"a":1,"b":null,"":-9223372036854775808},
             "Logs":[{"text":"Käse","raw":"AP8=","tags":{"x":[0.5,null],"y":null,"z":[]}},null,{"tags":{}}]}""", """
            {"Id":2}""", """
            {"Id":3,"Device":{"temp":0},"Prices":[],"Grid":[],"Tags":{},"Logs":[]}""", """
            {"Id":4,"Device":{"id":"","temp":20,"at":{}},"Prices":[null],"Grid":[null],"Tags":{"k":null},"Logs":[null]}""");

    private static final List<TableRow> ROWS = TableRow.sorted(List.of(
            TableRow.of(
                    1,
                    TableRow.of(
                            "u1",
                            -18.5,
                            TableRow.of(Instant.parse("1969-12-31T23:59:59.999999Z"), LocalDate.of(2026, 11, 30))),
                    list(new BigDecimal("1.2500"), null, new BigDecimal("-99999999999999999999999999.9999")),
                    list(list(1, 2), list(), null, list(null, 3)),
                    map("a", 1L, "b", null, "", Long.MIN_VALUE),
                    list(
                            TableRow.of(
                                    "Käse",
                                    new byte[] {0, (byte) 0xff},
                                    map("x", list(0.5f, null), "y", null, "z", list())),
                            null,
                            TableRow.of(null, null, map()))),
            TableRow.of(2, null, null, null, null, null),
            TableRow.of(3, TableRow.of(null, 0.0, null), list(), list(), map(), list()),
            TableRow.of(
                    4,
                    TableRow.of("", 20.0, TableRow.of(null, null)),
                    list((Object) null),
                    list((Object) null),
                    map("k", null),
                    list((Object) null))));

    @TempDir
    private static Path folder;

    private static Path table;

    private static Column column(String name, String type) {
        return Column.nullable(name, DataType.parse(type).orElseThrow());
    }

    private static List<@Nullable Object> list(@Nullable Object... elements) {
        return Arrays.asList(elements);
    }

    private static Map<Object, @Nullable Object> map(@Nullable Object... entries) {
        Map<Object, @Nullable Object> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(Objects.requireNonNull(entries[i]), entries[i + 1]);
        }
        return map;
    }

    @BeforeAll
    static void writeAFileForEachMessage() {
        table = folder.resolve("nested");
        Tables.write(
                table,
                SCHEMA,
                List.of(),
                MESSAGES.stream().map(message -> List.of(row(message))).toList());
    }

    private static Row row(String message) {
        BitSet all = new BitSet();
        all.set(0, SCHEMA.width());
        Rows rows = new Rows(SCHEMA.width());
        RecordFormat.json(SCHEMA).decoder(all).decode(Message.ofValue(message.getBytes(StandardCharsets.UTF_8)), rows);
        return rows.row(0);
    }

    @Test
    void sparkReadsWhatTheMessagesSaid() {
        assertThat(SparkReader.rows(table)).isEqualTo(ROWS);
    }

    @Test
    void kernelReadsWhatTheMessagesSaid() {
        assertThat(KernelReader.rows(table)).isEqualTo(ROWS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            Device.temp < 0                                                | 1
            Device.temp >= 0                                               | 3 4
            Device.id = ''                                                 | 4
            Device IS NULL                                                 | 2
            Device.at IS NULL                                              | 2 3
            Device.at.seen < TIMESTAMP'1970-01-01T00:00:00Z'               | 1
            Prices IS NULL                                                 | 2
            size(Prices) = 0                                               | 3
            get(Prices, 0) > 1                                             | 1
            get(Prices, 0) IS NULL                                         | 2 3 4
            Tags IS NOT NULL                                               | 1 3 4
            Tags['a'] = 1                                                  | 1
            size(Logs) = 3 AND Logs[0].tags['x'][0] = CAST(0.5 AS FLOAT)   | 1
            """)
    void filtersInsideLoseNoRow(String condition, String ids) {
        assertThat(SparkReader.rows(table, condition).stream()
                        .map(row -> row.values().get(0))
                        .map(String::valueOf))
                .containsExactly(ids.split(" ", -1));
    }

    @Test
    void sparkMayWriteToTheTable() {
        Path other = folder.resolve("neighbour");
        Tables.write(other, SCHEMA, List.of(), List.of(List.of(row(MESSAGES.get(0)))));

        SparkReader.sql("INSERT INTO " + SparkReader.nameOf(other) + " SELECT 7 AS Id, null, null, null, null, null");
        SparkReader.sql("INSERT INTO " + SparkReader.nameOf(other) + " SELECT 8, Device, Prices, Grid, Tags, Logs FROM "
                + SparkReader.nameOf(other) + " WHERE Id = 1");

        assertThat(SparkReader.rows(other, "Id = 8").get(0).values().subList(1, 6))
                .isEqualTo(ROWS.get(0).values().subList(1, 6));
        assertThat(Stream.of(7, 8, 1).map(id -> (Object) id).toList())
                .containsExactlyInAnyOrderElementsOf(KernelReader.rows(other).stream()
                        .map(row -> row.values().get(0))
                        .toList());
        assertThat(Tables.rows(other)).isEqualTo(3);
    }
}
