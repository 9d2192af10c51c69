package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.delta.TableMismatchException.Difference;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NestedColumnsTest {
    private static final Schema SCHEMA = Schema.of(
            Column.nullable("Id", Primitive.INT),
            column("Device", "struct<id: string, temp: double not null, at: struct<seen: timestamp, day: date>>"),
            column("Prices", "array<decimal(30,4)>"),
            column("Grid", "array<array<int>>"),
            column("Tags", "map<string, long>"),
            column("Logs", "array<struct<text: string, raw: binary, tags: map<string, array<float>>>>"));

    private static final List<String> ROWS = List.of(
            "{\"Id\":1,\"Device\":{\"id\":\"u1\",\"temp\":-18.5,\"at\":{\"seen\":\"1969-12-31T23:59:59.999999Z\","
                    + "\"day\":\"2026-11-30\"}},\"Prices\":[1.2500,null,-99999999999999999999999999.9999],"
                    + "\"Grid\":[[1,2],[],null,[null,3]],\"Tags\":{\"a\":1,\"b\":null,\"\":-9223372036854775808},"
                    + "\"Logs\":[{\"text\":\"K\u00e4se\",\"raw\":\"AP8=\",\"tags\":{\"x\":[0.5,null],\"y\":null,\"z\":[]}},null,"
                    + "{\"text\":null,\"raw\":null,\"tags\":{}}]}",
            "{\"Id\":2,\"Device\":null,\"Prices\":null,\"Grid\":null,\"Tags\":null,\"Logs\":null}",
            "{\"Id\":3,\"Device\":{\"id\":null,\"temp\":0.0,\"at\":null},\"Prices\":[],\"Grid\":[],\"Tags\":{},\"Logs\":[]}",
            "{\"Id\":4,\"Device\":{\"id\":\"\",\"temp\":1.0,\"at\":{\"seen\":null,\"day\":null}},\"Prices\":[null],"
                    + "\"Grid\":[null],\"Tags\":{\"k\":null},\"Logs\":[null]}",
            "{\"Id\":5,\"Device\":null,\"Prices\":[1.0000,2.0000,3.0000,4.0000,5.0000,6.0000,7.0000,8.0000,9.0000,"
                    + "10.0000,11.0000,12.0000,13.0000,14.0000,15.0000,16.0000,17.0000],\"Grid\":null,\"Tags\":null,"
                    + "\"Logs\":null}");

    @TempDir
    private Path folder;

    private static Column column(String name, String type) {
        return Column.nullable(name, DataType.parse(type).orElseThrow());
    }

    private DeltaTable table() {
        return DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults());
    }

    private static Row row(String json) {
        BitSet all = new BitSet();
        all.set(0, SCHEMA.width());
        io.sluice.serdes.schema.Rows rows = new io.sluice.serdes.schema.Rows(SCHEMA.width());
        RecordFormat.json(SCHEMA).decoder(all).decode(Message.ofValue(json.getBytes(StandardCharsets.UTF_8)), rows);
        return rows.row(0);
    }

    private DeltaTable written() {
        DeltaTable table = table();
        table.ensure(SCHEMA, List.of());
        table.commit(
                List.of(new Span("q:0", 0, ROWS.size())),
                ROWS.stream().map(NestedColumnsTest::row).toList());
        return table;
    }

    @Test
    void everyShapeComesBackAsItWasWritten() {
        DeltaTable table = written();
        List<String> rows = new ArrayList<>();

        table.read(row -> rows.add(new RowJson(table.schema()).text(row)));

        assertThat(rows).containsExactlyElementsOf(ROWS);
    }

    @Test
    void theTableAllowsNullInsideWhereTheMessagesMayNotHaveIt() {
        DataType device = written().schema().column(1).type();

        assertThat(device.sqlName()).isEqualTo("struct<id:string,temp:double,at:struct<seen:timestamp,day:date>>");
    }

    @Test
    void filesHaveListsAndMapsInThreeLevels() throws IOException {
        written();

        try (ParquetFileReader file = ParquetFileReader.open(new LocalInputFile(only(".parquet")))) {
            assertThat(file.getFileMetaData().getSchema().toString())
                    .contains("""
                              optional group Prices (LIST) {
                                repeated group list {
                                  optional fixed_len_byte_array(13) element (DECIMAL(30,4));
                                }
                              }
                            """.indent(-2).stripTrailing().indent(2).stripTrailing())
                    .contains("""
                              optional group Tags (MAP) {
                                repeated group key_value {
                                  required binary key (STRING);
                                  optional int64 value;
                                }
                              }
                            """.indent(-2).stripTrailing().indent(2).stripTrailing());
        }
    }

    @Test
    void statisticsSayNothingOfWhatIsInside() throws IOException {
        written();

        String log = Files.readString(folder.resolve("table/_delta_log/00000000000000000001.json"));

        assertThat(log)
                .contains("\\\"minValues\\\":{\\\"Id\\\":1}")
                .contains("\\\"maxValues\\\":{\\\"Id\\\":5}")
                .contains(
                        "\\\"nullCount\\\":{\\\"Id\\\":0,\\\"Prices\\\":1,\\\"Grid\\\":2,\\\"Tags\\\":2,\\\"Logs\\\":2}");
    }

    @Test
    void aTableOfTheSameNestedColumnsIsTakenAndEachDifferenceInsideIsNot() {
        written();

        table().ensure(SCHEMA, List.of());

        assertThat(differences("struct<id: string, temp: float, at: struct<seen: timestamp, day: date>>"))
                .extracting(Difference::place, Difference::remedy)
                .containsExactly(org.assertj.core.api.Assertions.tuple(
                        "column 'Device'", "declare its fields as the table has them, or choose another path"));
        assertThat(differences("struct<ID: string, temp: double, at: struct<seen: timestamp, day: date>>"))
                .hasSize(1);
        assertThat(differences("struct<id: string, temp: double>")).hasSize(1);
        assertThat(differences("map<string, double>")).hasSize(1);
        assertThat(differences("array<string>")).hasSize(1);
    }

    private List<Difference> differences(String device) {
        List<Column> columns = new ArrayList<>(SCHEMA.columns());
        columns.set(1, column("Device", device));
        return catchThrowableOfType(TableMismatchException.class, () -> table().ensure(new Schema(columns), List.of()))
                .differences();
    }

    @Test
    void whatNoTableCouldTakeIsRefusedWithItsPlaceInside() {
        Schema schema =
                Schema.of(column("Device", "struct<id: string>"), column("Logs", "array<struct<`site name`: string>>"));

        assertThat(catchThrowableOfType(TableMismatchException.class, () -> table().ensure(schema, List.of("Device")))
                        .differences())
                .extracting(Difference::place, Difference::found)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("column 'Logs', field 'site name'", "'site name'"),
                        org.assertj.core.api.Assertions.tuple("partitionBy", "'Device', a struct<id:string> column"));
    }

    private Path only(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("table"))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
