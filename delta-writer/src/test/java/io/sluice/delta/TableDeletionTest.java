package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table is neither made over what somebody else has in the folder, nor is that deleted with it. */
class TableDeletionTest {
    private static final Schema SCHEMA =
            Schema.of(Rows.column("k", Primitive.STRING), Rows.column("n", Primitive.LONG));
    private static final String OWN_NAME = "part-00000-0d9c5a1e-5f0b-4c39-8d3e-0123456789ab.c000.snappy.parquet";

    @TempDir
    private Path folder;

    private DeltaTable table(Path path, String... partitionBy) {
        DeltaTable table = DeltaTable.at(path.toString(), DeltaOptions.defaults());
        table.ensure(SCHEMA, List.of(partitionBy));
        table.commit(List.of(new Span("q:0", 0, 2)), List.of(Rows.of(SCHEMA, "a", 1), Rows.of(SCHEMA, "b", 2)));
        return table;
    }

    private List<String> everything() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> folder.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void folderWithForeignFilesIsNoTableAndStaysAsItIs() throws IOException {
        table(folder.resolve("sales"));
        Files.writeString(folder.resolve("notes.txt"), "mine");
        List<String> before = everything();
        assertThatThrownBy(() -> table(folder))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining("notes.txt, sales/ and no _delta_log")
                .hasMessageContaining("choose another path");
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void ofManyForeignFilesTheFirstAreNamed() throws IOException {
        for (int n = 0; n < 9; n++) {
            Files.writeString(folder.resolve("file" + n), "mine");
        }
        assertThatThrownBy(() -> table(folder)).hasMessageContaining("file3, file4 and 4 more and no _delta_log");
    }

    @Test
    void emptyFolderAndHiddenFilesBecomeATable() throws IOException {
        Files.writeString(folder.resolve(".DS_Store"), "");
        Files.createDirectory(folder.resolve("_delta_log"));
        assertThat(Rows.in(table(folder))).hasSize(2);
    }

    @Test
    void deletionLeavesNothingOfATable() throws IOException {
        Path path = folder.resolve("table");
        DeltaTable table = table(path, "k");
        Files.writeString(path.resolve("k=a").resolve(OWN_NAME), "of a commit that died");
        TableDeletion deletion = table.deletion().orElseThrow();
        assertThat(deletion.dataFiles()).isEqualTo(3);
        assertThat(deletion.kept()).isEmpty();
        deletion.run();
        assertThat(path).doesNotExist();
    }

    @Test
    void deletionLeavesWhatIsNotTheTables() throws IOException {
        Path path = folder.resolve("table");
        DeltaTable table = table(path, "k");
        table(path.resolve("sales"), "k");
        Files.writeString(path.resolve("notes.txt"), "mine");
        Files.createDirectory(path.resolve("archive"));
        Files.writeString(path.resolve("archive").resolve(OWN_NAME), "mine");
        TableDeletion deletion = table.deletion().orElseThrow();
        assertThat(deletion.kept()).containsExactly("archive/", "notes.txt", "sales/");
        deletion.run();
        assertThat(table.exists()).isFalse();
        assertThat(everything())
                .contains("table/notes.txt", "table/archive/" + OWN_NAME)
                .hasSize(6);
        assertThat(Rows.in(DeltaTable.at(path.resolve("sales").toString(), DeltaOptions.defaults())))
                .hasSize(2);
    }
}
