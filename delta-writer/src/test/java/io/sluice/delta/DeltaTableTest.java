package io.sluice.delta;

import static io.sluice.delta.Rows.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.Span;
import io.sluice.delta.file.Compression;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeltaTableTest {
    private static final Schema ALL_TYPES = Schema.of(
            column("b", Primitive.BOOLEAN),
            column("i", Primitive.INT),
            column("l", Primitive.LONG),
            column("f", Primitive.FLOAT),
            column("d", Primitive.DOUBLE),
            column("s", Primitive.STRING),
            column("t", Primitive.TIMESTAMP),
            column("day", Primitive.DATE),
            column("bin", Primitive.BINARY),
            column("small", new DataType.Decimal(9, 2)),
            column("middle", new DataType.Decimal(18, 0)),
            column("large", new DataType.Decimal(38, 10)),
            Column.required("id", Primitive.LONG));

    private static final Schema KEYED = Schema.of(column("k", Primitive.STRING), column("v", Primitive.LONG));

    private static final List<Row> EDGES = List.of(
            Rows.of(ALL_TYPES, null, null, null, null, null, null, null, null, null, null, null, null, 0),
            Rows.of(
                    ALL_TYPES,
                    true,
                    Integer.MIN_VALUE,
                    Long.MIN_VALUE,
                    Float.NaN,
                    Double.NaN,
                    "",
                    -1L,
                    -719162,
                    new byte[0],
                    new BigDecimal("-9999999.99"),
                    new BigDecimal("-999999999999999999"),
                    new BigDecimal("-9999999999999999999999999999.9999999999"),
                    1),
            Rows.of(
                    ALL_TYPES,
                    false,
                    Integer.MAX_VALUE,
                    Long.MAX_VALUE,
                    Float.POSITIVE_INFINITY,
                    Double.NEGATIVE_INFINITY,
                    "zażółć \uD83D\uDE00 \u0000 \"quoted\"",
                    1_700_000_000_123_456L,
                    2932896,
                    new byte[] {0, -1, 127},
                    new BigDecimal("9999999.99"),
                    new BigDecimal("999999999999999999"),
                    new BigDecimal("9999999999999999999999999999.9999999999"),
                    2),
            Rows.of(
                    ALL_TYPES,
                    true,
                    0,
                    0L,
                    -0.0f,
                    -0.0,
                    "x".repeat(5000),
                    0L,
                    0,
                    new byte[] {1},
                    new BigDecimal("0.00"),
                    new BigDecimal("0"),
                    new BigDecimal("-0.0000000001"),
                    3),
            Rows.of(
                    ALL_TYPES,
                    true,
                    1,
                    1L,
                    Float.MIN_VALUE,
                    Double.MAX_VALUE,
                    "y",
                    253_402_300_799_999_999L,
                    1,
                    new byte[] {2},
                    new BigDecimal("0.01"),
                    new BigDecimal("7"),
                    new BigDecimal("0.0000000000"),
                    4));

    @TempDir
    private Path folder;

    private DeltaTable open(Schema schema, List<String> partitionBy, DeltaOptions options) {
        DeltaTable table = DeltaTable.at(folder.resolve("table").toString(), options);
        table.ensure(schema, partitionBy);
        return table;
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void everyTypeComesBackAsItWasWritten(Compression compression) {
        DeltaTable table = open(ALL_TYPES, List.of(), DeltaOptions.defaults().withCompression(compression));

        assertThat(table.commit(List.of(new Span("q:0", 0, 5)), EDGES)).isEqualTo(new CommitOutcome.Committed(1, 5));

        assertThat(table.schema()).isEqualTo(ALL_TYPES);
        assertThat(Rows.in(table)).containsExactlyInAnyOrderElementsOf(Rows.texts(ALL_TYPES, EDGES));
    }

    @Test
    void everyTypeButBinaryCanPartition() {
        List<String> partitionBy = List.of("b", "i", "l", "f", "d", "t", "day", "small", "middle", "large");
        DeltaTable table = open(ALL_TYPES, partitionBy, DeltaOptions.defaults());

        table.commit(List.of(new Span("q:0", 0, 5)), EDGES);

        assertThat(table.partitionColumns()).isEqualTo(partitionBy);
        assertThat(Rows.in(table)).containsExactlyInAnyOrderElementsOf(Rows.texts(ALL_TYPES, EDGES));
    }

    @Test
    void partitionTextsWithSpecialCharactersComeBackAndEmptyBecomesNull() throws IOException {
        List<String> values = new ArrayList<>(List.of(
                "a b:c",
                "100%",
                "US/East",
                "a%2Fb",
                "zażółć",
                "\uD83D\uDE00",
                "..",
                "{x}[y]^z",
                "a=b&c",
                "q?*'\"#",
                "tab\there",
                "\u0000\u0001\u007F",
                "~",
                "+1",
                "__HIVE_DEFAULT_PARTITION__ ",
                "é".repeat(300),
                "C:\\dir"));
        List<Row> rows = new ArrayList<>();
        values.forEach(value -> rows.add(Rows.of(KEYED, value, rows.size())));
        rows.add(Rows.of(KEYED, null, 100));
        rows.add(Rows.of(KEYED, "", 101));
        DeltaTable table = open(KEYED, List.of("K"), DeltaOptions.defaults());

        table.commit(List.of(new Span("q:0", 0, 50)), rows);

        rows.set(rows.size() - 1, Rows.of(KEYED, null, 101));
        assertThat(Rows.in(table)).containsExactlyInAnyOrderElementsOf(Rows.texts(KEYED, rows));
        String log = Files.readString(folder.resolve("table/_delta_log/00000000000000000001.json"));
        assertThat(log)
                .contains("\"path\":\"k=a%20b%253Ac/part-00000-")
                .contains("\"partitionValues\":{\"k\":\"a b:c\"}")
                .contains("\"path\":\"k=__HIVE_DEFAULT_PARTITION__/")
                .contains("\"partitionValues\":{\"k\":null}");
        assertThat(folder.resolve("table/k=a b%3Ac")).isDirectory();
    }

    @Test
    void oneFileIsWrittenPerPartitionAndCommit() throws IOException {
        DeltaTable table = open(KEYED, List.of("k"), DeltaOptions.defaults());
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(Rows.of(KEYED, "k" + i % 7, i));
        }
        table.commit(List.of(new Span("q:0", 0, 1000)), rows);

        assertThat(dataFiles())
                .hasSize(7)
                .allMatch(file -> file.getFileName().toString().endsWith(".c000.snappy.parquet"));
        assertThat(table.history(1).get(0).filesAdded()).isEqualTo(7);
    }

    @Test
    void aTablePathMayHaveSpecialCharacters() {
        DeltaTable table =
                DeltaTable.at(folder.resolve("lake house/100% {a} ü#?").toString(), DeltaOptions.defaults());
        table.ensure(KEYED, List.of("k"));
        table.commit(List.of(new Span("q:0", 0, 1)), List.of(Rows.of(KEYED, "a b", 1)));

        DeltaTable uri = DeltaTable.at("file://" + folder.resolve("lake house/100% {a} ü#?"), DeltaOptions.defaults());
        assertThat(Rows.in(uri)).containsExactly("k='a b' v=1");
    }

    @Test
    void positionsMoveTogetherAndSurviveReopening() {
        DeltaTable table = open(KEYED, List.of(), DeltaOptions.defaults());
        assertThat(table.position("q:0")).isEmpty();

        table.commit(List.of(new Span("q:0", 0, 20), new Span("q:1", 0, 1)), List.of(Rows.of(KEYED, "a", 1)));

        DeltaTable again = open(KEYED, List.of(), DeltaOptions.defaults());
        assertThat(again.positions(Set.of("q:0", "q:1", "q:2"))).isEqualTo(Map.of("q:0", 20L, "q:1", 1L));
        assertThat(again.position("q:0")).hasValue(20);
    }

    @Test
    void theSameSpansAgainAreAlreadyCommitted() {
        DeltaTable table = open(KEYED, List.of(), DeltaOptions.defaults());
        List<Span> spans = List.of(new Span("q:0", 0, 3), new Span("q:1", 0, 2));
        table.commit(spans, List.of(Rows.of(KEYED, "a", 1)));

        assertThat(table.commit(spans, List.of(Rows.of(KEYED, "a", 1))))
                .isEqualTo(new CommitOutcome.AlreadyCommitted(1));
        assertThat(Rows.in(table)).hasSize(1);
        assertThat(dataFiles()).hasSize(1);
    }

    @Test
    void aSpanThatDoesNotFollowIsFenced() {
        DeltaTable table = open(KEYED, List.of(), DeltaOptions.defaults());
        table.commit(List.of(new Span("q:0", 0, 3)), List.of(Rows.of(KEYED, "a", 1)));

        CommitOutcome outcome =
                table.commit(List.of(new Span("q:0", 2, 5), new Span("q:1", 0, 2)), List.of(Rows.of(KEYED, "b", 1)));

        assertThat(outcome).isEqualTo(new CommitOutcome.Fenced(Map.of("q:0", 3L)));
        assertThat(table.version()).hasValue(1);
        assertThat(dataFiles()).hasSize(1);
    }

    @Test
    void noRowsMakeNoVersion() {
        DeltaTable table = open(KEYED, List.of("k"), DeltaOptions.defaults());

        assertThat(table.commit(List.of(new Span("q:0", 0, 3)), List.of()))
                .isEqualTo(new CommitOutcome.NothingToCommit(0));
        assertThat(table.version()).hasValue(0);
        assertThat(table.position("q:0")).isEmpty();
    }

    @Test
    void historyTellsWhatEachVersionDid() {
        Instant now = Instant.parse("2026-05-01T10:00:00Z");
        DeltaTable table =
                open(KEYED, List.of("k"), DeltaOptions.defaults().withClock(Clock.fixed(now, ZoneOffset.UTC)));
        table.commit(
                List.of(new Span("q:0", 0, 3), new Span("q:1", 0, 7)),
                List.of(Rows.of(KEYED, "a", 1), Rows.of(KEYED, "b", 2), Rows.of(KEYED, "b", 3)));

        List<TableVersion> history = table.history(10);
        assertThat(history).extracting(TableVersion::operation).containsExactly("CREATE TABLE", "STREAMING UPDATE");
        TableVersion second = history.get(1);
        assertThat(second.version()).isEqualTo(1);
        assertThat(second.filesAdded()).isEqualTo(2);
        assertThat(second.rowsAdded()).hasValue(3);
        assertThat(second.positions()).isEqualTo(Map.of("q:0", 3L, "q:1", 7L));
        assertThat(second.parameters()).containsEntry("outputMode", "Append");
        assertThat(second.timestamp()).isPresent();
        assertThat(table.history(1)).containsExactly(second);
    }

    @Test
    void checkpointsKeepRowsAndPositions() {
        DeltaTable table = open(
                KEYED,
                List.of("k"),
                DeltaOptions.defaults().withTableProperties(Map.of("delta.checkpointInterval", "3")));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            table.commit(
                    List.of(new Span("q:" + i % 2, i / 2, i / 2 + 1)), List.of(Rows.of(KEYED, "a b:%" + i % 3, i)));
            expected.add("k='a b:%" + i % 3 + "' v=" + i);
        }
        assertThat(folder.resolve("table/_delta_log/_last_checkpoint")).exists();

        DeltaTable again = open(KEYED, List.of("k"), DeltaOptions.defaults());
        assertThat(again.positions(Set.of("q:0", "q:1"))).isEqualTo(Map.of("q:0", 5L, "q:1", 5L));
        assertThat(Rows.in(again)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aRowTheTableCannotHoldIsRefusedByNameAndLeavesNothing() {
        Schema schema = Schema.of(Column.required("n", new DataType.Decimal(4, 2)), column("k", Primitive.STRING));
        DeltaTable table = open(schema, List.of("k"), DeltaOptions.defaults());
        List<Span> spans = List.of(new Span("q:0", 0, 1));
        Row fine = Rows.of(schema, new BigDecimal("1.00"), "a");

        assertThatThrownBy(() -> table.commit(spans, List.of(fine, Rows.of(schema, null, "b"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column 'n' = null");
        assertThatThrownBy(() -> table.commit(spans, List.of(fine, Rows.of(schema, new BigDecimal("123.45"), "b"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column 'n' = 123.45: does not fit into decimal(4,2)");
        assertThat(dataFiles()).isEmpty();
        assertThat(table.version()).hasValue(0);
    }

    @Test
    void absentTableHasNoVersion() {
        DeltaTable table = DeltaTable.at(folder.resolve("nowhere").toString(), DeltaOptions.defaults());
        assertThat(table.exists()).isFalse();
        assertThat(table.version()).isEmpty();
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    private List<Path> dataFiles() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet")
                            && !file.toString().contains("_delta_log"))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void fileOfTheLogThatIsBrokenIsNamed(@TempDir Path path) throws IOException {
        DeltaTable table = DeltaTable.at(path.toString(), DeltaOptions.defaults());
        table.ensure(KEYED, List.of());
        Path log = path.resolve("_delta_log/00000000000000000001.json");
        Files.writeString(log, "{\"commitInfo\": {}}\n{broken");
        assertThatThrownBy(() ->
                        DeltaTable.at(path.toString(), DeltaOptions.defaults()).exists())
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining(log + ", line 2: is no JSON");
    }
}
