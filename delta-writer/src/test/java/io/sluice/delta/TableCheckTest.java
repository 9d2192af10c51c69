package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.delta.TableMismatchException.Difference;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableCheckTest {
    private static final Schema WANTED = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.nullable("MinC", Primitive.DOUBLE),
            Column.required("Readings", Primitive.LONG));

    private static final String ID = field("UnitId", "\"string\"", true, "{}");
    private static final String MIN = field("MinC", "\"double\"", true, "{}");
    private static final String READINGS = field("Readings", "\"long\"", true, "{}");

    @TempDir
    private Path folder;

    private static String field(String name, String type, boolean nullable, String metadata) {
        return """
                {"name":"%s","type":%s,"nullable":%s,"metadata":%s}""".formatted(name, type, nullable, metadata);
    }

    /** A table as another engine made it. */
    private void tableOf(String protocol, String configuration, List<String> partitionColumns, String... fields)
            throws IOException {
        String schema = "{\"type\":\"struct\",\"fields\":[" + String.join(",", fields) + "]}";
        String partition = partitionColumns.isEmpty() ? "[]" : "[\"" + String.join("\",\"", partitionColumns) + "\"]";
        Path log = Files.createDirectories(folder.resolve("table/_delta_log"));
        Files.writeString(log.resolve("00000000000000000000.json"), """
                {"protocol":%s}
                {"metaData":{"id":"11111111-2222-3333-4444-555555555555","format":{"provider":"parquet","options":{}},\
                "schemaString":"%s","partitionColumns":%s,"configuration":%s,"createdTime":1}}
                """.formatted(
                        protocol, schema.replace("\\", "\\\\").replace("\"", "\\\""), partition, configuration));
    }

    private void plainTable(String... fields) throws IOException {
        tableOf("{\"minReaderVersion\":1,\"minWriterVersion\":2}", "{}", List.of(), fields);
    }

    private DeltaTable ensure(Schema schema, String... partitionBy) {
        DeltaTable table = DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults());
        table.ensure(schema, List.of(partitionBy));
        return table;
    }

    private List<Difference> differences(Schema schema, String... partitionBy) {
        TableMismatchException mismatch =
                catchThrowableOfType(TableMismatchException.class, () -> ensure(schema, partitionBy));
        assertThat(mismatch).isNotNull();
        assertThat(mismatch).hasMessageContaining(folder.resolve("table").toString());
        for (Difference each : mismatch.differences()) {
            assertThat(mismatch).hasMessageContaining(each.toString());
        }
        return mismatch.differences();
    }

    @Test
    void everyDifferenceIsListedAtOnceAndNothingIsWritten() throws IOException {
        tableOf(
                "{\"minReaderVersion\":1,\"minWriterVersion\":2}",
                "{\"delta.setTransactionRetentionDuration\":\"interval 1 day\"}",
                List.of("Day"),
                field("MinC", "\"float\"", true, "{}"),
                field("Readings", "\"long\"", true, "{}"),
                field("Day", "\"date\"", false, "{}"),
                field("Tags", "{\"type\":\"array\",\"elementType\":\"string\",\"containsNull\":true}", false, "{}"));

        assertThat(differences(WANTED))
                .extracting(Difference::place)
                .containsExactly(
                        "column 'UnitId'",
                        "column 'MinC'",
                        "column 'Day'",
                        "column 'Tags'",
                        "partitionBy",
                        "table property delta.setTransactionRetentionDuration");
        try (Stream<Path> files = Files.walk(folder.resolve("table"))) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(1);
        }
    }

    @Test
    void aDifferenceTellsExpectedFoundAndRemedy() throws IOException {
        plainTable(ID, field("MinC", "\"decimal(10,2)\"", true, "{}"), READINGS);
        assertThat(differences(WANTED))
                .containsExactly(new Difference(
                        "column 'MinC'", "double", "decimal(10,2)", "CAST it in the query, or choose another path"));
    }

    @Test
    void aNullableColumnDoesNotFitIntoOneThatIsNot() throws IOException {
        plainTable(field("UnitId", "\"string\"", false, "{}"), MIN, READINGS);
        assertThat(differences(WANTED)).extracting(Difference::found).containsExactly("string not null");
    }

    @Test
    void orderCaseAndFurtherNullableColumnsDoNotMatter() throws IOException {
        plainTable(READINGS, field("note", "\"string\"", true, "{}"), field("minc", "\"double\"", true, "{}"), ID);
        DeltaTable table = ensure(WANTED);

        assertThat(table.commit(List.of(new Span("q", 0, 1)), List.of(Rows.of(WANTED, "u", 1.5, 3))))
                .isInstanceOf(CommitOutcome.Committed.class);
        assertThat(Rows.in(table)).containsExactly("Readings=3 note=null minc=1.5 UnitId='u'");
    }

    @Test
    void partitionColumnsMayBeNamedInAnyOrderAndCase() throws IOException {
        tableOf(
                "{\"minReaderVersion\":1,\"minWriterVersion\":2}",
                "{}",
                List.of("Readings", "UnitId"),
                ID,
                MIN,
                READINGS);
        DeltaTable table = ensure(WANTED, "unitid", "readings");
        table.commit(List.of(new Span("q", 0, 1)), List.of(Rows.of(WANTED, "u", 1.5, 3)));
        assertThat(Rows.in(table)).containsExactly("UnitId='u' MinC=1.5 Readings=3");
        assertThat(folder.resolve("table/Readings=3/UnitId=u")).isDirectory();
    }

    @Test
    void appendOnlyTablesAreFine() throws IOException {
        tableOf(
                "{\"minReaderVersion\":1,\"minWriterVersion\":2}",
                "{\"delta.appendOnly\":\"true\"}",
                List.of(),
                ID,
                MIN,
                READINGS);
        DeltaTable table = ensure(WANTED);
        assertThat(table.commit(List.of(new Span("q", 0, 1)), List.of(Rows.of(WANTED, "u", 1.5, 3))))
                .isInstanceOf(CommitOutcome.Committed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\"]}|reader version 3, writer version 7, features [deletionVectors]",
                "{\"minReaderVersion\":2,\"minWriterVersion\":5}|reader version 2, writer version 5",
                "{\"minReaderVersion\":1,\"minWriterVersion\":3}|reader version 1, writer version 3",
                "{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"changeDataFeed\"]}|reader version 1, writer version 7",
            })
    void newerProtocolsAreRefusedBeforeAnythingIsRead(String protocol, String found) throws IOException {
        tableOf(protocol, "{}", List.of(), ID, MIN, READINGS);
        List<Difference> differences = differences(WANTED);
        assertThat(differences).extracting(Difference::place).containsExactly("protocol");
        assertThat(differences.get(0).found()).startsWith(found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"delta.invariants\":\"{\\\"expression\\\":{\\\"expression\\\":\\\"MinC > 0\\\"}}\"}|delta.invariants",
                "{\"delta.generationExpression\":\"1\"}|delta.generationExpression",
                "{\"__CHAR_VARCHAR_TYPE_STRING\":\"varchar(5)\"}|__CHAR_VARCHAR_TYPE_STRING",
            })
    void rulesForValuesThatThisWriterDoesNotApplyAreRefused(String metadata, String named) throws IOException {
        plainTable(ID, field("MinC", "\"double\"", true, metadata), READINGS);
        assertThat(differences(WANTED))
                .singleElement()
                .satisfies(difference -> assertThat(difference.found()).contains(named));
    }

    @Test
    void checkConstraintsAreRefusedByName() throws IOException {
        tableOf(
                "{\"minReaderVersion\":1,\"minWriterVersion\":2}",
                "{\"delta.constraints.warm\":\"MinC > 0\"}",
                List.of(),
                ID,
                MIN,
                READINGS);
        assertThat(differences(WANTED))
                .extracting(Difference::place)
                .containsExactly("table property delta.constraints.warm");
    }

    @Test
    void whatNoTableCouldTakeIsRefusedBeforeOneIsMade() {
        Schema odd = Schema.of(
                Column.nullable("max temp", Primitive.DOUBLE),
                Column.nullable("raw", Primitive.BINARY),
                Column.nullable("k", Primitive.STRING));
        assertThat(differences(odd, "raw", "nope", "k", "K"))
                .extracting(Difference::found)
                .containsExactly("'max temp'", "'raw', a binary column", "'nope'", "'k' twice", "'K' twice");
        assertThat(differences(Schema.of(Column.nullable("k", Primitive.STRING)), "k"))
                .extracting(Difference::found)
                .containsExactly("every column");
        assertThat(folder.resolve("table")).doesNotExist();
    }

    @Test
    void aTableMadeByOneQueryTakesAnotherOfTheSameSchemaAndNoOther() {
        ensure(WANTED, "UnitId");
        ensure(WANTED, "UnitId");
        Schema other = Schema.of(
                Column.nullable("UnitId", Primitive.STRING), Column.nullable("MinC", new DataType.Decimal(4, 1)));
        assertThat(differences(other))
                .extracting(Difference::place)
                .containsExactly("column 'MinC'", "column 'Readings'", "partitionBy");
    }

    @Test
    void theSchemaOfATableThatChangesWhileWeWriteIsCheckedAgain() throws IOException {
        plainTable(ID, MIN, READINGS);
        DeltaTable table = ensure(WANTED);
        Path log = folder.resolve("table/_delta_log");
        String changed =
                Files.readString(log.resolve("00000000000000000000.json")).replace("double", "string");
        Files.writeString(log.resolve("00000000000000000001.json"), changed);

        assertThatThrownBy(() -> table.commit(List.of(new Span("q", 0, 1)), List.of(Rows.of(WANTED, "u", 1.5, 3))))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining("column 'MinC': expected double, found string");
    }

    @Test
    void commitNeedsEnsure() {
        DeltaTable table = DeltaTable.at(folder.resolve("table").toString(), DeltaOptions.defaults());
        assertThatThrownBy(() -> table.commit(List.of(new Span("q", 0, 1)), List.of()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void newTablesKeepTheirLogShortUnlessToldOtherwise() throws IOException {
        ensure(WANTED);
        String first = Files.readString(folder.resolve("table/_delta_log/00000000000000000000.json"));
        assertThat(first)
                .contains("\"delta.checkpointInterval\":\"100\"", "\"delta.logRetentionDuration\":\"interval 7 days\"")
                .contains("\"minReaderVersion\":1,\"minWriterVersion\":2");
        assertThat(DeltaOptions.defaults()
                        .withTableProperties(Map.of("delta.checkpointInterval", "7"))
                        .tableProperties())
                .containsEntry("delta.checkpointInterval", "7");
    }
}
