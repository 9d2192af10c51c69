package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignEntriesTest {
    private static final Schema SCHEMA = new Schema(List.of(new Column("Place", DataType.Primitive.STRING, true)));

    @TempDir
    private Path folder;

    private DeltaTable table() {
        return DeltaTable.at(folder.toString(), DeltaOptions.defaults());
    }

    private void file(String path) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "text");
    }

    @Test
    void folderThatHoldsOtherThingsDoesNotBecomeATable() throws IOException {
        file("notes.txt");
        file("sales/_delta_log/00000000000000000000.json");
        assertThatThrownBy(() -> table().ensure(SCHEMA, List.of()))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining("notes.txt, sales")
                .hasMessageContaining("a folder of its own");
        assertThat(folder.resolve("_delta_log")).doesNotExist();
    }

    @Test
    void emptyFolderAndOneThatAnEarlierStartLeftBecomeATable() throws IOException {
        Files.createDirectories(folder.resolve("_delta_log"));
        table().ensure(SCHEMA, List.of());
        assertThat(table().exists()).isTrue();
        assertThat(table().foreignEntries()).isEmpty();
    }

    @Test
    void tableMayHaveOtherThingsBesideItAndTellsThem() throws IOException {
        table().ensure(SCHEMA, List.of());
        file("part-0.snappy.parquet");
        file(".part-0.snappy.parquet.crc");
        file("Place=Hall/part-1.parquet");
        file("deletion_vector_1.bin");
        file("_change_data/Place=Hall/part-2.parquet");
        assertThat(table().foreignEntries()).isEmpty();
        file("notes.txt");
        file("Place=Hall/more.txt");
        file("sales/part-3.parquet");
        table().ensure(SCHEMA, List.of());
        assertThat(table().foreignEntries())
                .extracting(Path::toString)
                .containsExactly("Place=Hall/more.txt", "notes.txt", "sales");
    }
}
