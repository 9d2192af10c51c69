package io.sluice.delta.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.delta.commit.DataFile;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopTableFolderTest {
    @TempDir
    private java.nio.file.Path folder;

    @Test
    void filesAreWrittenReadAndDeletedThroughHadoop() throws IOException {
        Schema schema = Schema.of(Column.nullable("k", Primitive.STRING), Column.nullable("v", Primitive.LONG));
        Row row = schema.newRow();
        row.setObject(0, "a b:c%");
        row.setLong(1, 7);
        TableFolder table = new HadoopTableFolder(new Path(folder.toUri()), new Configuration(false));
        FileLayout layout = new FileLayout(
                List.of(new FileColumn("v", Primitive.LONG, true, 1)),
                List.of(new FileColumn("k", Primitive.STRING, true, 0)),
                32);
        DataFileWriter writer = new DataFileWriter(table, layout, Compression.ZSTD, List.of(row));

        DataFile file = writer.write().get(0);
        List<String> read = new ArrayList<>();
        new DataFileReader(table, schema)
                .read(file.path(), file.partitionValues(), found -> read.add(found.stringAt(0) + found.longAt(1)));

        assertThat(read).containsExactly("a b:c%7");
        java.nio.file.Path written = folder.resolve(DataFilePath.decode(file.path()));
        assertThat(written).hasSize(file.size());
        writer.delete(List.of(file));
        assertThat(written).doesNotExist();
    }
}
